// Writes folded stacks, in which semicolons and the last blank of a line have a meaning.
#include <map>

#include "ground/print/visible.h"
#include "reports/profile/frame_names.h"
#include "reports/profile/sum.h"
#include "reports/profile/writers.h"

namespace symkit::profile {
namespace {

std::string folded_name(const ShownFrame& frame) {
  std::string name = print::visible(frame.name);
  for (char& character : name)
    if (character == ';') character = ':';
  return name;
}

}  // namespace

void write_folded(const Profile& profile, std::size_t type, std::string& out) {
  const FrameNames names(profile, Lines::Together);
  std::vector<std::string> shown;
  for (const ShownFrame& frame : names.all()) shown.push_back(folded_name(frame));
  std::map<std::string, std::int64_t> by_stack;
  std::vector<std::uint32_t> frames;
  for (std::size_t i = 0; i < profile.sample_count(); ++i) {
    const std::int64_t value = profile.values(i)[type];
    if (value <= 0) continue;
    names.of_stack(profile.stack(i), frames);
    std::string line;
    for (const std::uint32_t frame : frames) {
      if (!line.empty()) line += ';';
      line += shown[frame];
    }
    add_to(by_stack[line.empty() ? "(no stack)" : line], value);
  }
  for (const auto& [stack, value] : by_stack) out += stack + " " + std::to_string(value) + "\n";
}

}  // namespace symkit::profile
