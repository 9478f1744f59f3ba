// Perl's stacks, as Carp writes them; the place of a frame is that of the call:
//   closed at lib/Kiosk/Till.pm line 42.
//   	Kiosk::Till::take(Kiosk::Till=HASH(0x55d0c1a2ba2b), 3) called at lib/Kiosk/Server.pm line 17
//   	eval {...} called at bin/kiosk line 9                             is no function
// Read in dist/Carp/lib/Carp.pm.
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// The number that ends the text, as in "lib/Till.pm line 42", "… line 42.", "… line 42, <STDIN> line 3."
std::optional<std::uint32_t> take_last_line(std::string_view& text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto number = take_line_number(text);
  const std::size_t handle = number && text.ends_with('>') ? text.rfind(", <") : std::string_view::npos;
  if (handle == std::string_view::npos) return number;
  text = text.substr(0, handle);
  return take_line_number(text);
}

// "closed at lib/Kiosk/Till.pm line 42."
std::optional<Cause> perls_error(std::string_view text) {
  const auto number = take_last_line(text);
  const std::size_t at = number ? text.rfind(" at ") : std::string_view::npos;
  if (at == std::string_view::npos || at == 0 || text.substr(at + 4).contains(' ')) return std::nullopt;
  if (text.substr(0, at).ends_with(" called")) return std::nullopt;  // a frame
  Cause made = reason("Perl error", text.substr(0, at));
  made.file = text.substr(at + 4);
  made.line = *number;
  made.waits = true;
  return made;
}

class PerlStack : public Format {
 public:
  ReadCause causes() const override { return perls_error; }
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    const auto number = take_last_line(text);
    constexpr std::string_view called = " called at ";
    const std::size_t at = number ? text.rfind(called) : std::string_view::npos;
    if (at == std::string_view::npos) return Found::Nothing;
    const std::string_view function = function_in(text.substr(0, at));
    if (function.empty()) return Found::Nothing;
    frame.said = {.function = function, .file = text.substr(at + called.size()), .line = *number};
    return Found::Named;
  }

 private:
  // "Till::take(…)", "main::__ANON__[t.pl:3](…)"; not "eval {...}", "require Till.pm"
  static std::string_view function_in(std::string_view text) {
    const std::string_view name = text.substr(0, text.find('('));
    return name.size() < text.size() && text.ends_with(')') && !name.contains(' ') ? name
                                                                                   : std::string_view();
  }
};

}  // namespace

std::unique_ptr<Format> perl_stack() { return std::make_unique<PerlStack>(); }

}  // namespace symkit::crashlog
