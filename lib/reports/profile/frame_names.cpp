#include "reports/profile/frame_names.h"

#include <ranges>

#include "names/demangle/short_name.h"

namespace symkit::profile {
namespace {

// Names in Go and Java have brackets with another meaning.
bool is_cpp(std::string_view name, std::string_view system_name) {
  if (system_name.starts_with("_Z") || system_name.starts_with("__Z")) return true;
  return name.contains("::") && !name.contains(".<") && !name.contains("]).");
}

}  // namespace

FrameNames::FrameNames(const Profile& profile, Lines lines, Names names) {
  for (const Location& location : profile.locations) {
    for (const Line& line : profile.lines_of(location)) {
      const Function function = line.function == none ? Function() : profile.functions[line.function];
      numbers_.push_back(function.name != 0
                             ? number_of_named(profile, line, lines, names)
                             : number_of({place_of(profile, location), function.file, line.line}, lines));
    }
    if (location.line_count == 0) numbers_.push_back(number_of({place_of(profile, location)}, lines));
    ends_.push_back(numbers_.size());
  }
}

std::uint32_t FrameNames::number_of_named(const Profile& profile, const Line& line, Lines lines,
                                          Names names) {
  const std::uint64_t key = std::uint64_t{line.function} << 32 | (lines == Lines::Apart ? line.line : 0);
  const auto [place, is_new] = by_function_.try_emplace(key);
  if (!is_new) return place->second;
  const Function& function = profile.functions[line.function];
  std::string name(profile.texts[function.name]);
  if (names == Names::Cut && is_cpp(name, profile.texts[function.system_name]))
    name = demangle::scoped_name(name);
  return place->second = number_of({std::move(name), function.file, line.line}, lines);
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
