#include "keep/index/folding.h"

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

Folding::Folding(const Envelope& envelope, std::uint32_t strings)
    : ranges_(whole_entries(envelope.section(folded_ranges_tag), folded_range_size)),
      members_(whole_entries(envelope.section(folded_members_tag), folded_member_size)),
      index_(envelope.section(folded_index_tag)),
      jumps_(whole_entries(envelope.section(folded_jumps_tag), folded_jump_size)),
      calls_(envelope.section(call_sites_tag)),
      groups_(whole_entries(envelope.section(call_groups_tag), call_group_size)),
      name_width_(width_for(strings)),
      strings_(strings) {
  if (!ranges_.empty()) first_member_ = static_cast<std::uint32_t>(fixed_number(ranges_, 12, 4));
}

Folding::Range Folding::range(std::size_t number) const {
  const std::size_t at = number * folded_range_size;
  const auto first_of = [&](std::size_t from) {
    return static_cast<std::uint32_t>(fixed_number(ranges_, from + 12, 4));
  };
  const std::uint64_t all = first_member_ + member_count();
  const bool is_last = at + folded_range_size >= ranges_.size();
  const std::uint32_t first = first_of(at);
  const std::uint64_t end = is_last ? all : first_of(at + folded_range_size);
  return {.begin = {fixed_number(ranges_, at, 8)},
          .size = fixed_number(ranges_, at + 8, 4),
          .first = first,
          .count = first_member_ <= first && first < end && end <= all
                       ? static_cast<std::uint32_t>(end - first)
                       : 0};
}

std::optional<Folding::Range> Folding::range_at(ImageOffset offset) const {
  if (ranges_.empty()) return std::nullopt;
  const Range at = range(range_touching(offset));
  if (offset < at.begin || offset.value - at.begin.value >= at.size || at.count == 0) return std::nullopt;
  return at;
}

std::size_t Folding::range_touching(ImageOffset offset) const {
  return last_not_behind(
             range_count(), offset.value,
             [this](std::size_t number) { return fixed_number(ranges_, number * folded_range_size, 8); })
      .value_or(0);
}

Folding::Member Folding::member(const Range& range, std::uint32_t number) const {
  const std::size_t at = (std::size_t{range.first} - first_member_ + number) * folded_member_size;
  const auto name = static_cast<std::uint32_t>(fixed_number(members_, at, 4));
  const std::uint64_t place = fixed_number(members_, at + 4, 4);
  return {.name = name <= strings_ ? name : 0,
          .own = place == 0 || place == folded_symbol ? std::nullopt : std::optional(ImageOffset{place - 1}),
          .is_symbol = place == folded_symbol};
}

void Folding::each_jump_into(const Range& range, const std::function<void(const Jump&)>& take) const {
  const std::size_t count = jump_count();
  const auto target_of = [&](std::size_t number) {
    return fixed_number(jumps_, number * folded_jump_size + 4, 4);
  };
  const std::uint64_t end = std::uint64_t{range.first} + range.count;
  std::size_t at = 0;
  if (range.first != 0)
    if (const auto before = last_not_behind(count, range.first - 1, target_of)) at = *before + 1;
  for (; at < count && target_of(at) < end; ++at) {
    const auto origin = static_cast<std::uint32_t>(fixed_number(jumps_, at * folded_jump_size, 4));
    const Jump jump{.kind = origin % 2 == 0 ? CallKind::Named : CallKind::Member,
                    .origin = origin / 2,
                    .target = static_cast<std::uint32_t>(target_of(at))};
    if (jump.target >= range.first && (jump.kind == CallKind::Member || jump.origin <= strings_)) take(jump);
  }
}

std::uint64_t Folding::group_begin(std::size_t group) const {
  return fixed_number(groups_, group * call_group_size, 8);
}

// Until `take` returns false. False if the group is damaged.
bool Folding::read_group(std::size_t group, const std::function<bool(const Call&)>& take) const {
  const bool is_last = group + 1 == group_count();
  const std::uint64_t begin = fixed_number(groups_, group * call_group_size + 8, 4);
  const std::uint64_t end =
      is_last ? calls_.size() : fixed_number(groups_, (group + 1) * call_group_size + 8, 4);
  if (begin >= end || end > calls_.size()) return false;
  Cursor at(slice(calls_, begin, end - begin), Endian::Little);
  Call call{.returns_to = {group_begin(group)}};
  for (std::size_t i = 0; i < calls_in_group && !at.at_end(); ++i) {
    const std::uint64_t step = at.uleb();
    call.returns_to.value += step >> 2;
    call.kind = static_cast<CallKind>(step & 3);
    call.callee = 0;
    if (call.kind == CallKind::Named) call.callee = static_cast<std::uint32_t>(at.unsigned_of(name_width_));
    if (call.kind == CallKind::Member) call.callee = at.u32();
    const bool is_known = call.kind <= CallKind::Member;
    if (at.failed() || !is_known || (call.kind == CallKind::Named && call.callee > strings_)) return false;
    if (!take(call)) return true;
  }
  return at.at_end();
}

std::optional<Folding::Call> Folding::call_returning_to(ImageOffset offset) const {
  if (groups_.empty()) return std::nullopt;
  const auto group = last_not_behind(group_count(), offset.value,
                                     [this](std::size_t number) { return group_begin(number); });
  std::optional<Call> found;
  if (group)
    read_group(*group, [&](const Call& call) {
      if (call.returns_to == offset) found = call;
      return call.returns_to < offset;
    });
  return found;
}

bool Folding::each_call(const std::function<void(const Call&)>& take) const {
  return each_call_into({0}, {UINT64_MAX}, take);
}

bool Folding::each_call_into(ImageOffset begin, ImageOffset end,
                             const std::function<void(const Call&)>& take) const {
  const auto first =
      last_not_behind(group_count(), begin.value, [this](std::size_t number) { return group_begin(number); });
  for (std::size_t group = first.value_or(0); group < group_count() && group_begin(group) <= end.value;
       ++group) {
    const bool whole = read_group(group, [&](const Call& call) {
      if (call.returns_to > begin && call.returns_to <= end) take(call);
      return call.returns_to <= end;
    });
    if (!whole) return false;
  }
  return true;
}

}  // namespace symkit::index
