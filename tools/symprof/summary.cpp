#include "symprof/summary.h"

#include <cstdio>
#include <map>

#include "ground/base/words.h"
#include "ground/print/visible.h"

namespace symkit::symprof {
namespace {

std::string image_of(const profile::Profile& profile, std::size_t mapping) {
  if (mapping >= profile.mappings.size()) return {};
  const std::string_view file = profile.texts[profile.mappings[mapping].file];
  const std::string_view id = profile.texts[profile.mappings[mapping].build_id];
  return id.empty() ? std::string(file) : say(file, file.empty() ? "<" : " <", id, ">");
}

void add(profile::NamingCounts& to, const profile::NamingCounts& from) {
  to.locations += from.locations;
  to.had_names += from.had_names;
  to.named += from.named;
  for (const auto& [reason, times] : from.missed) to.missed[reason] += times;
}

}  // namespace

// An image may have several mappings.
void print_summary(const profile::Profile& profile, const profile::Naming& naming) {
  profile::NamingCounts all;
  std::map<std::string, profile::NamingCounts> images;
  for (std::size_t i = 0; i < naming.mappings.size(); ++i) {
    if (naming.mappings[i].locations == 0) continue;
    add(all, naming.mappings[i]);
    add(images[image_of(profile, i)], naming.mappings[i]);
  }
  std::fprintf(stderr, "%zu %s, %zu named now, %zu had names\n", all.locations,
               all.locations == 1 ? "location" : "locations", all.named, all.had_names);
  for (const auto& [image, tally] : images) {
    const std::string where = image.empty() ? "without an image" : "in " + print::visible(image);
    std::fprintf(stderr, "%zu of %zu %s\n", tally.named + tally.had_names, tally.locations, where.c_str());
    for (const auto& [reason, times] : tally.missed)
      std::fprintf(stderr, "  %zu not: %s\n", times, print::visible(reason).c_str());
  }
}

}  // namespace symkit::symprof
