#include "reports/group/sites.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "logs/crashlog/text_parts.h"
#include "reports/group/name.h"

namespace symkit::group {
namespace {

std::uint64_t hash_of(std::string_view key) { return std::hash<std::string_view>()(key); }

}  // namespace

SiteNumber Sites::of(const FrameText& frame) {
  key_.clear();
  for (const std::string_view part :
       {frame.function, frame.file, frame.image, as_text(frame.build_id.bytes())})
    (key_ += part) += '\0';
  if (frame.function.empty()) key_ += frame.offset;
  const SiteNumber* const known =
      numbers_.find(hash_of(key_), [this](SiteNumber number) { return key_of(number) == key_; });
  if (known != nullptr) return *known;
  sites_.push_back(site_of(frame));
  add_key(key_);
  return static_cast<SiteNumber>(sites_.size() - 1);
}

void Sites::add_key(std::string_view key) {
  const auto number = static_cast<SiteNumber>(key_ends_.size());
  keys_ += key;
  key_ends_.push_back(keys_.size());
  numbers_.add(hash_of(key), number);
}

Site Sites::site_of(const FrameText& frame) const {
  Site site{.function = std::string(frame.function),
            .file = std::string(frame.file),
            .image = std::string(frame.image),
            .build_id = frame.build_id.hex()};
  if (!frame.function.empty()) {
    site.name = plain_name(frame.function);
    site.key = name_key(site.name);
    site.plain_size = site.name.size();
  } else {
    site.name = frame.image.empty() ? std::string(crashlog::last_of_path(frame.file)) : site.image;
    if (frame.is_page_offset) site.name = "page";
    if (!frame.offset.empty()) (site.name += '+') += frame.offset;
    // In another build something else is at this place.
    site.key = frame.build_id.empty() ? site.name : say(site.name, ' ', site.build_id);
    site.is_page_offset = frame.is_page_offset;
  }
  site.verdict = rules_.verdict(site.facts());
  // Every fuzz target has a function of this name: the file distinguishes them.
  if (site.verdict == Verdict::Cut && site.is_named() && !site.file.empty()) {
    site.name += say(" (", crashlog::last_of_path(site.file), ')');
    site.key = site.name;
  }
  return site;
}

Verdict Sites::verdict(SiteNumber number, Scope scope) const {
  if (scope == 0) return sites_[number].verdict;
  if (in_scope_.size() < sites_.size()) in_scope_.resize(sites_.size());
  auto& [known_scope, verdict] = in_scope_[number];
  if (known_scope != scope) verdict = rules_.verdict(sites_[number].facts(), scope);
  known_scope = scope;
  return verdict;
}

void Sites::keep(const std::vector<SiteNumber*>& used) {
  constexpr SiteNumber gone = UINT32_MAX;
  std::vector<SiteNumber> now(sites_.size(), gone);
  std::vector<Site> kept;
  const std::string keys = std::exchange(keys_, {});
  const std::vector<std::size_t> ends = std::exchange(key_ends_, {});
  numbers_ = {};
  in_scope_.clear();
  for (SiteNumber* number : used) {
    if (now[*number] == gone) {
      now[*number] = static_cast<SiteNumber>(kept.size());
      kept.push_back(std::move(sites_[*number]));
      const std::size_t begin = *number == 0 ? 0 : ends[*number - 1];
      add_key(std::string_view(keys).substr(begin, ends[*number] - begin));
    }
    *number = now[*number];
  }
  sites_ = std::move(kept);
  // If most sites are in use, sorting out the unused ones again soon would be of no use.
  full_ = std::max(most_, 2 * sites_.size());
  full_keys_ = std::max(most_ * bytes_of_key, 2 * keys_.size());
}

}  // namespace symkit::group
