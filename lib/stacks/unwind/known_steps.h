// Steps that are kept: samples are taken at the same places in code again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/number_table.h"
#include "stacks/unwind/fixed_step.h"

namespace symkit::unwind {

// For one thread.
class KnownSteps {
 public:
  // Before each stack: when there are too many, it begins again.
  void make_room() {
    if (known_.size() < most) return;
    known_.clear();
    numbers_ = {};
  }

  // The step from an address in a mapping: what find() says, which is asked once. Null: none is kept. Valid
  // until there is room made.
  template <class Find>
  const FixedStep* at(std::uint32_t mapping, std::uint64_t address, Find find) {
    constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
    const std::uint64_t hash = (address ^ std::uint64_t{mapping} << 40) * golden >> 32;
    const std::uint32_t* const number = numbers_.find(hash, [&](std::uint32_t one) {
      return known_[one].address == address && known_[one].mapping == mapping;
    });
    if (number != nullptr) return known_[*number].get();
    if (known_.size() == most) return nullptr;
    known_.reserve(most);  // none moves
    numbers_.add(hash, static_cast<std::uint32_t>(known_.size()));
    return known_.emplace_back(address, mapping, find()).get();
  }

 private:
  struct Known {
    std::uint64_t address = 0;
    std::uint32_t mapping = 0;
    std::optional<FixedStep> step;  // nothing: the tables are asked each time

    const FixedStep* get() const { return step ? &*step : nullptr; }
  };
  static constexpr std::size_t most = 1 << 14;

  std::vector<Known> known_;
  NumberTable numbers_;  // in `known_`, by address
};

}  // namespace symkit::unwind
