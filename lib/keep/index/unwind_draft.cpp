#include "keep/index/unwind_draft.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "keep/index/unwind_rows.h"

namespace symkit::index {
namespace {

using Step = UnwindDraft::Step;
using Frequent = UnwindDraft::Frequent;

std::vector<Step> steps_of(std::span<const UnwindRow> rows, std::span<const std::uint32_t> rules) {
  std::vector<Step> steps;
  std::uint64_t before = 0;
  for (const UnwindRow& row : rows) {
    steps.emplace_back(row.begin - before, rules[row.rule]);
    before = row.begin;
  }
  return steps;
}

// Rules get new numbers: the most frequent have the lowest.
std::vector<std::uint32_t> by_frequency(std::span<const std::vector<UnwindRow>> all, std::size_t rules) {
  std::vector<std::size_t> uses(rules);
  for (const auto& rows : all)
    for (const UnwindRow& row : rows) ++uses[row.rule];
  std::vector<std::uint32_t> order(rules);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::greater(), [&](std::uint32_t rule) { return uses[rule]; });
  std::vector<std::uint32_t> numbers(rules);
  for (std::uint32_t i = 0; i < rules; ++i) numbers[order[i]] = i;
  return numbers;
}

// Those whose own byte spares most.
Frequent frequent_steps(std::span<const std::vector<Step>> all) {
  std::map<Step, std::size_t> uses;
  for (const auto& steps : all)
    for (const Step& step : steps) ++uses[step];
  std::vector<std::pair<std::size_t, Step>> order;
  order.reserve(uses.size());
  for (const auto& [step, count] : uses) order.emplace_back(count, step);
  std::ranges::sort(order, std::greater());
  if (order.size() > row_in_full) order.resize(row_in_full);
  Frequent numbers;
  for (const auto& [count, step] : order) numbers.emplace(step, static_cast<std::uint8_t>(numbers.size()));
  return numbers;
}

void put_rows(Buffer& out, std::span<const Step> steps, const Frequent& frequent) {
  put_varint(out, steps.size());
  for (const Step& step : steps) {
    const auto known = frequent.find(step);
    out.push_back(known == frequent.end() ? row_in_full : known->second);
    if (known != frequent.end()) continue;
    put_varint(out, step.first);
    put_varint(out, step.second);
  }
}

Buffer head_of(const Frequent& frequent) {
  Buffer head;
  std::vector<Step> in_order(frequent.size());
  for (const auto& [step, number] : frequent) in_order[number] = step;
  put_varint(head, in_order.size());
  for (const auto& [step, rule] : in_order) {
    put_varint(head, step);
    put_varint(head, rule);
  }
  return head;
}

}  // namespace

std::uint32_t UnwindDraft::rule(Bytes bytes) {
  const auto number = static_cast<std::uint32_t>(rules_.size());
  const auto [known, is_new] = rule_numbers_.emplace(as_text(bytes), number);
  if (is_new) rules_.emplace_back(as_text(bytes));
  return known->second;
}

void UnwindDraft::add(std::uint64_t begin, std::uint64_t end, std::span<const UnwindRow> rows) {
  if (rows.empty() || begin >= end) return;
  std::vector<UnwindRow> relative(rows.begin(), rows.end());
  for (UnwindRow& row : relative) row.begin -= begin;
  Buffer key;
  for (const UnwindRow& row : relative) {
    put_varint(key, row.begin);
    put_varint(key, row.rule);
  }
  const auto number = static_cast<std::uint32_t>(rows_.size());
  const auto [known, is_new] = rows_numbers_.emplace(as_text(key), number);
  if (is_new) rows_.push_back(std::move(relative));
  functions_.push_back({begin, end, known->second});
}

// The functions, and where each group of them begins.
void UnwindDraft::put_functions(std::span<const std::vector<Step>> all, const Frequent& frequent,
                                Buffer& functions, Buffer& groups) const {
  std::vector<std::size_t> places(all.size(), SIZE_MAX);  // of the rows in `functions`
  std::uint64_t end = 0;
  std::size_t count = 0;
  for (const Function& function : functions_) {
    if (function.begin < end) continue;
    const std::size_t place = functions.size();
    if (count++ % functions_in_group == 0) {
      put_fixed(groups, function.begin, 8);
      put_fixed(groups, place, 4);
    } else {
      put_varint(functions, function.begin - end);
    }
    end = function.end;
    put_varint(functions, function.end - function.begin);
    std::size_t& rows_at = places[function.rows];
    put_varint(functions, rows_at == SIZE_MAX ? 0 : place - rows_at);
    if (rows_at != SIZE_MAX) continue;
    rows_at = functions.size();
    put_rows(functions, all[function.rows], frequent);
  }
}

Buffer UnwindDraft::encode() {
  if (functions_.empty()) return {};
  const std::vector<std::uint32_t> numbers = by_frequency(rows_, rules_.size());
  std::vector<std::vector<Step>> all;
  all.reserve(rows_.size());
  for (const auto& rows : rows_) all.push_back(steps_of(rows, numbers));
  const Frequent frequent = frequent_steps(all);
  std::vector<std::string_view> rules(rules_.size());
  for (std::size_t i = 0; i < rules_.size(); ++i) rules[numbers[i]] = rules_[i];
  Buffer bytes, head = head_of(frequent), groups, functions;
  for (const std::string_view rule : rules) {
    put_varint(head, rule.size());
    bytes.insert(bytes.end(), rule.begin(), rule.end());
  }
  std::ranges::stable_sort(functions_, {}, &Function::begin);
  put_functions(all, frequent, functions, groups);
  Buffer out;
  for (const Buffer* part : {&bytes, &head, &groups}) {
    put_varint(out, part->size());
    out.insert(out.end(), part->begin(), part->end());
  }
  out.insert(out.end(), functions.begin(), functions.end());
  return out.size() > UINT32_MAX ? Buffer() : out;
}

}  // namespace symkit::index
