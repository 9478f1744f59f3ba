// Stacks of Boost.Stacktrace and of C++23's std::stacktrace with names:
//    0# take() at /src/shop.cpp:9
//    1# take() in ./shop

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

class StacktraceLines : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    const auto number = take_number(text);
    if (!number || !take_word(text, "# ")) return Found::Nothing;
    text = trimmed(text);
    frame.number = number;
    if (const std::size_t at = text.rfind(" at ");
        at != std::string_view::npos && read_place(text.substr(at + 4), frame.said)) {
      frame.said.function = without_offset(text.substr(0, at));
      return Found::Named;
    }
    const std::size_t in = text.rfind(" in ");
    if (in == std::string_view::npos || text.starts_with("0x")) return Found::Nothing;
    frame.image.name = last_of_path(trimmed(text.substr(in + 4)));
    frame.said.function = without_offset(text.substr(0, in));
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> stacktrace_lines() { return std::make_unique<StacktraceLines>(); }

}  // namespace symkit::crashlog
