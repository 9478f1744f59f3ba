// Rust's stacks with names, the place on the following line; V8 prints names in this form, too:
//      2: core::panicking::panic
//                at src/main.rs:4:5
//      3:     0x55d0c1a2ba2b - std::rt::lang_start
#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// After "2: ".
bool read_name(std::string_view text, Frame& frame) {
  const bool has_address = !take_address(text).empty();
  take_blanks(text);
  if (has_address) take_word(text, "- ");
  if (has_address && text.ends_with(']')) {  // Node: "f(int) [/usr/bin/node]"
    const std::size_t open = text.rfind('[');
    frame.image.name = last_of_path(text.substr(open + 1, text.size() - open - 2));
    text = trimmed(text.substr(0, open));
  }
  const bool is_name = !text.empty() && !text.contains(": ") &&
                       (has_address || text.contains("::") || text == "main" || text == "_start" ||
                        text.starts_with("__") || text.starts_with("rust_") || text == "start_thread");
  if (!is_name && !(has_address && text.empty())) return false;
  take_function(text, frame.said);
  return true;
}

// "thread 'main' panicked at 'text', src/a.rs:1:2", since 1.73 "… panicked at src/a.rs:1:2:" with the
// text on the next line, since 1.91 "thread 'main' (4711) panicked at …".
std::optional<Cause> rusts_cause(std::string_view text) {
  if (text.starts_with("memory allocation of ")) return reason("out of memory");
  if (text.starts_with("fatal runtime error: stack overflow")) return reason("stack overflow");
  if (!take_word(text, "thread '") || !take_before(text, " panicked at ")) return std::nullopt;
  Cause made = reason("Rust panic");
  if (text.starts_with('\'')) {
    const std::size_t close = text.rfind('\'');
    made = reason("Rust panic", text.substr(1, close == 0 ? std::string_view::npos : close - 1));
    take_place_of(text, made);
  } else if (text.ends_with(':')) {
    made.words_follow = true;
    take_place_of(text.substr(0, text.size() - 1), made);
  }
  made.begins = true;
  return made;
}

class RustStack : public Format {
 public:
  ReadCause causes() const override { return rusts_cause; }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (take_word(text, "at ")) return report.in_stack() ? read_place_line(text, frame) : Found::Nothing;
    if (!report.in_stack() && !report.is_indented()) return Found::Nothing;
    const auto number = take_number(text);
    if (!number || !take_word(text, ": ")) return Found::Nothing;
    frame.number = number;
    return read_name(trimmed(text), frame) ? Found::Named : Found::Nothing;
  }

 private:
  // The place of the frame in the line before.
  static Found read_place_line(std::string_view text, Frame& frame) {
    if (text.contains('(') || !read_place(text, frame.said)) return Found::Nothing;
    frame.said.completes_last = true;
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> rust_stack() { return std::make_unique<RustStack>(); }

}  // namespace symkit::crashlog
