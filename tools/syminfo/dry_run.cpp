// --log --fetch --dry-run: lists what would be fetched for a log, from which server, and how large it is.
// Nothing is downloaded.
#include <unistd.h>
#include <vector>

#include "answers/rewrite/image_scout.h"
#include "ground/base/utf8.h"
#include "ground/base/words.h"
#include "ground/print/columns.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "syminfo/log_places.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

using fetch::Outcome;
using Row = std::vector<std::string>;

// What only a request can show: which server has it, or why none does.
Row row_of(const Outcome& outcome, const std::string& why_not) {
  const std::string name = outcome.wanted.name.empty() ? "-" : print::visible(outcome.wanted.name);
  const std::string id = outcome.wanted.id.hex();
  if (!outcome.from.empty()) return {name, id, "-", "-", print::visible(outcome.from)};
  if (!outcome.sighting) return {name, id, "-", "-", print::visible(why_not)};
  const fetch::Sighting& seen = *outcome.sighting;
  return {name, id, seen.what, seen.size == 0 ? "-" : std::to_string(seen.size), print::visible(seen.server)};
}

void write_object(const Outcome& outcome, const std::string& why_not, std::string& out) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("image", outcome.wanted.name);
  json.member("id", outcome.wanted.id.hex());
  if (!outcome.from.empty()) {
    json.member("from", outcome.from);
  } else if (outcome.sighting) {
    json.member("what", outcome.sighting->what);
    if (outcome.sighting->size != 0) json.member("size", outcome.sighting->size);
    json.member("server", outcome.sighting->server);
  } else {
    json.member("reason", why_not);
  }
  json.end_object();
  out += '\n';
}

// In columns for people, with tabs for programs.
void write_rows(const std::vector<Row>& rows, bool is_for_people, std::string& out) {
  if (is_for_people) return print::append_columns(out, rows);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : "\t") + row[i];
    out += '\n';
  }
}

}  // namespace

Result<void> list_downloads(Work& work) {
  print::Progress progress(work.options.progress);
  auto places = places_of(work, progress);
  if (!places) return fail(places.error());
  auto downloads = tools::open_downloads(work.options.fetching, progress, work.console, true);
  if (!downloads) return fail(downloads.error());
  places->downloads = *downloads;
  const locate::Search search(*places);
  const auto input = open_log(work.options.log);
  if (!input) return fail(input.error());
  rewrite::ImageScout scout([&](const ImageReference& image) {
    if (search.needs_servers(image)) (*downloads)->expect(fetch::Wanted::of(image));
  });
  if (const auto read = scout.read(**input); !read) return read;
  while ((*downloads)->next()) {
  }
  std::vector<Row> rows;
  std::string out;
  for (const Outcome& outcome : (*downloads)->outcomes()) {
    const auto none = (*downloads)->get(outcome.wanted);
    const std::string why_not = none ? "" : none.error().message;
    if (work.options.format == Format::Json) {
      write_object(outcome, why_not, out);
    } else {
      rows.push_back(row_of(outcome, why_not));
    }
  }
  write_rows(rows, ::isatty(STDOUT_FILENO) == 1, out);
  progress.finish();
  work.output.write(out);
  return {};
}

}  // namespace symkit::syminfo
