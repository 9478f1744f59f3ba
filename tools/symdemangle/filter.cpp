#include "symdemangle/filter.h"

#include "ground/io/lines.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "names/demangle/names_in_text.h"

namespace symkit::symdemangle {

std::string_view Filter::demangled(std::string_view mangled) {
  if (allowance_.used_up()) {
    summary_.leave_out();
    return mangled;
  }
  const std::string_view readable = names_.demangled(mangled);
  allowance_.spend(readable.size());
  if (options_.summary) summary_.count(mangled, readable);
  return readable;
}

void Filter::print_object(std::string_view mangled, std::string_view readable, std::size_t column) {
  print::JsonWriter json(output_.buffer());
  json.begin_object();
  json.member("line_no", line_);
  json.member("column", column);
  json.member("mangled", mangled);
  json.member("language", demangle::language_of(mangled));
  json.key("name");
  if (readable == mangled) {
    json.null();
  } else {
    json.value(readable);
  }
  json.end_object();
  output_.write("\n");
}

// Unchanged names stay so byte for byte; a demangled name can have characters that no mangled one has.
void Filter::write_name(std::string_view mangled, std::string_view readable) {
  if (readable == mangled) return output_.write(mangled);
  print::append_visible(output_.buffer(), readable);
  output_.written();
}

bool Filter::rewrite(std::string_view text) {
  allowance_.earn(text.size());
  std::size_t done = 0;
  demangle::NamesInText names(text);
  for (std::string_view mangled = names.next(); !mangled.empty(); mangled = names.next()) {
    const auto at = static_cast<std::size_t>(mangled.data() - text.data());
    const std::string_view readable = demangled(mangled);
    if (options_.format == Format::Json) {
      print_object(mangled, readable, at + 1);
    } else {
      output_.buffer().append(text, done, at - done);
      write_name(mangled, readable);
    }
    done = at + mangled.size();
  }
  if (options_.format == Format::Text) output_.write(text.substr(done));
  return done > 0;
}

void Filter::name(std::string_view name) {
  ++line_;
  const bool json = options_.format == Format::Json;
  if (const std::string_view readable = names_.demangled(name); readable == name) {
    if (!rewrite(name) && json) print_object(name, name, 1);
  } else if (json) {
    print_object(name, demangled(name), 1);
  } else {
    write_name(name, demangled(name));
  }
  if (!json) output_.write("\n");
}

Result<void> Filter::lines(io::Input& input) {
  io::Lines lines(input);
  while (!output_.stopped()) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    if ((*line)->begins) ++line_;
    rewrite((*line)->text);
    if (lines.buffered()) continue;
    if (const auto sent = output_.flush(); !sent) return sent;
  }
  return {};
}

}  // namespace symkit::symdemangle
