// Python's tracebacks, the innermost frame last, and its faulthandler's stacks, the innermost first:
//     File "/app/shop.py", line 12, in serve
//     File "/app/shop.py", line 12 in serve

#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view before_file = "File \"";

std::optional<Cause> pythons_cause(std::string_view text) {
  if (text.ends_with("Traceback (most recent call last):")) {
    Cause made = cause(Knows::Nothing, "exception");
    made.begins = made.waits = true;
    return made;
  }
  if (text.starts_with("During handling of the above exception") ||
      text.starts_with("The above exception was the direct cause"))
    return Cause{.what = Cause::What::Chain};
  if (take_word(text, "Fatal Python error: ")) return reason("Python fatal error", text);
  if (text.ends_with(" (most recent call first):"))  // of faulthandler
    return stack_follows(text.starts_with("Thread 0x") ? Role::OtherThread : Role::Crashed);
  if (!take_word(text, "===BUG DETECTED: ")) return std::nullopt;
  return reason(trimmed(text.substr(0, text.rfind("==="))));
}

class PythonTraceback : public Format {
 public:
  ReadCause causes() const override { return pythons_cause; }
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    if (!take_word(text, before_file)) return Found::Nothing;
    const auto file = take_before(text, "\", line ");
    const auto number = file ? take_number(text) : std::nullopt;
    if (!number) return Found::Nothing;
    frame.said = {.file = *file, .line = *number, .innermost_last = true};
    if (take_word(text, " in ")) {
      frame.said.innermost_last = false;
    } else if (!take_word(text, ", in ")) {
      return Found::Named;
    }
    frame.said.function = trimmed(text);
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> python_traceback() { return std::make_unique<PythonTraceback>(); }

}  // namespace symkit::crashlog
