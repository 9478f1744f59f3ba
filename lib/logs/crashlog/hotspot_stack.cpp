// Java frames between native frames in a HotSpot report:
//   j  com.example.Native.parse(J)I+0
//   J 12 c2 com.example.Till.open(I)I (30 bytes) @ 0x00007f3a2c401898 [0x00007f3a2c401840+0x58]
#include <algorithm>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

std::optional<Cause> hotspots_dump(std::string_view text) {
  const bool is_deadlock = text.starts_with("Found one Java-level deadlock");  // whose stacks are repeated
  if (!is_deadlock && !text.starts_with("Full thread dump ")) return std::nullopt;
  Cause made = is_deadlock ? reason("deadlock") : cause(Knows::Nothing, "thread dump");
  made.begins = true;
  made.apart = !is_deadlock;
  return made;
}

class HotspotStack : public Format {
 public:
  ReadCause causes() const override { return hotspots_dump; }
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (!report.in_stack()) return Found::Nothing;
    const std::string_view text = trimmed(line.substr(start));
    if (!text.starts_with("j ") && !text.starts_with("J ")) return Found::Nothing;
    const std::string_view call = text.substr(0, std::min(text.find('('), text.size()));
    const std::size_t blank = call.rfind(' ');
    if (call.size() == text.size() || !call.substr(blank).contains('.')) return Found::Nothing;
    frame.said.function = call.substr(blank + 1);
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> hotspot_stack() { return std::make_unique<HotspotStack>(); }

}  // namespace symkit::crashlog
