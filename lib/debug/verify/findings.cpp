#include "debug/verify/findings.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace symkit::verify {
namespace {

struct Words {
  Kind kind;
  std::string_view word, plural, meaning;
};

constexpr std::array<Words, kind_count> words = {{
    {Kind::Section, "section", "unreadable sections", "its contents are not known"},
    {Kind::UnitHeader, "unit-header", "broken unit headers",
     "its functions may have neither names nor lines"},
    {Kind::Abbreviation, "abbreviation", "broken abbreviations", "entries that use it may be misread"},
    {Kind::Entry, "entry", "broken entries", "the rest of the unit is not read"},
    {Kind::Reference, "reference", "bad references", "a function may lack its name"},
    {Kind::Text, "text", "texts outside of their section", "a name may be missing"},
    {Kind::RangeList, "range-list", "broken range lists", "a part of its code may have no name"},
    {Kind::Range, "range", "ranges outside of the code", "it is not found by any address"},
    {Kind::Overlap, "overlap", "overlaps", "an address in both is attributed to one of them"},
    {Kind::Containment, "containment", "ranges outside of their parent's",
     "readers that search from the parent down do not find it"},
    {Kind::LineProgram, "line-program", "broken line programs", "functions may lack their lines"},
    {Kind::RowOrder, "row-order", "sequences out of order", "lines there may be wrong"},
    {Kind::FileNumber, "file-number", "file numbers without a file", "a place has a line but no file"},
    {Kind::ObjectMissing, "object-missing", "object files that cannot be used",
     "its functions have names, but no lines or inlined calls"},
    {Kind::ObjectChanged, "object-changed", "object files that were changed",
     "lines are right only where the source is unchanged"},
    {Kind::IndexDamaged, "index-damaged", "damaged parts of an index",
     "prepare it again with symprep --force"},
    {Kind::IndexStale, "index-stale", "stale indexes", "prepare it again with symprep --force"},
    {Kind::IndexAnswer, "index-answer", "wrong answers of an index", "prepare it again with symprep --force"},
}};

const Words& words_for(Kind kind) { return words[static_cast<std::size_t>(kind)]; }

consteval bool are_in_order() {
  for (std::size_t i = 0; i < kind_count; ++i)
    if (words[i].kind != static_cast<Kind>(i)) return false;
  return true;
}
static_assert(are_in_order());

}  // namespace

std::string_view word_for(Kind kind) { return words_for(kind).word; }
std::string_view plural_of(Kind kind) { return words_for(kind).plural; }
std::string_view meaning_of(Kind kind) { return words_for(kind).meaning; }

void Findings::add(Finding finding) {
  const auto kind = static_cast<std::size_t>(finding.kind);
  ++counts_[kind];
  if (kept_[kind] == most_of_kind) return;
  ++kept_[kind];
  all_.push_back(std::move(finding));
}

void Findings::take(Findings& other) {
  for (Finding& finding : other.all_) {
    --other.counts_[static_cast<std::size_t>(finding.kind)];
    add(std::move(finding));
  }
  for (std::size_t kind = 0; kind < kind_count; ++kind) counts_[kind] += other.counts_[kind];
  other = {};
}

void Findings::set_file(const std::string& file) {
  for (Finding& finding : all_) finding.file = file;
}

void Findings::sort() {
  std::ranges::stable_sort(all_, [](const Finding& a, const Finding& b) {
    return std::tie(a.unit, a.entry, a.kind, a.what) < std::tie(b.unit, b.entry, b.kind, b.what);
  });
  std::set<std::pair<Kind, std::string>> seen;
  std::erase_if(all_, [&](const Finding& finding) {
    if (!finding.is_shared || seen.emplace(finding.kind, finding.what).second) return false;
    --counts_[static_cast<std::size_t>(finding.kind)];
    --kept_[static_cast<std::size_t>(finding.kind)];
    return true;
  });
}

std::uint64_t Findings::count() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

}  // namespace symkit::verify
