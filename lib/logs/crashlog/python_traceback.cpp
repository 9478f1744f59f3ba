// Python's tracebacks, the innermost frame last, and its faulthandler's stacks, the innermost first:
//     File "/app/shop.py", line 12, in serve
//     File "/app/shop.py", line 12 in serve

#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view before_file = "File \"";

class PythonTraceback : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = without_tree(line.substr(start));
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

 private:
  // Groups of exceptions are drawn as trees: "  | Traceback …", "    |   File …".
  static std::string_view without_tree(std::string_view text) {
    text = trimmed(text);
    while (text.starts_with("| ")) text = trimmed(text.substr(1));
    return text;
  }
};

}  // namespace

std::unique_ptr<Format> python_traceback() { return std::make_unique<PythonTraceback>(); }

}  // namespace symkit::crashlog
