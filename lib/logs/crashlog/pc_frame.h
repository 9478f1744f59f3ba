// "#09 pc 0000000008b15f90  …": the beginning of frames in the logs of Android and of systems that have
// adopted its format.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {

struct PcFrame {
  std::optional<Number> number;
  Number address;
  std::string_view address_text;
  std::size_t address_end = 0;
  std::size_t behind = 0;  // where the image's path begins
};

// "[#09] pc [0x]8b15f90  ", read from `from` on.
std::optional<PcFrame> read_pc_frame(std::string_view line, std::size_t from);

void take_pc(const PcFrame& found, Frame& frame);

// The file of Android's frames, in text or in protobuf. ART's byte code has no native symbols.
void take_android_path(std::string_view path, Frame& frame);

// Calls take(PcFrame) for each place in the line where such a frame begins, until it returns true. Each
// call may read all of the line, so the number of places is limited: a log has one per line.
template <class Take>
bool find_pc_frame(std::string_view line, Take take) {
  int left = 16;
  for (auto at = find_numbered_frame(line, 0); at && left > 0; at = find_numbered_frame(line, *at + 1)) {
    const auto found = read_pc_frame(line, *at);
    if (!found) continue;
    if (take(*found)) return true;
    --left;
  }
  return false;
}

}  // namespace symkit::crashlog
