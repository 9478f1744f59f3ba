#include "stacks/unwind/stored_draft.h"

namespace symkit::unwind {

namespace {

// More is a lie: large programs have some thousand rules.
constexpr std::size_t longest_rule = 512, most_rules = 1 << 17;

}  // namespace

void StoredDraft::begin(const Function& function) {
  function_ = function;
  is_bounded_ = true;
  rows_.clear();
}

void StoredDraft::add(std::uint64_t address, const FrameRules& rules) {
  add(address, StoredRules{rules, function_.return_register, function_.is_signal_frame});
}

void StoredDraft::add(std::uint64_t address, const StoredRules& rules) { add_stored(address, stored(rules)); }

void StoredDraft::add_text(std::uint64_t address, std::string_view rules) {
  add_stored(address, stored_text(rules));
}

void StoredDraft::add_stored(std::uint64_t address, Bytes rule) {
  if (address < function_.begin || address >= function_.end) return;
  is_bounded_ = is_bounded_ && rule.size() <= longest_rule && draft_.rule_count() < most_rules;
  if (!is_bounded_) return;
  const std::uint32_t number = draft_.rule(rule);
  if (!rows_.empty() && rows_.back().rule == number) return;
  const std::uint64_t begin = address - text_base_.value_or(FileAddress{}).value;
  // Of two rows for one place the last counts, as where they are read in turn.
  if (!rows_.empty() && rows_.back().begin >= begin) {
    is_bounded_ = rows_.back().begin == begin;
    rows_.back().rule = number;
    return;
  }
  rows_.push_back({begin, number});
}

void StoredDraft::end(bool is_whole) {
  // No process has the kernel's addresses.
  constexpr std::uint64_t first_of_kernel = std::uint64_t{1} << 63;
  const std::uint64_t base = text_base_.value_or(FileAddress{}).value;
  const bool is_there = function_.begin >= base && function_.end <= first_of_kernel;
  if (!is_whole || !is_there || !is_bounded_) return;
  draft_.add(function_.begin - base, function_.end - base, rows_);
}

}  // namespace symkit::unwind
