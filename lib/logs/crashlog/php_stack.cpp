// PHP's stacks; the place of a frame is that of the call:
//   #0 /app/shop.php(5): Till->take(7)

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view script = ".php(";

// "PHP Fatal error:  Uncaught RuntimeException: closed in /app/shop.php:5"
std::optional<Cause> phps_error(std::string_view text) {
  take_word(text, "PHP ");
  if (!take_word(text, "Fatal error: ")) return std::nullopt;
  take_blanks(text);
  if (!take_word(text, "Uncaught ")) return reason("fatal error", text);
  Cause made = reason(say("uncaught ", text.substr(0, text.find(':'))));
  made.begins = true;
  return made;
}

class PhpStack : public Format {
 public:
  ReadCause causes() const override { return phps_error; }
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
