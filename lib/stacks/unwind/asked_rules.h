// What a table says of a place, as rules: it is asked with registers and memory that tell where each value
// is from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/expression.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/registers.h"
#include "stacks/unwind/stored_rules.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// Each register leads to memory of its own, and what is there is its address with a bit.
class TellingValues final : public Memory {
 public:
  explicit TellingValues(const Processor& processor)
      : shift_(processor.address_size == 8 ? 40 : 26),
        address_size_(processor.address_size),
        stack_(processor.stack) {}

  struct Origin {
    bool is_saved = false;  // in memory, there; else it is the sum itself
    unsigned number = 0;    // of a register
    std::int64_t offset = 0;
  };
  // Nothing: it is from elsewhere.
  std::optional<Origin> origin_of(std::uint64_t value) const;

  unsigned register_count() const;
  std::uint64_t value_of(unsigned number) const;
  // Where the image begins.
  std::uint64_t image_begin() const;

  // Of the image; `begin` is counted from its begin.
  void set_code(std::uint64_t begin, Bytes bytes);
  void forget_given() const { given_count_ = 0; }

  Bytes at(std::uint64_t address, std::uint64_t size) const override;

 private:
  static constexpr std::size_t most_given = 128;

  std::uint64_t saved_bit() const { return std::uint64_t{1} << (shift_ + (address_size_ == 8 ? 6 : 4)); }

  // The stack pointer is the lowest: frames are above it.
  unsigned exchanged(unsigned number) const {
    if (number == stack_) return 0;
    return number == 0 ? stack_ : number;
  }

  unsigned shift_;
  unsigned address_size_;
  unsigned stack_;
  std::uint64_t code_begin_ = 0;
  Bytes code_;
  mutable std::array<std::array<std::uint8_t, 8>, most_given> given_ = {};
  mutable std::size_t given_count_ = 0;
};

class AskedRules {
 public:
  explicit AskedRules(const Processor& processor);

  const Processor& processor() const { return processor_; }
  std::uint64_t image_begin() const { return values_.image_begin(); }
  void set_code(std::uint64_t begin, Bytes bytes) { values_.set_code(begin, bytes); }
  // To ask with. `address`: from the image's begin.
  Surroundings at(std::uint64_t address);

  // Of the answer. Nothing if there is none, or rules cannot say it.
  std::optional<StoredRules> rules_of(const std::optional<Step>& step);

 private:
  bool is_of_no_use(unsigned number, bool is_interrupted) const;
  bool set_rule(unsigned number, std::optional<std::uint64_t> value, StoredRules& all);
  Bytes sum(unsigned number, std::int64_t offset);

  const Processor& processor_;
  TellingValues values_;
  Registers registers_;
  std::deque<std::vector<std::uint8_t>> expressions_;
};

}  // namespace symkit::unwind
