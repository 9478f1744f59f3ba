// Frames that symlookup has answered, in a log of any kind: it keeps a line up to the frame's address and
// writes the answer behind that, as atos does:
//   /usr/lib/kiosk/kiosk(+0x1898)[0x7f3a2c401898] price(int) (in kiosk) (kiosk.c:59) [inlined]
//   3   Kitchen      0x00000001022303fc -[Kitchen boil:] (in Kitchen) + 12
// The answer is read from its end, for a function's name may hold anything; it begins behind the last word
// that is an address, or where the line's own text does. Nothing is left to look up.
#include <algorithm>
#include <array>
#include <cstdint>

#include "ground/base/characters.h"
#include "ground/base/whole_number.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view inlined_mark = " [inlined]";
constexpr std::string_view before_image = " (in ";

// "…/a.c:12", "a.c:12:3"
bool take_file(std::string_view text, Said& said) {
  std::array<std::uint32_t, 2> numbers{};
  std::size_t count = 0;
  while (count < numbers.size()) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) break;
    const auto number = whole_number<std::uint32_t>(text.substr(colon + 1));
    if (!number) break;
    numbers[count++] = *number;
    text = text.substr(0, colon);
  }
  if (count == 0) return false;
  said.file = text;
  said.line = numbers[count - 1];
  if (count == 2) said.column = numbers[0];
  return true;
}

// " (file:line)" or " + 12", where the text ends with one. False: it ends with something else.
bool take_place_off(std::string_view& text, Said& said) {
  if (!text.ends_with(')')) {
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos || !whole_number<std::uint64_t>(text.substr(plus + 3))) return false;
    text = text.substr(0, plus);
    return true;
  }
  const std::size_t open = text.size() - last_group(text).size();
  if (open == 0 || open == text.size() || text[open - 1] != ' ') return false;
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  if (!take_file(inside, said)) return false;
  text = text.substr(0, open - 1);
  return true;
}

// " (one of 2: second)": the names that the address has besides.
std::string_view without_others(std::string_view name) {
  if (!name.ends_with(')')) return name;
  const std::size_t begin = name.rfind(" (one of ");
  return begin == std::string_view::npos ? name : name.substr(0, begin);
}

bool is_of_hex_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_hex_digit);
}

// "0x1f2e", "[0x1f2e]", "0x1f2e:", "(+0x18)[0x1f2e]", "f+0x4/0x60", "[lib.so+0x1134]";
// "00007f3a2c401898", "[<c010bd9c>]"
bool is_address_word(std::string_view word) {
  constexpr std::size_t fewest_bare = 8, most_bare = 16;
  while (!word.empty() && std::string_view("])>:").contains(word.back())) word.remove_suffix(1);
  const std::size_t mark = std::max(word.rfind("0x") + 1, word.rfind("0X") + 1);
  if (mark != 0) return is_of_hex_digits(word.substr(mark + 1));
  word.remove_prefix(std::min(word.find_first_not_of("[<("), word.size()));
  return word.size() >= fewest_bare && word.size() <= most_bare && is_of_hex_digits(word);
}

// Where the answer begins in what stands before its image.
std::size_t begin_of_answer(std::string_view text) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t", begin), text.size());
    if (at < text.size() && is_address_word(text.substr(begin, at - begin))) from = at;
  }
  return from;
}

// "#3 ", "3: ", " 3# ", "[3] ", "3   Kitchen"
std::optional<std::uint32_t> number_before(std::string_view head) {
  const std::size_t begin = head.find_first_of("0123456789");
  if (begin == std::string_view::npos || head.find_first_not_of(" \t#[") < begin) return std::nullopt;
  const std::size_t end = head.find_first_not_of("0123456789", begin);
  if (end == std::string_view::npos || !std::string_view(" \t:#])").contains(head[end])) return std::nullopt;
  return whole_number<std::uint32_t>(head.substr(begin, end - begin));
}

class Answered : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {before_image};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (text.ends_with(inlined_mark)) {
      frame.said.inlined = true;
      text.remove_suffix(inlined_mark.size());
    }
    if (!take_place_off(text, frame.said) || !text.ends_with(')')) return Found::Nothing;
    const std::size_t in = text.rfind(before_image);
    if (in == std::string_view::npos || in == 0) return Found::Nothing;
    frame.image.name = text.substr(in + before_image.size(), text.size() - in - before_image.size() - 1);
    text = text.substr(0, in);
    const std::size_t begin = begin_of_answer(text);
    if (begin == 0 && frame.said.file.empty()) return Found::Nothing;  // it may be a sentence
    frame.said.function = without_others(trimmed(text.substr(begin)));
    if (frame.said.function == "???") frame.said.function = {};
    frame.number = number_before(text.substr(0, begin));
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> answered() { return std::make_unique<Answered>(); }

}  // namespace symkit::crashlog
