// Stacks of R, when a signal came, and of Octave:
//   Traceback:
//    1: take(till, 3)
//    2: tryCatch({    serve(queue)}, error = function(e) NULL)
//   error: called from
//       take at line 12 column 5
//   error:   take at line 12, column 5                                    older ones
// A call of R is written as it stands in the script, over several lines if it is long. R's is read in
// src/main/errors.c.
#include <algorithm>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

std::optional<Cause> octaves_error(std::string_view text) {
  if (!take_word(text, "error: ") || text.starts_with("called from") || text.empty()) return std::nullopt;
  if (text.front() == ' ') return std::nullopt;  // a frame
  Cause made = reason("Octave error", text);
  made.waits = true;
  return made;
}

class RStack : public Format {
 public:
  ReadCause causes() const override { return octaves_error; }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.ends_with("Traceback:") || text.ends_with("called from") || text.ends_with("called from:")) {
      within_ = text.ends_with("Traceback:") ? Of::R : Of::Octave;
      return Found::Nothing;
    }
    if (within_ == Of::None) return Found::Nothing;
    const bool is_frame = within_ == Of::R ? read_r(text, frame) : read_octave(text, frame);
    if (!is_frame && (within_ == Of::Octave || !report.in_stack())) within_ = Of::None;
    return is_frame ? Found::Named : Found::Nothing;
  }

 private:
  enum class Of : std::uint8_t { None, R, Octave };

  // "1: take(till, 3)", "17: (function (i) {    take(i)})(261L)", "3: kiosk:::take(x)"
  static bool read_r(std::string_view text, Frame& frame) {
    const auto number = take_number(text);
    if (!number || *number == 0 || !take_word(text, ": ")) return false;
    const std::string_view name = text.substr(0, text.find('('));
    const auto is_in_name = [](char c) {
      return is_in_word(c) || c == '.' || c == ':' || c == '$' || c == '@';
    };
    if (name.size() == text.size()) return false;
    frame.number = number;
    const bool is_name = !name.empty() && std::ranges::all_of(name, is_in_name);
    frame.said.function = is_name ? name : "(function)";
    return true;
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

  Of within_ = Of::None;  // the stack that is being read
};

}  // namespace

std::unique_ptr<Format> r_stack() { return std::make_unique<RStack>(); }

}  // namespace symkit::crashlog
