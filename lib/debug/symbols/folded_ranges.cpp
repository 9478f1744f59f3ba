#include "debug/symbols/folded_ranges.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_set>

#include "ground/base/source_name.h"
#include "ground/base/words.h"

namespace symkit::symbols {
namespace {

const index::DraftFunction& function_of(const Claim& claim, std::span<const index::Draft> drafts) {
  return drafts[claim.draft].functions()[claim.function];
}

std::string_view name_of(const Claim& claim, std::span<const index::Draft> drafts) {
  const index::NameKey name = function_of(claim, drafts).name;
  return name == 0 ? std::string_view() : drafts[claim.draft].names()[name - 1];
}

// Only for mangled names does another name mean another function: C functions have hundreds of aliases in
// any system library.
bool is_mangled(std::string_view name) {
  return name.starts_with("_Z") || name.starts_with("_R") || name.starts_with("$s") || name.starts_with("$S");
}

// Without the suffixes after the function's own name: ".isra.0", "@@VERSION"; and without Rust's hash,
// which is never displayed.
std::string_view plain_symbol(std::string_view name) {
  name = name.substr(0, std::min(name.find_first_of(".@", 1), name.size()));
  constexpr std::size_t hash_size = 20;  // 17h0123456789abcdefE
  if (name.starts_with("_ZN") && name.size() > hash_size && name.ends_with('E') &&
      name.substr(name.size() - hash_size).starts_with("17h"))
    name.remove_suffix(hash_size);
  return name;
}

bool is_whole_function(const Claim& claim, std::span<const index::Draft> drafts) {
  const index::DraftFunction& function = function_of(claim, drafts);
  return claim.source == index::Source::DebugInfo && function.name != 0 && !function.is_part;
}

auto range_of(const Claim& claim) { return std::pair(claim.begin, claim.end); }

// Collects the functions of one range. The same function may claim it a thousand times, once for each
// file that it was compiled in.
class Members {
 public:
  // `apart`: functions of the range that were read again, each with its own lines.
  Members(const Claim& kept, std::span<const Claim> apart, std::span<const index::Draft> drafts,
          Aliases aliases)
      : drafts_(drafts), kept_(kept), apart_(apart), is_taken_(apart.size()), aliases_(aliases) {
    kept_member_ = own(kept);
  }

  // A name occurs again if a function was compiled with several files. From one place in the source it is
  // the same function; from two places these are local functions of their files.
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
  // Adds functions that no entry places here. Two functions that were compiled separately may have one
  // name; from one place in the source they are one.
  void add_dropped() {
    for (std::size_t i = 0; i < apart_.size(); ++i) {
      if (is_taken_[i]) continue;
      const std::string_view name = name_of(apart_[i], drafts_);
      const auto begin = begins_at(apart_[i]);
      if (name == name_of(kept_, drafts_) && begin == begins_at(kept_member_)) continue;
      if (seen_.insert(say(name, ' ', begin.second, ':', begin.first)).second) others_.push_back(apart_[i]);
    }
  }

  // Adds functions known only from a symbol table: they were folded by the compiler, or the linker left
  // their entries out.
  void add_symbols(std::span<const Claim> claims) {
    const std::string_view own_name = name_of(kept_, drafts_);
    const auto is_symbol = [&](const Claim& claim) {
      return claim.source == index::Source::SymbolTable && covers_kept(claim) &&
             function_of(claim, drafts_).name != 0 && name_of(claim, drafts_) != own_name;
    };
    if (!std::ranges::any_of(claims, is_symbol)) return;  // as in nearly all cases
    std::unordered_set<std::string> known;
    unsigned mangled = 0;
    const auto is_new = [&](const Claim& claim) {
      const std::string_view name = plain_symbol(name_of(claim, drafts_));
      const bool is_first = known.insert(source_name(name)).second;
      if (is_first && is_mangled(name)) ++mangled;
      return is_first;
    };
    is_new(kept_);
    for (const Claim& claim : others_) is_new(claim);
    const unsigned known_already = mangled;
    for (const Claim& claim : claims)
      if (is_symbol(claim) && is_new(claim)) symbols_.push_back(claim);
    const bool is_described = kept_.source == index::Source::DebugInfo && aliases_ == Aliases::None;
    if (!is_described && (mangled < 2 || mangled == known_already)) symbols_.clear();
  }

  void append_to(std::vector<index::FoldedRange>& ranges) const {
    if (others_.empty() && symbols_.empty()) return;
    index::FoldedRange& range = ranges.emplace_back();
    range.begin = kept_.begin;
    range.end = kept_.end;
    range.kept = member(kept_);
    range.members.push_back(member(kept_member_));
    for (const Claim& claim : others_) range.members.push_back(member(claim));
    for (const Claim& claim : symbols_) range.members.push_back(member(claim));
  }

 private:
  // Mach-O symbols have no sizes: they reach to the next symbol, including padding.
  bool covers_kept(const Claim& claim) const {
    return aliases_ == Aliases::None ? claim.end >= kept_.end : claim.end == kept_.end;
  }

  // The first line of its code, with the file name only: folders are written in several ways.
  std::pair<std::uint32_t, std::string_view> begins_at(const Claim& claim) const {
    const index::Draft& draft = drafts_[claim.draft];
    const index::DraftFunction& function = function_of(claim, drafts_);
    if (function.kept_rows == 0) return {};
    const index::DraftPlace place = (*draft.rows(function).begin()).place;
    return {place.line, place.file == 0 ? std::string_view() : draft.files()[place.file - 1].base};
  }

  // The same function with its own lines, if the unit has several sets of lines for the range.
  Claim own(const Claim& claim) {
    const auto key = [](const Claim& one) { return std::pair(one.unit, one.order); };
    const auto found = std::ranges::lower_bound(apart_, key(claim), {}, key);
    if (found == apart_.end() || key(*found) != key(claim)) return claim;
    is_taken_[static_cast<std::size_t>(found - apart_.begin())] = true;
    return *found;
  }

  index::FoldedMember member(const Claim& claim) const {
    const bool is_symbol = claim.source == index::Source::SymbolTable;
    return {function_of(claim, drafts_).name, claim.draft,
            is_symbol ? index::FoldedMember::no_function : claim.function, is_symbol};
  }

  std::span<const index::Draft> drafts_;
  Claim kept_;
  Claim kept_member_;
  std::span<const Claim> apart_;  // sorted by unit and order
  std::vector<bool> is_taken_;    // of these
  Aliases aliases_;
  std::vector<Claim> others_;
  std::vector<Claim> symbols_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<index::FoldedRange> folded_ranges(std::span<const Claim> claims, std::vector<Claim> folded,
                                              std::span<const index::Draft> drafts, Aliases aliases) {
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
    const bool is_symbol = kept.source == index::Source::SymbolTable && function_of(kept, drafts).name != 0;
    if ((apart != first || end - i > 1) && (is_symbol || is_whole_function(kept, drafts))) {
      const auto rest = claims.subspan(i + 1, end - i - 1);
      Members members(kept, std::span(first, apart), drafts, aliases);
      for (const Claim& other : rest)
        if (other.end == kept.end) members.add(other);
      members.add_dropped();
      members.add_symbols(rest);
      members.append_to(ranges);
    }
    i = end;
  }
  return ranges;
}

}  // namespace symkit::symbols
