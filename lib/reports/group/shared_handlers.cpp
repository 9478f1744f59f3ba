#include "reports/group/shared_handlers.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace symkit::group {
namespace {

constexpr std::size_t most_frames = 4;  // of a handler, and of what it prints with

std::string_view signal_of(const Group& group) {
  const std::string_view kind = group.signature.kind;
  return kind.substr(0, kind.find(' '));
}

std::span<const TellingFrame> frames_of(const Group& group) {
  const auto& all = group.signature.frames;
  return {std::ranges::find(all, false, &TellingFrame::is_message), all.end()};
}

// How many frames all of the groups begin with. Each keeps one of its own.
std::size_t shared_by(const std::vector<const Group*>& groups) {
  const auto first = frames_of(*groups.front());
  std::size_t shared = std::min(most_frames, first.size());
  for (const Group* group : groups) {
    const auto frames = frames_of(*group);
    shared = std::min(shared, frames.empty() ? 0 : frames.size() - 1);
    for (std::size_t i = 0; i < shared; ++i)
      if (frames[i].key != first[i].key) shared = i;
  }
  return shared;
}

}  // namespace

std::vector<std::size_t> frames_of_shared_handlers(std::span<const Group> groups) {
  std::vector<std::size_t> shared(groups.size(), 0);
  std::map<std::string_view, std::vector<const Group*>> programs;  // by the image of the first frame
  for (const Group& group : groups)
    if (group.signature.may_begin_with_handler && !frames_of(group).empty())
      programs[frames_of(group).front().image].push_back(&group);
  for (const auto& [image, crashes] : programs) {
    const bool has_one_signal = std::ranges::all_of(
        crashes, [&](const Group* group) { return signal_of(*group) == signal_of(*crashes.front()); });
    if (has_one_signal) continue;
    const std::size_t frames = shared_by(crashes);
    for (const Group* group : crashes) shared[static_cast<std::size_t>(group - groups.data())] = frames;
  }
  return shared;
}

}  // namespace symkit::group
