// Stacks of UCX that it has looked up itself with libbfd:
//    0 0x000000000003b7e8 till_open()  /src/till.c:12
//    1 0x0000000000012730 __funlockfile()  ???:0
// Seen in openucx/ucx#2888. Addresses are of the file; a call that was inlined has the address of the frame
// that contains it.
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

class UcxBacktrace : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    constexpr std::string_view before_place = "()  ";
    std::string_view text = trimmed(line.substr(start));
    const auto number = take_number(text);
    if (!number || !take_word(text, " 0x")) return Found::Nothing;
    const std::size_t blank = text.find(' '), end = text.rfind(before_place);
    if (blank != digits_of_address || end == std::string_view::npos || end <= blank) return Found::Nothing;
    const std::string_view place = text.substr(end + before_place.size());
    if (place != "???:0" && place != ":0" && !read_place(place, frame.said)) return Found::Nothing;
    frame.number = number;
    frame.said.function = text.substr(blank + 1, end - blank - 1);
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> ucx_backtrace() { return std::make_unique<UcxBacktrace>(); }

}  // namespace symkit::crashlog
