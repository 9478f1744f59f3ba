// The instructions of arm64 that prologues and epilogues are made of.
#pragma once

#include <cstdint>
#include <optional>

namespace symkit::unwind {

// A load or a store of one or two registers.
struct Arm64Access {
  bool is_load = false;
  bool is_vector = false;
  unsigned first = 0;
  std::optional<unsigned> second = {};
  unsigned base = 0;            // register
  std::int64_t moves_base = 0;  // before or after it
  std::int64_t offset = 0;      // from what the base was before
};

struct Arm64Instruction {
  std::uint32_t bits = 0;

  std::optional<Arm64Access> access() const;

  // add or sub of a number: a register is another one plus it.
  struct Sum {
    unsigned to = 0;
    unsigned from = 0;
    std::int64_t amount = 0;
  };
  std::optional<Sum> sum() const;
  // and, of a number: the stack is aligned.
  bool aligns_stack() const { return (bits & 0xff80'001f) == 0x9200'001f; }
  // autiasp, autibsp
  bool checks_signature() const { return (bits & 0xffff'ffbf) == 0xd503'23bf; }

  bool returns() const;
  bool calls() const;
  bool branches_on_condition() const;
  // b: the distance.
  std::optional<std::int64_t> branch() const;
  bool branches_to_register() const;
  bool traps() const { return (bits & 0xffe0'001f) == 0xd420'0000 || bits >> 16 == 0; }
};

}  // namespace symkit::unwind
