// The machine that DWARF's expressions are written for: from registers and memory to where a value is, or
// what it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ground/base/bytes.h"
#include "stacks/unwind/lack.h"

namespace symkit::unwind {

// A type that the machine computes with.
struct NumberType {
  enum class Kind : std::uint8_t { Address, Unsigned, Signed, Float };
  Kind kind = Kind::Address;
  unsigned size = 8;
};

struct Number {
  std::uint64_t bits = 0;
  NumberType type = {};
};

// A part of a value.
struct Part {
  enum class Where : std::uint8_t {
    Nowhere,
    Memory,    // at the address `number`
    Register,  // `number`
    Value,     // is `number`
    Bytes,     // are `bytes`
    Pointee,   // it would point into the variable `number`
  };
  Where where = Where::Nowhere;
  std::uint64_t number = 0;
  NumberType type = {};  // of `number`, if that was computed
  Bytes bytes = {};
  std::int64_t offset = 0;  // in the variable pointed to
  std::uint64_t size = 0;   // in bits; 0: as large as the value
  std::uint64_t from = 0;   // the first bit that counts
};

// What expressions may ask for, in one frame.
class Circumstances {
 public:
  Circumstances() = default;
  Circumstances(const Circumstances&) = delete;
  Circumstances& operator=(const Circumstances&) = delete;
  virtual ~Circumstances() = default;

  virtual unsigned address_size() const = 0;
  // 8 bytes of a register, the lowest first.
  virtual Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) = 0;
  // As many bytes as are there, at most `size`.
  virtual Bytes memory(std::uint64_t address, std::uint64_t size) = 0;

  // What only expressions of variables ask for.
  virtual std::uint64_t bias() const { return 0; }
  virtual Known<std::uint64_t> frame_base() { return std::unexpected(Lack::NotUnderstood); }
  virtual Known<std::uint64_t> cfa() { return std::unexpected(Lack::NotUnderstood); }
  virtual Known<std::uint64_t> object() { return std::unexpected(Lack::NotUnderstood); }
  // In the block of the thread at hand.
  virtual Known<std::uint64_t> thread_local_at(std::uint64_t /*offset*/) {
    return std::unexpected(Lack::NotDumped);
  }
  // What the expression gave as the function was entered.
  virtual Known<Number> on_entry(Bytes /*expression*/) { return std::unexpected(Lack::OptimizedOut); }
  virtual Known<NumberType> number_type(std::uint64_t /*id*/) { return std::unexpected(Lack::NotUnderstood); }
};

// One part, or the parts in their order. `initial` is on the stack in the beginning.
Known<std::vector<Part>> locate(Bytes expression, Circumstances& where,
                                std::optional<std::uint64_t> initial = std::nullopt);

// What the expression has computed, or what is in the register that it names.
Known<Number> typed_number_of(Bytes expression, Circumstances& where,
                              std::optional<std::uint64_t> initial = std::nullopt);
Known<std::uint64_t> number_of(Bytes expression, Circumstances& where,
                               std::optional<std::uint64_t> initial = std::nullopt);

}  // namespace symkit::unwind
