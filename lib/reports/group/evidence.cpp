#include "reports/group/evidence.h"

#include <algorithm>
#include <map>
#include <utility>

#include "reports/group/telling_frames.h"

namespace symkit::group {
namespace {

std::vector<MissingImage> missing_in(const Stack& stack, const Sites& sites) {
  std::vector<MissingImage> missing;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  for (const ShownFrame& frame : stack.frames) {
    const Site& site = sites[frame.site];
    if (site.is_named() || site.image.empty()) continue;
    const auto [at, is_new] = places.try_emplace({site.image, site.build_id}, missing.size());
    if (is_new) missing.push_back({.name = site.image, .build_id = site.build_id});
    ++missing[at->second].frames;
  }
  std::ranges::stable_sort(missing, std::ranges::greater(), &MissingImage::frames);
  return missing;
}

}  // namespace

Evidence evidence_of(const Report& report, const Sites& sites) {
  Evidence evidence{.knows = report.knows, .stacks = report.stacks.size()};
  const Telling telling = telling_frames(report, sites);
  if (telling.stack == nullptr) return evidence;
  const Stack& stack = *telling.stack;
  evidence.frames = stack.frames.size();
  evidence.left_out = stack.left_out;
  bool before = !telling.lacks_names;
  for (const ShownFrame& frame : stack.frames) {
    const Site& site = sites[frame.site];
    if (!telling.frames.empty() && frame.site == telling.frames.front().site) before = false;
    if (site.is_named()) ++evidence.named;
    if (!site.file.empty() && frame.line != 0) ++evidence.placed;
    if (site.is_named() && site.function.contains(" (one of ")) ++evidence.several;
    if (before && !site.is_named()) ++evidence.unknown_before;
  }
  evidence.missing = missing_in(stack, sites);
  return evidence;
}

}  // namespace symkit::group
