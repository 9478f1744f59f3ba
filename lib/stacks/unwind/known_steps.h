// A table whose steps are kept: samples are taken at the same places again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/number_table.h"
#include "stacks/unwind/fixed_step.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// For one thread. The table must outlive it.
class KnownSteps final : public Table {
 public:
  explicit KnownSteps(const Table& table) : table_(table) {}

  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  const FixedStep* kept_step(const CodePoint& point, const Processor& processor) const override;
  bool has_function(std::uint64_t address) const override { return table_.has_function(address); }
  std::uint32_t parameters_at(std::uint64_t address) const override { return table_.parameters_at(address); }
  bool has_all_callers() const override { return table_.has_all_callers(); }
  bool holds_at_calls_only() const override { return table_.holds_at_calls_only(); }

 private:
  struct Known {
    std::uint64_t address = 0;
    std::optional<FixedStep> step;  // nothing: the table is asked each time
  };
  // When there are more, it begins again.
  static constexpr std::size_t most = 1 << 14;

  const Known& known(const CodePoint& point, const Processor& processor) const;

  const Table& table_;
  mutable std::vector<Known> known_;
  mutable NumberTable numbers_;  // in `known_`, by address
};

}  // namespace symkit::unwind
