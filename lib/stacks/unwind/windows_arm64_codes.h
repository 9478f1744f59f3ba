// What tells how functions on Windows on arm64 are left: unwind codes, and rows that have all of it packed
// into 32 bits. The forms are described in Microsoft's "ARM64 exception handling".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::unwind {

// What one instruction of a prologue did, to be undone.
struct Arm64Step {
  enum class Kind : std::uint8_t {
    Nothing,
    Mark,      // of the system's own code: nothing, and no instruction
    Allocate,  // `amount` bytes of the stack
    SetFrame,  // the frame pointer is the stack pointer plus `amount`
    Save,      // registers, `amount` bytes from the stack pointer
    Push,      // registers, below the stack pointer, which moves by `amount`
    Sign,      // the return address
    MachineFrame,
    Context,
    Unknown,  // something that depends on the processor, or is of a later version
  };
  Kind kind = Kind::Nothing;
  std::uint32_t amount = 0;
  unsigned first = 0;     // register
  unsigned count = 0;     // of registers that follow each other
  bool has_link = false;  // the link register is saved behind them

  bool is_instruction() const {
    return kind != Kind::Mark && kind != Kind::MachineFrame && kind != Kind::Context;
  }
};

struct Arm64Steps {
  std::vector<Arm64Step> steps;  // the last first
  std::size_t instructions = 0;  // of the function's own part, where others follow
};

// From the code at `index` to their end. Nothing if they have none.
std::optional<Arm64Steps> arm64_steps_of(Bytes codes, std::size_t index);

// A row that has all.
struct PackedArm64 {
  explicit PackedArm64(std::uint32_t row) : row_(row) {}

  bool is_part() const { return (row_ & 3) == 2; }  // without a prologue and an epilogue
  std::uint32_t size() const { return (row_ >> 2 & 0x7ff) * 4; }
  Arm64Steps prologue() const { return steps(true); }
  Arm64Steps epilogue() const { return steps(false); }

 private:
  Arm64Steps steps(bool is_prologue) const;

  std::uint32_t row_;
};

}  // namespace symkit::unwind
