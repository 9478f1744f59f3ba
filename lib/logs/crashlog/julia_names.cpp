// Julia's frames with names, in the stack of a crash:
//   ledger_total at /opt/kiosk/src/ledger.jl:205 [inlined]
//   _ZN5kiosk5totalEv at /opt/kiosk/libkiosk.so (unknown line)
// Other texts look like them, so they count only next to a frame, or to what says that the program crashed.
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

class JuliaNames : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (!report.in_stack()) return Found::Nothing;
    std::string_view text = trimmed(line.substr(start));
    constexpr std::string_view inlined = " [inlined]", no_line = " (unknown line)";
    frame.said.inlined = text.ends_with(inlined);
    if (frame.said.inlined) text.remove_suffix(inlined.size());
    const auto name = take_before(text, " at ");
    if (!name || name->empty() || name->contains(' ') || text.contains(' ') != text.ends_with(no_line))
      return Found::Nothing;
    const bool has_path = text.starts_with('/') || text.starts_with("./");
    if (!has_path || (!text.ends_with(no_line) && !read_place(text, frame.said))) return Found::Nothing;
    if (text.ends_with(no_line))
      frame.image.name = last_of_path(text.substr(0, text.size() - no_line.size()));
    frame.said.function = *name;
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> julia_names() { return std::make_unique<JuliaNames>(); }

}  // namespace symkit::crashlog
