#include "serve/service/multipart.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

constexpr std::string_view line_end = "\r\n";

// A parameter of `form-data; name="file"; filename="a b"`, without its quotes; empty: missing.
std::string_view parameter_of(std::string_view field, std::string_view wanted) {
  while (true) {
    const std::size_t semicolon = field.find(';');
    if (semicolon == std::string_view::npos) return {};
    field = trimmed(field.substr(semicolon + 1));
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string name = in_lower_case(trimmed(field.substr(0, equals)));
    field.remove_prefix(equals + 1);
    const bool is_quoted = field.starts_with('"');
    if (is_quoted) field.remove_prefix(1);
    const std::size_t end = std::min(field.find(is_quoted ? '"' : ';'), field.size());
    if (name == wanted) return is_quoted ? field.substr(0, end) : trimmed(field.substr(0, end));
    field.remove_prefix(end);
  }
}

// Parses the part's fields, up to the empty line, and the content after it.
std::optional<FormPart> read_part(std::string_view text) {
  FormPart part;
  while (!text.starts_with(line_end)) {
    const std::size_t end = text.find(line_end);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text.substr(0, end);
    const std::size_t colon = std::min(line.find(':'), line.size());
    if (in_lower_case(line.substr(0, colon)) == "content-disposition") {
      part.name = parameter_of(line, "name");
      part.file_name = parameter_of(line, "filename");
    }
    text.remove_prefix(end + line_end.size());
  }
  part.content = text.substr(line_end.size());
  return part;
}

}  // namespace

Result<std::vector<FormPart>> read_form(std::string_view type, std::string_view body) {
  constexpr std::size_t longest_boundary = 70;
  const std::string_view boundary = parameter_of(type, "boundary");
  if (!in_lower_case(type).starts_with("multipart/form-data") || boundary.empty() ||
      boundary.size() > longest_boundary)
    return fail("the body's type must be multipart/form-data with a boundary");
  const std::string line = say("--", boundary), between = say(line_end, line);
  if (!body.starts_with(line)) return fail("the body must begin with its boundary");
  body.remove_prefix(line.size());
  std::vector<FormPart> parts;
  while (!body.starts_with("--")) {
    if (!body.starts_with(line_end)) return fail("there is no line end after a boundary");
    body.remove_prefix(line_end.size());
    const std::size_t end = body.find(between);
    if (end == std::string_view::npos) return fail("the body ends within a part");
    const auto part = read_part(body.substr(0, end));
    if (!part) return fail("a part has no empty line after its fields");
    if (parts.size() == most_form_parts)
      return fail(say("more than ", most_form_parts, " parts in one request"));
    parts.push_back(*part);
    body.remove_prefix(end + between.size());
  }
  return parts;
}

}  // namespace symkit::service
