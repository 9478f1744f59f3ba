#include "sourcemap/scopes.h"

#include <algorithm>

#include "sourcemap/vlq.h"

namespace symkit::sourcemap {
namespace {

enum Tag : std::uint8_t {
  Empty = 0,
  ScopeStart = 1,
  ScopeEnd = 2,
  RangeStart = 4,
  RangeEnd = 5,
  RangeCallSite = 8
};

constexpr std::uint64_t scope_has_name = 1, scope_has_kind = 2, scope_is_function = 4;
constexpr std::uint64_t range_has_line = 1, range_has_definition = 2, range_is_function = 4,
                        range_is_hidden = 8;

}  // namespace

// Decodes the items of one part; those of no interest here (variables and their values) are stepped over.
class ScopesReader {
 public:
  ScopesReader(Scopes& scopes, const Part& part)
      : scopes_(scopes), part_(part), first_scope_(scopes.scopes_.size()), at_range_(part.offset) {}

  bool read(const std::string& text);

 private:
  bool item(std::uint64_t tag);
  bool start_scope();
  bool start_range();
  bool end_range();
  bool call_site();
  bool number(std::uint64_t& value) { return read_unsigned_vlq(at_, value); }
  bool more() const { return is_base64(*at_); }
  static bool advance(Position& position, std::uint64_t lines, std::uint64_t columns) {
    const std::uint64_t line = position.line + lines;
    const std::uint64_t column = lines == 0 ? position.column + columns : columns;
    if (line >= none || column >= none) return false;
    position = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
    return true;
  }

  Scopes& scopes_;
  const Part& part_;
  std::size_t first_scope_;
  const char* at_ = nullptr;
  std::int64_t name_ = 0;
  std::int64_t definition_ = 0;
  std::uint32_t tree_ = 0;  // of which source the scopes are
  Position at_range_;
  std::vector<std::uint32_t> open_scopes_;
  std::vector<std::uint32_t> open_ranges_;
};

bool ScopesReader::read(const std::string& text) {
  at_ = text.c_str();
  const char* const end = at_ + text.size();
  while (at_ != end) {
    std::uint64_t tag = 0;
    if (!number(tag) || !item(tag)) return false;
    while (at_ != end && *at_ != ',') ++at_;
    if (at_ != end) ++at_;
  }
  return true;
}

bool ScopesReader::item(std::uint64_t tag) {
  switch (tag) {
    case Empty: ++tree_; return true;
    case ScopeStart: return start_scope();
    case ScopeEnd:
      if (open_scopes_.empty()) return false;
      open_scopes_.pop_back();
      if (open_scopes_.empty()) ++tree_;
      return true;
    case RangeStart: return start_range();
    case RangeEnd: return end_range();
    case RangeCallSite: return call_site();
    default: return true;
  }
}

bool ScopesReader::start_scope() {
  std::uint64_t flags = 0, line = 0, column = 0;
  if (!number(flags) || !number(line) || !number(column)) return false;
  Scopes::Scope scope;
  scope.is_function = (flags & scope_is_function) != 0;
  scope.source = part_.first_source + tree_;
  if (!open_scopes_.empty()) scope.parent = open_scopes_.back();
  std::int64_t difference = 0;
  if ((flags & scope_has_name) != 0) {
    if (!read_vlq(at_, difference)) return false;
    name_ += difference;
    if (name_ < 0 || name_ >= part_.name_count) return false;
    scope.name = part_.first_name + static_cast<std::uint32_t>(name_);
  }
  if ((flags & scope_has_kind) != 0 && !read_vlq(at_, difference)) return false;
  open_scopes_.push_back(static_cast<std::uint32_t>(scopes_.scopes_.size()));
  scopes_.scopes_.push_back(scope);
  return true;
}

bool ScopesReader::start_range() {
  std::uint64_t flags = 0, line = 0, column = 0;
  if (!number(flags)) return false;
  if ((flags & range_has_line) != 0 && !number(line)) return false;
  if (!number(column) || !advance(at_range_, line, column)) return false;
  Scopes::Range range;
  range.begin = range.end = at_range_;
  range.is_function = (flags & range_is_function) != 0;
  range.is_hidden = (flags & range_is_hidden) != 0;
  if (!open_ranges_.empty()) range.parent = open_ranges_.back();
  if ((flags & range_has_definition) != 0) {
    std::int64_t difference = 0;
    if (!read_vlq(at_, difference)) return false;
    definition_ += difference;
    const auto count = static_cast<std::int64_t>(scopes_.scopes_.size() - first_scope_);
    if (definition_ < 0 || definition_ >= count) return false;
    range.scope = static_cast<std::uint32_t>(first_scope_ + static_cast<std::size_t>(definition_));
  }
  open_ranges_.push_back(static_cast<std::uint32_t>(scopes_.ranges_.size()));
  scopes_.ranges_.push_back(range);
  return true;
}

bool ScopesReader::end_range() {
  std::uint64_t line = 0, column = 0;
  if (!number(column)) return false;
  if (more()) {
    line = column;
    if (!number(column)) return false;
  }
  if (open_ranges_.empty() || !advance(at_range_, line, column)) return false;
  scopes_.ranges_[open_ranges_.back()].end = at_range_;
  open_ranges_.pop_back();
  return true;
}

bool ScopesReader::call_site() {
  std::uint64_t source = 0, line = 0, column = 0;
  if (!number(source) || !number(line) || !number(column)) return false;
  if (open_ranges_.empty() || source >= part_.source_count) return false;
  Scopes::Range& range = scopes_.ranges_[open_ranges_.back()];
  range.is_inlined = true;
  range.call_source = part_.first_source + static_cast<std::uint32_t>(source);
  range.call = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
  return true;
}

std::unique_ptr<Scopes> Scopes::read(const SourceMap& map) {
  auto scopes = std::make_unique<Scopes>();
  scopes->map_ = &map;
  for (const Part& part : map.parts())
    if (!part.scopes.raw.empty() && !ScopesReader(*scopes, part).read(part.scopes.text())) return nullptr;
  if (scopes->ranges_.empty()) return nullptr;
  return scopes;
}

// The function that a scope belongs to: itself, or the first round it that is one.
FunctionName Scopes::name_of(std::uint32_t scope) const {
  FunctionName function;
  function.origin = NameOrigin::Scopes;
  while (scope != none && !scopes_[scope].is_function) scope = scopes_[scope].parent;
  if (scope == none) return function;
  function.is_function = true;
  if (scopes_[scope].name != none) function.name = map_->name(scopes_[scope].name);
  return function;
}

std::uint32_t Scopes::range_at(Position position) const {
  const auto behind = std::ranges::upper_bound(ranges_, position, {}, &Range::begin);
  if (behind == ranges_.begin()) return none;
  auto at = static_cast<std::uint32_t>(std::prev(behind) - ranges_.begin());
  while (at != none && ranges_[at].end <= position) at = ranges_[at].parent;
  return at;
}

std::vector<Position> Scopes::boundaries() const {
  std::vector<Position> all;
  for (const Range& range : ranges_) {
    all.push_back(range.begin);
    all.push_back(range.end);
  }
  return all;
}

std::optional<FunctionName> Scopes::find(Position position, std::vector<InlinedCall>& calls) const {
  std::uint32_t at = range_at(position);
  std::optional<FunctionName> innermost;
  std::uint32_t scope = none;
  const auto end_frame = [&] {
    FunctionName function = name_of(scope);
    if (calls.empty()) {
      innermost = std::move(function);
    } else {
      calls.back().caller = std::move(function);
    }
    scope = none;
  };
  for (; at != none; at = ranges_[at].parent) {
    const Range& range = ranges_[at];
    if (scope == none) scope = range.scope;
    if (range.is_inlined) {
      end_frame();
      calls.push_back({{}, range.call_source, range.call});
    } else if (range.is_function) {
      break;
    }
  }
  if (at != none || scope != none || !calls.empty()) end_frame();
  return innermost;
}

}  // namespace symkit::sourcemap
