#include "symprep/report.h"

#include <cstdio>

#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "symprep/statistics.h"

namespace symkit::symprep {
namespace {

std::string id_of(const intake::Indexed& indexed) {
  return indexed.id_text.empty() ? indexed.id.hex() : indexed.id_text;
}

// Mappings and source maps have no architecture.
std::string_view architecture_of(const intake::Indexed& indexed) {
  return indexed.kind == index::Kind::Native ? name_of(indexed.architecture) : "-";
}

void append_text(std::string& out, const intake::Indexed& indexed) {
  const std::string id = indexed.id.empty() ? "-" : id_of(indexed);
  out += say(index::name_of(indexed.kind), '\t', print::visible(id), '\t', architecture_of(indexed), '\t',
             print::visible(indexed.name), '\t', print::visible(indexed.path), '\n');
}

void append_json(std::string& out, const intake::Indexed& indexed) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("kind", index::name_of(indexed.kind));
  json.member("id", id_of(indexed));
  json.member("arch", architecture_of(indexed));
  json.member("name", indexed.name);
  json.member("path", indexed.path);
  json.member("prepared", indexed.prepared);
  if (indexed.of_another) json.member("reason", "the store has symbols with this id from another file");
  json.end_object();
  out += '\n';
}

}  // namespace

Result<void> Report::add(const intake::Indexed& indexed, Bytes bytes) {
  ++(indexed.prepared ? prepared_ : up_to_date_);
  if (with_statistics_) return tell(bytes, indexed.path, indexed.units.get());
  if (format_ == Format::Json) {
    append_json(output_.buffer(), indexed);
  } else {
    append_text(output_.buffer(), indexed);
  }
  static_cast<void>(output_.flush());  // the flush at the end reports the failure again
  return {};
}

Result<void> Report::add_of(store::Shelf& store, const intake::Indexed& indexed) {
  if (!with_statistics_) return add(indexed);
  const auto found = intake::find(indexed, store);
  if (!found) return fail(found.error());
  return add(indexed, found->blob->bytes());
}

Result<void> Report::tell(Bytes index, const std::string& path, const index::UnitRanges* units) {
  const auto told = append_statistics(index, path, units, format_, output_.buffer());
  if (!told) return fail(say(path, ": ", told.error().message));
  static_cast<void>(output_.flush());
  return {};
}

void Report::print_summary() const {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun_;
  std::fprintf(stderr, "%zu prepared, %zu up to date, %zu without id or functions left out, in %.2f s\n",
               prepared_, up_to_date_, left_out_, took.count());
}

}  // namespace symkit::symprep
