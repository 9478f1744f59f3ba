#include "symleak/sites.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace symkit::symleak {

std::vector<Site> sites_with_leaks(const heap::Mark* mark, const heap::Replay& replay,
                                   const heap::Stacks& stacks, NamedStacks& names) {
  std::map<std::vector<std::uint32_t>, Site> by_frames;
  std::vector<heap::Reach> unreached(replay.by_stack.size());
  if (mark != nullptr) unreached = heap::unreached_of(*mark, replay);
  for (std::uint32_t number = 0; number < replay.by_stack.size(); ++number) {
    const heap::Tally& tally = replay.by_stack[number];
    if (tally.live.parts == 0) continue;
    const heap::Stack stack = stacks.stack(number);
    Site& site = by_frames[names.frames_of(number)];
    site.tally.add(tally);
    site.unreached.add(unreached[number]);
    site.is_cut |= stack.is_cut;
    site.is_broken |= stack.is_broken;
  }
  std::vector<Site> sites;
  for (auto& [frames, site] : by_frames) {
    site.frames = frames;
    sites.push_back(std::move(site));
  }
  std::ranges::stable_sort(sites, [](const Site& left, const Site& right) {
    const auto key = [](const Site& site) {
      return std::tuple(site.unreached.bytes(), site.unreached.blocks(), site.tally.live_bytes,
                        site.tally.live);
    };
    return key(left) > key(right);
  });
  return sites;
}

}  // namespace symkit::symleak
