#include "keep/index/unwind_rows.h"

#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

UnwindRows::UnwindRows(Bytes section) {
  Cursor at(section, Endian::Little);
  const Bytes rules = at.bytes(at.uleb()), head = at.bytes(at.uleb()), groups = at.bytes(at.uleb());
  if (at.failed() || section.size() > UINT32_MAX) return;
  rules_ = rules;
  groups_ = whole_entries(groups, function_group_size);
  functions_ = at.rest();
  read_head(Cursor(head, Endian::Little));
}

// The frequent rows, and the sizes of the rules.
void UnwindRows::read_head(Cursor at) {
  const std::uint64_t frequent = at.uleb();
  while (frequent_count_ < std::min<std::uint64_t>(frequent, row_in_full) && !at.failed())
    frequent_[frequent_count_++] = {at.uleb(), at.uleb()};
  std::uint64_t end = 0;
  while (!at.at_end() && end <= rules_.size()) {
    end += at.uleb();
    rule_ends_.push_back(static_cast<std::uint32_t>(end));
  }
}

UnwindRows::Row UnwindRows::read_row(Cursor& at) const {
  const std::uint8_t number = at.u8();
  if (number == row_in_full) {
    const std::uint64_t step = at.uleb();
    return {step, at.uleb()};
  }
  if (number >= frequent_count_) at.fail();
  return frequent_[number < frequent_count_ ? number : 0];
}

// Of the last row that is not behind the place.
std::optional<std::uint64_t> UnwindRows::rule_in(Cursor rows, std::uint64_t into) const {
  std::optional<std::uint64_t> rule;
  std::uint64_t from = 0;
  for (std::uint64_t left = rows.uleb(); left != 0; --left) {
    const Row row = read_row(rows);
    if (rows.failed() || row.step > into - from) break;
    from += row.step;
    rule = row.rule;
  }
  return rows.failed() ? std::nullopt : rule;
}

std::optional<Bytes> UnwindRows::rule_at(ImageOffset offset) const {
  const auto begin_of = [&](std::size_t group) {
    return fixed_number(groups_, group * function_group_size, 8);
  };
  const auto group = last_not_behind(groups_.size() / function_group_size, offset.value, begin_of);
  if (!group) return std::nullopt;
  std::uint64_t begin = begin_of(*group);
  Cursor at(functions_, Endian::Little, fixed_number(groups_, *group * function_group_size + 8, 4));
  for (std::size_t i = 0; i < functions_in_group && !at.at_end(); ++i) {
    const std::size_t place = at.offset();
    if (i != 0) begin += at.uleb();
    const std::uint64_t size = at.uleb(), back = at.uleb();
    if (at.failed() || begin > offset.value || back > place) return std::nullopt;
    Cursor rows = at;
    if (back == 0) {
      for (std::uint64_t left = at.uleb(); left != 0 && !at.failed(); --left) read_row(at);
    } else {
      rows = Cursor(functions_, Endian::Little, place - back);
    }
    if (offset.value - begin >= size) {
      begin += size;
      continue;
    }
    const auto rule = rule_in(rows, offset.value - begin);
    if (!rule || *rule >= rule_ends_.size()) return std::nullopt;
    const std::uint64_t from = *rule == 0 ? 0 : rule_ends_[*rule - 1], to = rule_ends_[*rule];
    if (to > rules_.size() || from > to) return std::nullopt;
    return rules_.subspan(from, to - from);
  }
  return std::nullopt;
}

}  // namespace symkit::index
