#include "answers/sourcemap/generated_ranges.h"

namespace symkit::sourcemap {
namespace {

constexpr std::uint64_t range_has_line = 1, range_has_definition = 2, range_is_function = 4,
                        range_is_hidden = 8;

}  // namespace

bool GeneratedRangesReader::take(ScopeTag tag, ScopeItems& items) {
  switch (tag) {
    case ScopeTag::RangeStart: return start(items);
    case ScopeTag::RangeEnd: return end(items);
    case ScopeTag::CallSite: return call_site(items);
    default: return true;  // variables and their values
  }
}

bool GeneratedRangesReader::start(ScopeItems& items) {
  std::uint64_t flags = 0, lines = 0, columns = 0;
  if (!items.number(flags)) return false;
  if ((flags & range_has_line) != 0 && !items.number(lines)) return false;
  if (!items.number(columns) || !advance(at_, lines, columns)) return false;
  const auto number = static_cast<std::uint32_t>(ranges_.ranges_.size());
  GeneratedRanges::Range range;
  if (!open_.empty()) range.parent = open_.back().range;
  range.is_function = (flags & range_is_function) != 0;
  range.is_hidden = (flags & range_is_hidden) != 0;
  const bool has_definition = (flags & range_has_definition) != 0;
  if (has_definition && !read_definition(items, range.definition)) return false;
  if (range.is_function) {
    range.frame = number;
  } else if (range.parent != none) {
    range.frame = ranges_.ranges_[range.parent].frame;
    if (!has_definition) range.definition = ranges_.ranges_[range.parent].definition;
  }
  open_.push_back({number, has_definition});
  ranges_.ranges_.push_back(range);
  ranges_.spans_.change(at_, number);
  return true;
}

bool GeneratedRangesReader::read_definition(ScopeItems& items, ScopeReference& definition) {
  std::int64_t difference = 0;
  if (!items.difference(difference)) return false;
  if (limits_.definitions == Definitions::OneNumber) {
    if (!move_index(definition_.scope, difference, none)) return false;
    definition = {none, definition_.scope};
    return true;
  }
  if (!move_index(definition_.source, difference, limits_.sources)) return false;
  if (difference == 0) {
    if (!items.difference(difference) || !move_index(definition_.scope, difference, none)) return false;
  } else {
    std::uint64_t scope = 0;
    if (!items.number(scope) || scope >= none) return false;
    definition_.scope = static_cast<std::uint32_t>(scope);
  }
  definition = definition_;
  return true;
}

bool GeneratedRangesReader::end(ScopeItems& items) {
  std::uint64_t lines = 0, columns = 0;
  if (!items.number(columns)) return false;
  if (items.has_more()) {
    lines = columns;
    if (!items.number(columns)) return false;
  }
  if (open_.empty() || !advance(at_, lines, columns)) return false;
  open_.pop_back();
  ranges_.spans_.change(at_, open_.empty() ? none : open_.back().range);
  return true;
}

// A call site comes before the ranges in it, which need its values.
bool GeneratedRangesReader::call_site(ScopeItems& items) {
  std::uint64_t source = 0, line = 0, column = 0;
  if (!items.number(source) || !items.number(line) || !items.number(column)) return false;
  if (open_.empty() || source >= limits_.sources || line >= none || column >= none) return false;
  const auto [number, has_definition] = open_.back();
  GeneratedRanges::Range& range = ranges_.ranges_[number];
  if (number + 1 != ranges_.ranges_.size() || range.call != none) return false;
  range.frame = number;
  if (!has_definition) range.definition = {};
  range.call = static_cast<std::uint32_t>(ranges_.calls_.size());
  ranges_.calls_.push_back({static_cast<std::uint32_t>(source),
                            {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)}});
  return true;
}

}  // namespace symkit::sourcemap
