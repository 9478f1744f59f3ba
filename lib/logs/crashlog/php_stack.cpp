// PHP's stacks; the place of a frame is that of the call:
//   #0 /app/shop.php(5): Till->take(7)

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view script = ".php(";

class PhpStack : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto number = numbered_frame(at);
    if (!number) return Found::Nothing;
    const std::string_view text = trimmed(at.rest());
    const std::size_t mark = text.find(script);
    if (mark == std::string_view::npos) return Found::Nothing;
    std::string_view rest = text.substr(mark + script.size());
    const auto place = take_number(rest);
    if (!place || !take_word(rest, "): ") || !rest.ends_with(')')) return Found::Nothing;
    take_number(*number, frame);
    frame.said.function = rest.substr(0, rest.find('('));
    frame.said.file = text.substr(0, mark + script.size() - 1);
    frame.said.line = *place;
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> php_stack() { return std::make_unique<PhpStack>(); }

}  // namespace symkit::crashlog
