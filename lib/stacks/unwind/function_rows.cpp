#include "stacks/unwind/function_rows.h"

#include <algorithm>
#include <iterator>

namespace symkit::unwind {
namespace {

bool is_saved(const Rule& rule) { return rule.kind == Rule::Kind::Saved; }

bool is_saved_in(const FrameRules& rules, const FrameRules& others) {
  for (std::size_t i = 0; i < rules.registers.size(); ++i) {
    const Rule &rule = rules.registers[i], &other = others.registers[i];
    if (rule.kind != Rule::Kind::Unsaid && !is_saved(rule)) return false;
    if (is_saved(rule) && (!is_saved(other) || rule.offset != other.offset)) return false;
  }
  return true;
}

bool have_same_cfa(const StoredRules& one, const StoredRules& other) {
  return one.rules.cfa_register == other.rules.cfa_register && one.rules.cfa_offset == other.rules.cfa_offset;
}

bool are_comparable(const StoredRules& one, const StoredRules& other) {
  return one.return_register == other.return_register && !one.is_signal_frame && !other.is_signal_frame;
}

// Then the register that the other rules count from still has its value.
bool has_frame_register_of(const StoredRules& rules, const StoredRules& others) {
  const auto& registers = rules.rules.registers;
  const std::uint64_t frame = others.rules.cfa_register;
  return frame < registers.size() && is_saved(registers[frame]);
}

}  // namespace

void FunctionRows::add_rule(std::uint64_t address, const std::optional<StoredRules>& rules) {
  rules_.push_back({address, end_, rules});
}

const StoredRules* FunctionRows::rule_at(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(rules_, address, {}, &Range::begin);
  if (behind == rules_.begin() || !std::prev(behind)->rules) return nullptr;
  return &*std::prev(behind)->rules;
}

bool FunctionRows::has_whole_frame(std::uint64_t address, const StoredRules& rules) const {
  const StoredRules* const here = rule_at(address);
  return here != nullptr && are_comparable(rules, *here) && is_saved_in(rules.rules, here->rules) &&
         (have_same_cfa(rules, *here) || has_frame_register_of(rules, *here));
}

void FunctionRows::add_exception(std::uint64_t address, std::uint64_t end, const StoredRules& rules,
                                 When when) {
  if (!exceptions_.empty() && exceptions_.back().end > address) exceptions_.back().end = address;
  if (has_whole_frame(address, rules)) {
    const StoredRules& here = *rule_at(address);
    const bool has_all = when == When::Returns && is_saved_in(here.rules, rules.rules);
    if (have_same_cfa(rules, here) || has_all) return;
  }
  exceptions_.push_back({address, std::min(end, end_), rules});
}

// What holds there without exceptions.
void FunctionRows::put_rules(std::uint64_t from, std::uint64_t to, StoredDraft& draft) const {
  if (from >= to) return;
  auto at = std::ranges::upper_bound(rules_, from, {}, &Range::begin);
  if (at == rules_.begin()) {
    draft.add_nothing(from);
  } else {
    --at;
  }
  for (; at != rules_.end() && at->begin < to; ++at) {
    const std::uint64_t begin = std::max(at->begin, from);
    if (at->rules) {
      draft.add(begin, *at->rules);
    } else {
      draft.add_nothing(begin);
    }
  }
}

void FunctionRows::put(StoredDraft& draft) const {
  const bool says_something = !exceptions_.empty() || std::ranges::any_of(rules_, [](const Range& one) {
    return one.rules.has_value();
  });
  if (!says_something) return;
  draft.begin({.begin = begin_, .end = end_});
  std::uint64_t from = begin_;
  for (const Range& exception : exceptions_) {
    put_rules(from, exception.begin, draft);
    draft.add(exception.begin, *exception.rules);
    from = exception.end;
  }
  put_rules(from, end_, draft);
  draft.end(true);
}

}  // namespace symkit::unwind
