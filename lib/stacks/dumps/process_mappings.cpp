#include "stacks/dumps/process_mappings.h"

#include <optional>

#include "ground/base/each_line.h"
#include "ground/base/whole_number.h"

namespace symkit::dumps {
namespace {

// And the character behind it.
std::optional<std::uint64_t> take_hex(std::string_view& text, char behind) {
  const auto number = take_number<std::uint64_t>(text, 16);
  if (!number || !text.starts_with(behind)) return std::nullopt;
  text.remove_prefix(1);
  return number;
}

std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return word;
}

// "7f1020000000-7f1020001000 r-xp 00001000 fd:00 4711                       /usr/lib/libtill.so"
std::optional<Mapping> mapping_in(std::string_view line) {
  const auto begin = take_hex(line, '-'), end = take_hex(line, ' ');
  if (!begin || !end || *end < *begin) return std::nullopt;
  Mapping mapping{.begin = *begin, .end = *end, .path = {}};
  mapping.is_code = take_word(line).contains('x');
  const auto offset = take_hex(line, ' ');
  if (!offset) return std::nullopt;
  mapping.offset = *offset;
  take_word(line);  // the device
  take_word(line);  // the file's number
  const std::size_t path = line.find_first_not_of(' ');
  if (path != std::string_view::npos) mapping.path = line.substr(path);
  constexpr std::string_view deleted = " (deleted)";
  if (mapping.path.ends_with(deleted)) mapping.path.remove_suffix(deleted.size());
  return mapping;
}

}  // namespace

std::vector<Mapping> read_mappings(std::string_view maps) {
  std::vector<Mapping> all;
  each_line(maps, [&](std::string_view line) {
    while (line.ends_with('\n')) line.remove_suffix(1);
    if (const auto mapping = mapping_in(line)) all.push_back(*mapping);
  });
  return all;
}

}  // namespace symkit::dumps
