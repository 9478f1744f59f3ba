// Compact encodings of arm64.
#include "stacks/unwind/arm64_registers.h"
#include "stacks/unwind/compact_step.h"

namespace symkit::unwind {
namespace {

constexpr std::uint32_t without_frame = 2, with_frame_record = 4;

std::uint32_t mode_in(std::uint32_t encoding) { return encoding >> 24 & 0xf; }

class Arm64Frame {
 public:
  explicit Arm64Frame(const Surroundings& where)
      : where_(where),
        registers_(where.registers),
        top_(where.registers.at(arm64::stack_pointer).value_or(0)) {}

  Step leave(std::uint32_t encoding) {
    switch (mode_in(encoding)) {
      case without_frame: {
        const std::uint64_t size = std::uint64_t{encoding >> 12 & 0xfff} * 16;
        if (!take_pairs(encoding, top_ + size)) return {};
        return returned(size);
      }
      case with_frame_record: {
        const auto frame = registers_.at(arm64::frame_pointer);
        if (!frame || !take_pairs(encoding, *frame)) return {};
        if (!take(arm64::frame_pointer, *frame) || !take(arm64::link, *frame + arm64::word)) return {};
        return returned(*frame + std::uint64_t{2} * arm64::word - top_);
      }
      default: return {};
    }
  }

 private:
  bool take(unsigned number, std::uint64_t address) {
    const auto value = where_.memory.number(address, arm64::word);
    if (value) registers_.set(number, *value);
    return value.has_value();
  }

  // Below an address: x19 and x20, x21 and x22 …, then d8 and d9 …
  bool take_pairs(std::uint32_t encoding, std::uint64_t at) {
    constexpr unsigned first_saved = 19, pairs = 5;
    for (unsigned i = 0; i < pairs; ++i) {
      if ((encoding >> i & 1) == 0) continue;
      const unsigned number = first_saved + 2 * i;
      if (!take(number, at - arm64::word)) return false;
      at -= std::uint64_t{2} * arm64::word;
      if (!take(number + 1, at)) return false;
    }
    return true;
  }

  // Where the return address is in its register.
  Step returned(std::uint64_t size) {
    const auto to = registers_.at(arm64::link);
    if (!to) return {};
    registers_.set(arm64::code_pointer, *to & where_.processor.address_bits);
    registers_.set(arm64::stack_pointer, top_ + size);
    return {Caller{registers_}};
  }

  const Surroundings& where_;
  Registers registers_;
  std::uint64_t top_;
};

}  // namespace

Step step_by_compact_arm64(const CompactFunction& function, const Surroundings& where) {
  return Arm64Frame(where).leave(function.entry.encoding);
}

}  // namespace symkit::unwind
