#include "logs/crashlog/text_parts.h"

#include <algorithm>
#include <charconv>

#include "ground/base/characters.h"
#include "ground/base/last_of.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

// The number after the last colon, if nothing else follows the colon.
std::optional<std::uint32_t> take_last_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  std::string_view digits = text.substr(colon + 1);
  const auto number = take_number(digits);
  if (!number || !digits.empty()) return std::nullopt;
  text.remove_suffix(text.size() - colon);
  return number;
}

bool may_be_path(std::string_view path) {
  if (path.empty() || path == "??" || path == "?" || path == "<null>") return false;
  return first_of<"./\\">(path) != std::string_view::npos || !path.contains(' ');
}

// Where a path at the end of the text begins: after the last blank. Blanks within brackets, as in
// "<embedded stdlib>/x.py", are part of the path; those of "C:\Program Files" cannot be recognized.
std::size_t path_begin(std::string_view text) {
  const std::size_t blank = last_of<" \t">(text);
  return blank == std::string_view::npos ? 0 : blank + 1;
}

void take_offset(std::string_view text, Frame& frame) {
  Scanner at(text);
  const auto offset = at.prefixed_hex();
  if (offset && at.at_end() && offset->fits) frame.image_offset = offset->value;
}

constexpr std::string_view build_id_heading = "(BuildId:";

// "12ab" of "(BuildId: 12ab)", whatever follows; empty for other texts.
std::string_view build_id_in(std::string_view group) {
  if (!group.starts_with(build_id_heading)) return {};
  group.remove_prefix(build_id_heading.size());
  take_blanks(group);
  const std::size_t end = first_not_of<"0123456789abcdefABCDEF">(group);
  return end == std::string_view::npos || group[end] != ')' ? std::string_view() : group.substr(0, end);
}

}  // namespace

std::optional<std::string_view> take_before(std::string_view& text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(at + word.size());
  return before;
}

std::size_t last_word(std::string_view text, std::string_view word) {
  for (std::string_view before = text; !before.empty();) {
    const std::size_t at = last_of(before, word[1]);
    if (at == std::string_view::npos || at == 0) break;
    if (text.substr(at - 1).starts_with(word)) return at - 1;
    before = text.substr(0, at);
  }
  return std::string_view::npos;
}

void take_blanks(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.empty() || !is_digit(text.front())) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::uint32_t> take_line_number(std::string_view& text) {
  std::size_t from = text.size();
  while (from > 0 && is_digit(text[from - 1])) --from;
  constexpr std::string_view words = " line ";
  std::string_view digits = text.substr(from);
  if (digits.empty() || !text.substr(0, from).ends_with(words)) return std::nullopt;
  const auto number = take_number(digits);
  if (number) text = text.substr(0, from - words.size());
  return number;
}

std::string_view take_address(std::string_view& text) {
  const bool prefixed = text.starts_with("0x") || text.starts_with("0X");
  std::size_t end = prefixed ? 2 : 0;
  while (end < text.size() && (is_hex_digit(text[end]) || text[end] == '`')) ++end;
  const bool ends = end == text.size() || !(is_hex_digit(text[end]) || text[end] == '_' || text[end] == ':' ||
                                            (lower_case(text[end]) >= 'g' && lower_case(text[end]) <= 'z'));
  if (end <= (prefixed ? 2U : 5U) || !ends) return {};
  const std::string_view address = text.substr(0, end);
  text.remove_prefix(end);
  return address;
}

std::string_view take_marked_process(std::string_view& text) {
  std::string_view rest = text;
  if (!take_word(rest, "==")) return {};
  const auto number = take_before(rest, "==");
  if (!number || number->empty() || !std::ranges::all_of(*number, is_digit)) return {};
  text = trimmed(rest);
  return *number;
}

bool read_place(std::string_view text, Said& said) {
  auto line = take_last_number(text);
  if (!line) return false;
  std::string_view path = text;
  std::uint32_t column = 0;
  if (const auto before = take_last_number(path)) {  // the number was the column
    column = *line;
    line = before;
    text = path;
  }
  if (!may_be_path(text)) return false;
  said.file = text;
  said.line = *line;
  said.column = column;
  return true;
}

bool read_function_and_place(std::string_view text, Said& said) {
  const std::size_t open = text.rfind(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) return false;
  if (!read_place(text.substr(open + 2, text.size() - open - 3), said)) return false;
  take_function(text.substr(0, open), said);
  return true;
}

bool take_place(std::string_view& text, Said& said) {
  const std::string_view whole = trimmed(text);
  const std::size_t begin = path_begin(whole);
  if (begin == 0) return false;
  std::string_view place = whole.substr(begin);
  if (place.starts_with('[')) return false;
  const bool unknown = place == "<null>" || place.starts_with("??:") || place == "?:0" || place == ":0:0";
  // Sanitizers omit the line if they only know the file.
  const bool is_path = first_of<"/\\">(place) != std::string_view::npos && place.contains('.') &&
                       first_of<"()<>,*&">(place) == std::string_view::npos;
  if (!unknown && !read_place(place, said)) {
    if (!is_path) return false;
    said.file = place;
  }
  text = trimmed(whole.substr(0, begin));
  return true;
}

void take_function(std::string_view text, Said& said) {
  text = without_offset(trimmed(text));
  const bool is_unknown =
      text == "(unknown)" || text == "<unavailable>" || text == "???" || text == "<unknown>";
  said.function = is_unknown ? std::string_view() : text;
}

bool take_module(std::string_view& text, Frame& frame) {
  std::string_view whole = trimmed(text);
  bool taken = false;
  while (!whole.empty()) {
    const std::size_t blank = whole.ends_with(')') ? last_word(whole, " (") : whole.rfind(' ');
    std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    // A path may contain blanks: "(C:\Program Files\x.dll+0x12)".
    std::string_view group = whole.substr(begin);
    const std::size_t plus = last_word(group, "+0x");
    const bool in_angles = group.starts_with('<') && group.contains(">+0x");
    const bool in_round = group.starts_with('(') && group.ends_with(')') && plus != std::string_view::npos;
    const std::size_t apart = in_round ? std::string_view::npos : last_word(group, " + 0x");  // systemd's
    if (group == "(<unknown module>)") {
      frame.image.name = "<unknown module>";
    } else if (in_angles || in_round) {
      const std::string_view path = group.substr(1, plus - 1 - (in_angles ? 1U : 0U));
      frame.image.name = last_of_path(path);
      take_offset(group.substr(plus + 1, group.size() - plus - 1 - (in_round ? 1U : 0U)), frame);
    } else if (group.starts_with('(') && group.ends_with(')') && apart != std::string_view::npos) {
      frame.image.name = last_of_path(group.substr(1, apart - 1));
      take_offset(group.substr(apart + 3, group.size() - apart - 4), frame);
    } else if (group.starts_with(build_id_heading)) {
      frame.image.id = ImageId::parse(build_id_in(group)).value_or(ImageId{});
    } else {
      break;
    }
    whole = trimmed(whole.substr(0, begin));
    taken = true;
  }
  text = whole;
  return taken;
}

std::size_t open_of_last(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- != 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string_view last_of_path(std::string_view path) {
  const std::size_t slash = last_of<"/\\">(path);
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace symkit::crashlog
