// The bits of a value, wherever they are: in memory, in registers, in pieces at several places, computed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "keep/variables/variable.h"
#include "stacks/unwind/lack.h"
#include "stacks/unwind/memory.h"

namespace symkit::values {

using unwind::Known;
using unwind::Lack;

// At most 16 bytes, the lowest first; what is beyond the size asked for is 0.
struct Bits {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

// It would point into a variable, but it is nowhere itself.
struct Pointee {
  variables::VariableId variable = 0;
  std::int64_t offset = 0;
};

struct Piece {
  std::uint64_t size = 0;                     // in bits
  std::optional<std::uint64_t> address = {};  // it is in memory
  std::vector<std::uint8_t> bytes = {};       // else it is this
  std::uint64_t from = 0;                     // the first bit of these that counts
  std::optional<Lack> lack = {};              // … or it is not known
  std::optional<Pointee> pointee = {};
};

class Object {
 public:
  Object(const unwind::Memory& memory, std::uint64_t address) : memory_(&memory), address_(address) {}
  Object(const unwind::Memory& memory, std::vector<Piece> pieces);

  // Nothing if it is not in memory as a whole.
  std::optional<std::uint64_t> address() const;
  // What begins so many bytes later: a member, an element.
  Object at(std::uint64_t offset) const;

  // At most 128 bits, from a bit on that is counted from the lowest of the first byte.
  Known<Bits> bits(std::uint64_t from, unsigned size) const;
  // The same for whole bytes from its beginning.
  Known<Bits> number(unsigned bytes) const { return bits(0, bytes * 8); }
  std::optional<Pointee> pointee() const;

  const unwind::Memory& memory() const { return *memory_; }

 private:
  const unwind::Memory* memory_;
  std::uint64_t address_ = 0;                         // in memory, or of the byte in the pieces
  std::shared_ptr<const std::vector<Piece>> pieces_;  // null: it is in memory
};

}  // namespace symkit::values
