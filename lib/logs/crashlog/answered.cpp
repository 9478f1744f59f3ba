// Frames that symlookup has resolved, in a log of any kind. It keeps a line up to the frame's address and
// writes the answer after it, as atos does:
//   /usr/lib/kiosk/kiosk(+0x1898)[0x7f3a2c401898] price(int) (in kiosk) (kiosk.c:59) [inlined]
//   3   Kitchen      0x00000001022303fc -[Kitchen boil:] (in Kitchen) + 12
// An answer begins after the last address before its image, or at the beginning of the line's own text. A
// line with several addresses has several answers. There is nothing left to look up.
#include <algorithm>
#include <array>
#include <cstdint>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/whole_number.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view inlined_mark = " [inlined]";
constexpr std::string_view before_image = " (in ";
// Follows an address of eu-stack that is within the call already.
constexpr std::string_view stepped_back = " - 1 ";

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

// The text after a frame's name, from " (in " to the end of the answer.
struct Tail {
  std::size_t end = 0;
  std::string_view image;
  Said said;
};

// The text after the image: " (file:line)" or " + 12", and the mark of an inlined call. One of them is
// required.
bool read_place(std::string_view text, Tail& tail) {
  const std::size_t begin = tail.end;
  if (text.substr(tail.end).starts_with(" (")) {
    const std::size_t close = text.find(')', tail.end);
    if (close == std::string_view::npos) return false;
    if (!take_file(text.substr(tail.end + 2, close - tail.end - 2), tail.said)) return false;
    tail.end = close + 1;
  } else if (text.substr(tail.end).starts_with(" + ")) {
    const std::size_t end = first_not_of<"0123456789">(text, tail.end + 3);
    if (end == tail.end + 3) return false;
    tail.end = std::min(end, text.size());
  }
  tail.said.inlined = text.substr(tail.end).starts_with(inlined_mark);
  if (tail.said.inlined) tail.end += inlined_mark.size();
  const bool ends = tail.end == text.size() || std::string_view(" \t;").contains(text[tail.end]);
  return tail.end != begin && ends;
}

// `at`: the position of " (in ". The image's name may contain brackets, too.
std::optional<Tail> read_tail(std::string_view text, std::size_t at) {
  constexpr int most_brackets = 8;
  const std::size_t from = at + before_image.size();
  std::size_t close = text.find(')', from);
  for (int i = 0; i < most_brackets && close != std::string_view::npos;
       ++i, close = text.find(')', close + 1)) {
    Tail tail{.end = close + 1, .image = text.substr(from, close - from), .said = {}};
    if (read_place(text, tail)) return tail;
    if (tail.image.contains(before_image)) break;
  }
  return std::nullopt;
}

// The next answer in the text: where its tail begins, and what the tail says.
struct Answer {
  std::size_t in = 0;
  Tail tail;
};

std::optional<Answer> next_answer(std::string_view text, std::size_t from) {
  for (std::size_t in = text.find(before_image, from); in != std::string_view::npos;
       in = text.find(before_image, in + 1)) {
    if (const auto tail = read_tail(text, in)) return Answer{in, *tail};
  }
  return std::nullopt;
}

// " (one of 2: second)": the other names of the address.
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
  word.remove_prefix(std::min(first_not_of<"[<(">(word), word.size()));
  return word.size() >= fewest_bare && word.size() <= most_bare && is_of_hex_digits(word);
}

// "kiosk[401000+1000]", "libkiosk.so[1136,7f3a2c401000+1000]": where the kernel says the image is.
bool is_mapping_word(std::string_view word) {
  const std::size_t open = word.rfind('['), plus = word.rfind('+');
  if (!word.ends_with(']') || open == std::string_view::npos || plus == std::string_view::npos || plus < open)
    return false;
  const std::string_view begin = word.substr(open + 1, plus - open - 1);
  return is_of_hex_digits(begin.substr(begin.find(',') + 1)) &&
         is_of_hex_digits(word.substr(plus + 1, word.size() - plus - 2));
}

// perf's addresses are as short as possible; no name begins with a digit.
bool is_short_address(std::string_view word) {
  constexpr std::size_t fewest = 3;
  return word.size() >= fewest && is_of_hex_digits(word) && std::ranges::any_of(word, is_digit);
}

// Where the answer begins in the text before its image.
std::size_t begin_of_answer(std::string_view text) {
  std::size_t from = 0;
  bool may_be_short = true;  // at the beginning, or after the name of an event
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = first_not_of<" \t">(text, at);
    if (begin == std::string_view::npos) break;
    at = std::min(first_of<" \t">(text, begin), text.size());
    const std::string_view word = text.substr(begin, at - begin);
    if (at == text.size()) break;
    if (is_address_word(word) || is_mapping_word(word) || (may_be_short && is_short_address(word))) from = at;
    may_be_short = word.ends_with(':');
  }
  if (from == 0) {  // ThreadSanitizer has no address: "#0 total"
    Scanner at(text);
    at.blanks();
    if (numbered_frame(at)) from = at.position();
  }
  if (text.substr(from).starts_with(stepped_back)) from += stepped_back.size();
  return from;
}

// "#3 ", "3: ", " 3# ", "[3] ", "3   Kitchen"
std::optional<std::uint32_t> number_before(std::string_view head) {
  const std::size_t begin = first_of<"0123456789">(head);
  if (begin == std::string_view::npos || first_not_of<" \t#[">(head) < begin) return std::nullopt;
  const std::size_t end = first_not_of<"0123456789">(head, begin);
  if (end == std::string_view::npos || !std::string_view(" \t:#])").contains(head[end])) return std::nullopt;
  return whole_number<std::uint32_t>(head.substr(begin, end - begin));
}

// "(libkiosk.so+0x1134) (BuildId: 12ab)", which ThreadSanitizer writes after the place.
bool is_module_alone(std::string_view text) {
  Frame frame;
  return take_module(text, frame) && text.empty();
}

class Answered : public Format {
 public:
  Marks marks() const override { return {before_image}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const auto answer = read_answer(line, start, frame);
    if (!answer) return Found::Nothing;
    const std::string_view rest = trimmed(line.substr(answer->tail.end));
    frame.shares_line = !rest.empty();
    if (frame.shares_line && !next_answer(line, answer->tail.end)) {
      if (!is_module_alone(rest) && !rest.starts_with("likely on CPU ")) return Found::Nothing;
      frame.shares_line = false;
    }
    const std::string_view head = line.substr(start, answer->in - start);
    const std::string_view before = head.substr(0, begin_of_answer(head));
    if (before.empty() && frame.said.file.empty()) return Found::Nothing;  // it may be a sentence
    frame.number = number_before(before);
    frame.is_left_over = trimmed(before).starts_with("? ") || before.contains("] ? ");
    return Found::Named;
  }

  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    frame.shares_line = true;
    return read_answer(line, from, frame).has_value();
  }

 private:
  static std::optional<Answer> read_answer(std::string_view line, std::size_t from, Frame& frame) {
    const auto answer = next_answer(line, from);
    if (!answer || answer->in == from) return std::nullopt;
    const std::string_view head = line.substr(from, answer->in - from);
    const std::string_view names = trimmed(head.substr(begin_of_answer(head)));
    frame.said = answer->tail.said;
    frame.image.name = answer->tail.image;
    frame.said.function = without_others(names);
    if (frame.said.function.size() != names.size()) frame.said.folded = names;
    if (frame.said.function == "???") frame.said.function = {};
    frame.replaced = {answer->tail.end, answer->tail.end};
    return answer;
  }
};

}  // namespace

std::unique_ptr<Format> answered() { return std::make_unique<Answered>(); }

}  // namespace symkit::crashlog
