#include "symbols/folded_ranges.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_set>

#include "base/source_name.h"
#include "base/words.h"

namespace symkit::symbols {
namespace {

const index::DraftFunction& function_of(const Claim& claim, std::span<const index::Draft> drafts) {
  return drafts[claim.draft].functions()[claim.function];
}

std::string_view name_of(const Claim& claim, std::span<const index::Draft> drafts) {
  const index::NameKey name = function_of(claim, drafts).name;
  return name == 0 ? std::string_view() : drafts[claim.draft].names()[name - 1];
}

bool is_whole_function(const Claim& claim, std::span<const index::Draft> drafts) {
  const index::DraftFunction& function = function_of(claim, drafts);
  return claim.source == index::Source::DebugInfo && function.name != 0 && !function.is_part;
}

auto range_of(const Claim& claim) { return std::pair(claim.begin, claim.end); }

// Gathers the functions of one range. The same one may be claimed a thousand times, once for each file that
// it was compiled in.
class Members {
 public:
  // `apart`: functions of the range that were read once more, each with its own lines.
  Members(const Claim& kept, std::span<const Claim> apart, std::span<const index::Draft> drafts)
      : drafts_(drafts), kept_(kept), apart_(apart), is_taken_(apart.size()) {
    kept_member_ = own(kept);
  }

  // A name is met again where a function was compiled with several files; from one place of the source it is
  // the same function, from two these are functions of their files only.
  void add(const Claim& claim) {
    if (!is_whole_function(claim, drafts_)) return;
    const std::string_view name = name_of(claim, drafts_);
    const bool is_kept = is_same_in_source(name, name_of(kept_, drafts_));
    const Claim exact = own(claim);
    if (is_kept && begins_at(exact) == begins_at(kept_member_)) return;
    const auto [line, file] = begins_at(exact);
    if (seen_.insert(is_kept ? say(name, file, ':', line) : std::string(name)).second)
      others_.push_back(exact);
  }
  // Those of which no entry says that they are here. Of functions that were compiled apart, two may have one
  // name.
  void add_dropped() {
    for (std::size_t i = 0; i < apart_.size(); ++i)
      if (!is_taken_[i]) others_.push_back(apart_[i]);
  }

  void append_to(std::vector<index::FoldedRange>& ranges) const {
    if (others_.empty()) return;
    index::FoldedRange& range = ranges.emplace_back();
    range.begin = kept_.begin;
    range.end = kept_.end;
    range.kept = member(kept_);
    range.members.push_back(member(kept_member_));
    for (const Claim& claim : others_) range.members.push_back(member(claim));
  }

 private:
  // The first line of its code, without folders: these are written in several ways.
  std::pair<std::uint32_t, std::string_view> begins_at(const Claim& claim) const {
    const index::Draft& draft = drafts_[claim.draft];
    const index::DraftFunction& function = function_of(claim, drafts_);
    if (function.kept_rows == 0) return {};
    const index::DraftPlace place = (*draft.rows(function).begin()).place;
    return {place.line, place.file == 0 ? std::string_view() : draft.files()[place.file - 1].base};
  }

  // The same function with its own lines, where the unit has others for the range, too.
  Claim own(const Claim& claim) {
    const auto key = [](const Claim& one) { return std::pair(one.unit, one.order); };
    const auto found = std::ranges::lower_bound(apart_, key(claim), {}, key);
    if (found == apart_.end() || key(*found) != key(claim)) return claim;
    is_taken_[static_cast<std::size_t>(found - apart_.begin())] = true;
    return *found;
  }

  index::FoldedMember member(const Claim& claim) const {
    return {function_of(claim, drafts_).name, claim.draft, claim.function};
  }

  std::span<const index::Draft> drafts_;
  Claim kept_;
  Claim kept_member_;
  std::span<const Claim> apart_;  // by unit and order
  std::vector<bool> is_taken_;    // of these
  std::vector<Claim> others_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<index::FoldedRange> folded_ranges(std::span<const Claim> claims, std::vector<Claim> folded,
                                              std::span<const index::Draft> drafts) {
  std::ranges::sort(folded, {}, [](const Claim& claim) {
    return std::tuple(claim.begin, claim.end, claim.unit, claim.order);
  });
  std::vector<index::FoldedRange> ranges;
  auto apart = folded.begin();
  for (std::size_t i = 0; i < claims.size();) {
    const Claim& kept = claims[i];
    std::size_t end = i + 1;
    while (end < claims.size() && claims[end].begin == kept.begin) ++end;
    while (apart != folded.end() && range_of(*apart) < range_of(kept)) ++apart;
    const auto first = apart;
    while (apart != folded.end() && range_of(*apart) == range_of(kept)) ++apart;
    if ((apart != first || end - i > 1) && is_whole_function(kept, drafts)) {
      Members members(kept, std::span(first, apart), drafts);
      for (const Claim& other : claims.subspan(i + 1, end - i - 1))
        if (other.end == kept.end) members.add(other);
      members.add_dropped();
      members.append_to(ranges);
    }
    i = end;
  }
  return ranges;
}

}  // namespace symkit::symbols
