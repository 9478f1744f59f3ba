#include "profile/frame_names.h"

#include <ranges>

namespace symkit::profile {

FrameNames::FrameNames(const Profile& profile, Lines lines) {
  for (const Location& location : profile.locations) {
    for (const Line& line : profile.lines_of(location)) {
      const TextId file = line.function == none ? 0 : profile.functions[line.function].file;
      numbers_.push_back(number_of({name_of(profile, location, line), file, line.line}, lines));
    }
    if (location.line_count == 0) numbers_.push_back(number_of({place_of(profile, location)}, lines));
    ends_.push_back(numbers_.size());
  }
}

std::uint32_t FrameNames::number_of(ShownFrame frame, Lines lines) {
  const std::uint32_t line = lines == Lines::Apart ? frame.line : 0;
  const auto [place, is_new] = by_content_.try_emplace(std::tuple(frame.name, frame.file, line),
                                                       static_cast<std::uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(std::move(frame));
  return place->second;
}

void FrameNames::of_stack(std::span<const std::uint32_t> stack, std::vector<std::uint32_t>& frames) const {
  frames.clear();
  for (const std::uint32_t location : std::views::reverse(stack))
    for (const std::uint32_t frame : std::views::reverse(of(location))) frames.push_back(frame);
}

}  // namespace symkit::profile
