#include "reports/group/sites.h"

#include <algorithm>
#include <utility>

#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "logs/crashlog/text_parts.h"
#include "reports/group/name.h"

namespace symkit::group {

SiteNumber Sites::of(const FrameText& frame) {
  key_.clear();
  for (const std::string_view part :
       {frame.function, frame.file, frame.image, as_text(frame.build_id.bytes())})
    (key_ += part) += '\0';
  if (frame.function.empty()) key_ += frame.offset;
  const auto [at, is_new] = numbers_.try_emplace(key_, static_cast<SiteNumber>(sites_.size()));
  if (!is_new) return at->second;
  Site site{.function = std::string(frame.function),
            .file = std::string(frame.file),
            .image = std::string(frame.image),
            .build_id = frame.build_id.hex()};
  site.is_named = !frame.function.empty();
  if (site.is_named) {
    site.name = plain_name(frame.function);
    site.key = name_key(site.name);
  } else {
    site.name = frame.image.empty() ? std::string(crashlog::last_of_path(frame.file)) : site.image;
    if (!frame.offset.empty()) (site.name += '+') += frame.offset;
    // In another build something else is at this place.
    site.key = frame.build_id.empty() ? site.name : say(site.name, ' ', site.build_id);
  }
  site.verdict = rules_.verdict(
      {site.is_named ? std::string_view(site.name) : std::string_view(), site.file, site.image});
  // Every fuzz target has a function of this name: the file distinguishes them.
  if (site.verdict == Verdict::Cut && site.is_named && !site.file.empty()) {
    site.name += say(" (", crashlog::last_of_path(site.file), ')');
    site.key = site.name;
  }
  sites_.push_back(std::move(site));
  return at->second;
}

void Sites::keep(const std::vector<SiteNumber*>& used) {
  constexpr SiteNumber gone = UINT32_MAX;
  std::vector<SiteNumber> now(sites_.size(), gone);
  std::vector<Site> kept;
  for (SiteNumber* number : used) {
    if (now[*number] == gone) {
      now[*number] = static_cast<SiteNumber>(kept.size());
      kept.push_back(std::move(sites_[*number]));
    }
    *number = now[*number];
  }
  std::erase_if(numbers_, [&](const auto& entry) { return now[entry.second] == gone; });
  for (auto& [text, number] : numbers_) number = now[number];
  sites_ = std::move(kept);
  // If most sites are in use, sorting out the unused ones again soon would be of no use.
  full_ = std::max(most_, 2 * sites_.size());
}

}  // namespace symkit::group
