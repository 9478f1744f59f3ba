#include "symleak/sites.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "ground/base/words.h"

namespace symkit::symleak {
namespace {

const heap::Counts& tally_of(const heap::Replay* replay, std::uint32_t stack) {
  static const heap::Counts nothing = {};
  return replay != nullptr && stack < replay->by_stack.size() ? replay->by_stack[stack] : nothing;
}

bool is_wanted(const Site& site, Which which) {
  if (which == Which::All)
    return site.tally.allocations.parts != 0 || site.tally.mappings != 0 || site.before.live.parts != 0;
  return site.tally.live.parts != 0 || site.before.live.parts != 0;
}

}  // namespace

void Site::add(const Site& other) {
  tally.add(other.tally);
  unreached.add(other.unreached);
  before.add(other.before);
  peak_bytes += other.peak_bytes;
  peak_blocks += other.peak_blocks;
  is_cut |= other.is_cut;
  is_broken |= other.is_broken;
  stacks.insert(stacks.end(), other.stacks.begin(), other.stacks.end());
}

std::vector<Site> gather_sites(const Moments& moments, const heap::Stacks& stacks, NamedStacks& names,
                               Which which) {
  std::map<std::vector<std::uint32_t>, Site> by_frames;
  const heap::Replay& now = moments.now;
  std::vector<heap::Reach> unreached(now.by_stack.size());
  if (moments.judged != nullptr) unreached = heap::unreached_of(*moments.judged, now);
  for (std::uint32_t number = 0; number < now.by_stack.size(); ++number) {
    Site part;
    part.tally = now.by_stack[number];
    part.before = tally_of(moments.before, number);
    if (!is_wanted(part, which)) continue;
    part.unreached = unreached[number];
    part.peak_bytes = tally_of(moments.at_peak, number).live_bytes;
    part.peak_blocks = tally_of(moments.at_peak, number).live;
    const heap::Stack stack = stacks.stack(number);
    part.is_cut = stack.is_cut;
    part.is_broken = stack.is_broken;
    part.stacks = {number};
    by_frames[names.frames_of(number)].add(part);
  }
  std::vector<Site> sites;
  sites.reserve(by_frames.size());
  for (auto& [frames, site] : by_frames) {
    site.frames = frames;
    sites.push_back(std::move(site));
  }
  sort_by_loss(sites);
  return sites;
}

void sort_by_loss(std::vector<Site>& sites) {
  std::ranges::stable_sort(sites, [](const Site& left, const Site& right) {
    const auto key = [](const Site& site) {
      return std::tuple(site.unreached.bytes(), site.unreached.blocks(), site.tally.live_bytes,
                        site.tally.live);
    };
    return key(left) > key(right);
  });
}

std::string key_of(const Site& site, const NamedStacks& names) {
  std::string key;
  for (const std::uint32_t number : site.frames) {
    if (!key.empty()) key += ';';
    key += lasting_name(names.frame(number));
  }
  return key;
}

std::vector<Site> compared_with(const std::vector<Site>& sites, NamedStacks& names,
                                const std::vector<Site>& others, const NamedStacks& other_names) {
  std::map<std::string, Site> by_key;
  for (const Site& site : sites) {
    Site& one = by_key[key_of(site, names)];
    if (one.frames.empty()) one.frames = site.frames;
    one.add(site);
  }
  for (const Site& other : others) {
    Site& one = by_key[key_of(other, other_names)];
    if (one.frames.empty())
      for (const std::uint32_t frame : other.frames)
        one.frames.push_back(names.number_of(other_names.frame(frame)));
    one.before.add(other.tally);
  }
  std::vector<Site> all;
  all.reserve(by_key.size());
  for (auto& [key, site] : by_key) all.push_back(std::move(site));
  sort_by_loss(all);
  return all;
}

}  // namespace symkit::symleak
