// The unwind table of 32-bit ARM (.ARM.exidx and .ARM.extab): for each function a few operations on the
// stack pointer. They hold where the function calls, but not in its first and last instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

class ArmTable final : public Table {
 public:
  struct Section {
    Bytes data;
    std::uint64_t address = 0;  // in the image
  };

  // The bytes must outlive it.
  ArmTable(const Section& index, const Section& entries) : index_(index), entries_(entries) {}

  // Nothing also where its operations need what is not known.
  std::optional<Step> step(const CodePoint& point, const Surroundings& where) const override;
  bool has_function(std::uint64_t) const override { return true; }
  bool holds_at_calls_only() const override { return true; }
  void store(StoredDraft& draft) const override;

 private:
  using Operations = std::vector<std::uint8_t>;

  std::uint64_t begin_of(std::size_t row) const;
  // Nothing: not known. Empty: the function has no caller.
  std::optional<Operations> operations(std::uint64_t address) const;
  std::optional<Operations> entry_at(std::uint64_t address) const;

  Section index_, entries_;
};

}  // namespace symkit::unwind
