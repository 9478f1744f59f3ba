// Stacks of R, when a signal came, of traceback() and of Rscript, and of Octave:
//   Traceback:
//    1: take(till, 3)
//    2: tryCatch({    serve(queue)}, error = function(e) NULL)
//   4: take(till, 3) at till.R#12
//   Error in take(till, 3) : the till is closed
//   Calls: main -> serve -> take                                          the innermost last
//   error: called from
//       take at line 12 column 5
//   error:   take at line 12, column 5                                    older ones
// A call of R is written as it stands in the script, over several lines if it is long. R's is read in
// src/main/errors.c.
#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "Error in take(till, 3) : the till is closed", "Error in take(till, 3) :" with the text on the next line
std::optional<Cause> rs_error(std::string_view text) {
  if (!take_word(text, "Error in ")) return std::nullopt;
  const auto call = text.ends_with(" :") ? text.substr(0, text.size() - 2) : take_before(text, " : ");
  if (!call || !call->ends_with(')') || !call->contains('(')) return std::nullopt;
  Cause made = reason("R error", text.ends_with(" :") ? std::string_view() : text);
  made.waits = true;
  return made;
}

std::optional<Cause> octaves_error(std::string_view text) {
  if (!take_word(text, "error: ") || text.starts_with("called from") || text.empty()) return std::nullopt;
  if (text.front() == ' ') return std::nullopt;  // a frame
  Cause made = reason("Octave error", text);
  made.waits = true;
  return made;
}

bool is_in_r_name(char c) { return is_in_word(c) || c == '.' || c == ':' || c == '$' || c == '@'; }

std::optional<Cause> error_of_r_or_octave(std::string_view text) {
  return begins(text, "E") ? rs_error(text) : octaves_error(text);
}

class RStack : public Format {
 public:
  ReadCause causes() const override { return error_of_r_or_octave; }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.starts_with("Error: ") || rs_error(text)) since_error_ = 0;
    if (since_error_ < longest_message && text.starts_with(rs_calls)) return read_calls(line, start, frame);
    ++since_error_;
    if (text.ends_with("Traceback:") || text == "traceback()" || text.ends_with("called from") ||
        text.ends_with("called from:")) {
      within_ = text.ends_with("Traceback:") ? Of::R : text == "traceback()" ? Of::Traceback : Of::Octave;
      return Found::Nothing;
    }
    if (within_ == Of::None) return Found::Nothing;
    const bool is_frame = within_ == Of::Octave ? read_octave(text, frame) : read_r(text, frame);
    if (!is_frame && (within_ == Of::Octave || !report.in_stack())) within_ = Of::None;
    return is_frame ? Found::Named : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& /*report*/, Frame& frame) override {
    return read_call(line, from, frame);
  }

 private:
  enum class Of : std::uint8_t { None, R, Traceback, Octave };  // traceback() counts from the outermost
  static constexpr std::size_t longest_message = 20;            // lines
  static constexpr std::string_view rs_calls = "Calls: ";

  // "Calls: main -> serve -> take", "Calls: main ... take -> <Anonymous>"
  static Found read_calls(std::string_view line, std::size_t start, Frame& frame) {
    return read_call(line, line.find(rs_calls, start) + rs_calls.size(), frame) ? Found::Named
                                                                                : Found::Nothing;
  }

  static bool read_call(std::string_view line, std::size_t from, Frame& frame) {
    std::size_t end = from;
    std::string_view name;
    do {
      const std::size_t begin = first_not_of<" ">(line, end);
      if (begin == std::string_view::npos) return false;
      end = std::min(line.find(' ', begin), line.size());
      name = line.substr(begin, end - begin);
    } while (name == "->" || name == "...");
    if (name != "<Anonymous>" && (is_digit(name.front()) || !std::ranges::all_of(name, is_in_r_name)))
      return false;
    frame.said.function = name;
    frame.said.innermost_last = frame.shares_line = true;
    frame.replaced.end = end;
    return true;
  }

  // "1: take(till, 3)", "17: (function (i) {    take(i)})(261L)", "3: kiosk:::take(x)"
  bool read_r(std::string_view text, Frame& frame) const {
    const auto number = take_number(text);
    if (!number || *number == 0 || !take_word(text, ": ")) return false;
    const std::string_view name = text.substr(0, text.find('('));
    if (name.size() == text.size()) return false;
    if (within_ == Of::R) frame.number = number;
    const bool is_name = !name.empty() && std::ranges::all_of(name, is_in_r_name);
    frame.said.function = is_name ? name : "(function)";
    if (const std::size_t at = text.rfind(" at "); at != std::string_view::npos)
      read_place_of_call(text.substr(at + 4), frame.said);
    return true;
  }

  // "till.R#12"
  static void read_place_of_call(std::string_view text, Said& said) {
    const auto file = take_before(text, "#");
    const auto number = file && !file->contains(' ') ? take_number(text) : std::nullopt;
    if (!number || !text.empty()) return;
    said.file = *file;
    said.line = *number;
  }

  // "take at line 12 column 5", "/src/shop.m at line 3 column 1", "shop>take at line 3 column 1"
  static bool read_octave(std::string_view text, Frame& frame) {
    if (take_word(text, "error: ")) take_blanks(text);
    const auto name = take_before(text, " at line ");
    const auto number = name ? take_number(text) : std::nullopt;
    if (!number || name->contains(' ')) return false;
    take_word(text, ",");
    if (!take_word(text, " column ") || !take_number(text) || !text.empty()) return false;
    frame.said.function = name->substr(name->rfind('>') + 1);
    frame.said.line = *number;
    return true;
  }

  Of within_ = Of::None;                       // the stack that is being read
  std::size_t since_error_ = longest_message;  // lines
};

}  // namespace

std::unique_ptr<Format> r_stack() { return std::make_unique<RStack>(); }

}  // namespace symkit::crashlog
