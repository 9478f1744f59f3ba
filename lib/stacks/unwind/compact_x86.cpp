// Compact encodings of x86_64 and i386.
#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "ground/base/cursor.h"
#include "stacks/unwind/compact_step.h"
#include "stacks/unwind/x86_64_registers.h"
#include "stacks/unwind/x86_epilogue.h"

namespace symkit::unwind {
namespace {

constexpr std::uint32_t with_frame = 1, of_size = 2, of_size_in_code = 3;
constexpr unsigned most_saved = 6;
constexpr std::uint64_t farthest = 1024;  // from a function's begin to where it needs its frame

std::uint32_t mode_of(std::uint32_t encoding) { return encoding >> 24 & 0xf; }

// Numbers in encodings: 1 to 6.
unsigned saved_register(std::uint32_t number, const Processor& processor) {
  constexpr std::array<unsigned, most_saved> of_x86_64 = {3, 12, 13, 14, 15, 6}, of_x86 = {3, 1, 2, 7, 6, 5};
  if (number == 0 || number > most_saved) return Registers::count;
  return (processor.address_size == 8 ? of_x86_64 : of_x86).at(number - 1);
}

// The order of `count` of the six registers is one number: each digit is the rank of a register among those
// that are left, and counts as many as there are orders of what follows.
std::array<std::uint32_t, most_saved> registers_in_order(std::uint32_t order, unsigned count) {
  std::array<std::uint32_t, most_saved> left = {1, 2, 3, 4, 5, 6}, found = {};
  std::array<std::uint32_t, most_saved> digits = {};
  std::uint32_t kinds = most_saved - count;  // of the last digit, less one
  // The last of all six has no choice.
  for (unsigned i = count; i-- > 0;) {
    ++kinds;
    digits.at(i) = order % kinds;
    order /= kinds;
  }
  for (unsigned i = 0; i < count; ++i) {
    found.at(i) = left.at(digits.at(i));
    std::copy(left.begin() + digits.at(i) + 1, left.end(), left.begin() + digits.at(i));
  }
  return found;
}

class X86Frame {
 public:
  X86Frame(const CompactFunction& function, const Surroundings& where)
      : function_(function),
        where_(where),
        word_(where.processor.address_size),
        top_(where.registers.at(where.processor.stack).value_or(0)),
        registers_(where.registers) {}

  Step leave() {
    switch (mode_of(encoding())) {
      case with_frame: return leave_by_frame();
      case of_size:
      case of_size_in_code: return leave_by_size();
      default: return {};
    }
  }

  // Of the whole frame with the return address. Nothing if the function's code is needed, and not known.
  std::optional<std::uint64_t> size() const {
    const std::uint32_t number = encoding() >> 16 & 0xff;
    if (mode_of(encoding()) == of_size) return std::uint64_t{number} * word_;
    const auto allocated = where_.memory.number(function_.begin + number, 4);
    if (!allocated) return std::nullopt;
    return *allocated + std::uint64_t{encoding() >> 13 & 7} * word_;
  }

  // The caller where the return address is that far above the stack pointer.
  Step returned(std::uint64_t to_return) {
    const auto to = where_.memory.number(top_ + to_return, word_);
    if (!to) return {};
    registers_.set(where_.processor.code, *to);
    registers_.set(where_.processor.stack, top_ + to_return + word_);
    return {Caller{registers_}};
  }

 private:
  std::uint32_t encoding() const { return function_.entry.encoding; }

  // What is below the stack pointer is not pushed yet, or not any more.
  bool take(unsigned number, std::uint64_t address) {
    if (address < top_) return true;
    const auto value = where_.memory.number(address, word_);
    if (value) registers_.set(number, *value);
    return value.has_value();
  }

  Step leave_by_frame() {
    const auto frame = registers_.at(where_.processor.frame);
    if (!frame) return {};
    std::uint64_t at = *frame - std::uint64_t{encoding() >> 16 & 0xff} * word_;
    constexpr unsigned most = 5, bits = 3;
    for (unsigned i = 0; i < most; ++i, at += word_)
      if (const std::uint32_t number = encoding() >> (i * bits) & 7; number != 0)
        if (!take(saved_register(number, where_.processor), at)) return {};
    if (!take(where_.processor.frame, *frame)) return {};
    return returned(*frame + word_ - top_);
  }

  Step leave_by_size() {
    const auto all = size();
    const unsigned count = std::min<std::uint32_t>(encoding() >> 10 & 7, most_saved);
    if (!all || *all < std::uint64_t{count + 1} * word_) return {};
    const auto order = registers_in_order(encoding() & 0x3ff, count);
    std::uint64_t at = top_ + *all - std::uint64_t{count + 1} * word_;
    for (unsigned i = 0; i < count; ++i, at += word_)
      if (!take(saved_register(order.at(i), where_.processor), at)) return {};
    return returned(*all - word_);
  }

  const CompactFunction& function_;
  const Surroundings& where_;
  unsigned word_;
  std::uint64_t top_;
  Registers registers_;
};

// push rbp; mov rbp, rsp
struct FrameBegin {
  std::vector<std::uint8_t> push_and_move, other_move;
  explicit FrameBegin(const Processor& processor) {
    if (processor.address_size == 8) {
      push_and_move = {0x55, 0x48, 0x89, 0xe5};
      other_move = {0x55, 0x48, 0x8b, 0xec};
    } else {
      push_and_move = {0x55, 0x89, 0xe5};
      other_move = {0x55, 0x8b, 0xec};
    }
  }
  bool is_at(Bytes code) const {
    const auto starts = [&](const std::vector<std::uint8_t>& with) {
      return code.size() >= with.size() && std::equal(with.begin(), with.end(), code.begin());
    };
    return starts(push_and_move) || starts(other_move);
  }
};

// Nothing: the frame pointer is set. It may be so only where the function needs its frame.
std::optional<std::uint64_t> depth_before_frame(const CompactFunction& function, std::uint64_t at,
                                                const Surroundings& where) {
  const FrameBegin begin(where.processor);
  const std::uint64_t into = at - function.begin;
  const Bytes code = where.memory.at(function.begin, std::min(farthest, function.end - function.begin));
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!begin.is_at(code.subspan(i))) continue;
    if (into > i + 1) return std::nullopt;
    return into > i ? where.processor.address_size : 0;
  }
  return std::nullopt;
}

// The instructions that a frame without a pointer begins with.
class PushesAndAllocation {
 public:
  PushesAndAllocation(Bytes code, const Processor& processor)
      : at_(code, Endian::Little), is_64_bit_(processor.address_size == 8) {}

  std::size_t offset() const { return at_.offset(); }
  std::uint64_t depth() const { return depth_; }
  const std::vector<unsigned>& pushed() const { return pushed_; }

  // False: the instruction is another one.
  bool read_one() {
    std::uint8_t operation = at_.u8();
    const bool has_prefix = is_64_bit_ && operation >> 4 == 4;
    const unsigned upper = has_prefix && (operation & 1) != 0 ? 8 : 0;
    if (has_prefix) operation = at_.u8();
    if (operation >> 3 == 0xa) {  // push
      const unsigned number = operation & 7U;
      pushed_.push_back(is_64_bit_ ? x86_64::numbers_in_instructions.at(number + upper) : number);
      depth_ += is_64_bit_ ? 8 : 4;
      return !at_.failed();
    }
    constexpr std::uint8_t of_stack = 0xec;
    if ((operation != 0x83 && operation != 0x81) || at_.u8() != of_stack) return false;
    depth_ += operation == 0x83 ? std::uint64_t{at_.u8()} : std::uint64_t{at_.u32()};
    return !at_.failed();
  }

 private:
  Cursor at_;
  bool is_64_bit_;
  std::uint64_t depth_ = 0;
  std::vector<unsigned> pushed_;
};

// The registers that a frame without a pointer saves, the first that is pushed first.
std::vector<unsigned> pushed_by(std::uint32_t encoding, const Processor& processor) {
  const unsigned count = std::min<std::uint32_t>(encoding >> 10 & 7, most_saved);
  const auto order = registers_in_order(encoding & 0x3ff, count);
  std::vector<unsigned> pushed;
  for (unsigned i = count; i-- > 0;) pushed.push_back(saved_register(order.at(i), processor));
  return pushed;
}

// How far a prologue that begins with this code and makes a frame of `complete` bytes is after `into` bytes.
// Nothing: the code is another one.
std::optional<std::uint64_t> depth_in_prologue(Bytes code, std::uint64_t into, std::uint64_t complete,
                                               std::span<const unsigned> registers,
                                               const Processor& processor) {
  PushesAndAllocation pushes(code, processor);
  std::uint64_t depth = 0;
  while (pushes.depth() < complete && pushes.read_one())
    if (pushes.offset() <= into) depth = pushes.depth();
  const auto& pushed = pushes.pushed();
  const bool is_it = pushes.depth() == complete && pushed.size() >= registers.size() &&
                     std::ranges::equal(registers, std::span(pushed).first(registers.size()));
  return is_it ? std::optional(depth) : std::nullopt;
}

// Nothing: the frame of that size is complete.
std::optional<std::uint64_t> depth_in_pushes(const CompactFunction& function, std::uint64_t at,
                                             std::uint64_t size, const Surroundings& where) {
  const std::uint64_t into = at - function.begin, complete = size - where.processor.address_size;
  const Bytes code = where.memory.at(function.begin, std::min(farthest, function.end - function.begin));
  const auto registers = pushed_by(function.entry.encoding, where.processor);
  for (std::size_t i = 0; i < code.size() && complete != 0; ++i) {
    const std::uint64_t from_here = into > i ? into - i : 0;
    const auto depth = depth_in_prologue(code.subspan(i), from_here, complete, registers, where.processor);
    if (depth) return *depth == complete ? std::nullopt : depth;
  }
  return std::nullopt;
}

}  // namespace

Step step_by_compact_x86(const CompactFunction& function, const Surroundings& where) {
  return X86Frame(function, where).leave();
}

std::optional<Step> step_to_return_x86(const CompactFunction& function, const Surroundings& where) {
  const auto leads_elsewhere = [&](std::uint64_t to) { return to < function.begin || to >= function.end; };
  const auto found = caller_after_epilogue(where, {.leads_elsewhere = leads_elsewhere});
  return found ? std::optional(Step{Caller{found->registers}}) : std::nullopt;
}

std::optional<Step> step_in_prologue_x86(const CompactFunction& function, const Surroundings& where) {
  const std::uint64_t at = where.registers.at(where.processor.code).value_or(0);
  X86Frame frame(function, where);
  const std::uint32_t mode = mode_of(function.entry.encoding);
  if (mode == with_frame || function.entry.encoding == no_compact_encoding) {
    const auto depth = depth_before_frame(function, at, where);
    return depth ? std::optional(frame.returned(*depth)) : std::nullopt;
  }
  if (mode != of_size && mode != of_size_in_code) return std::nullopt;
  const auto size = frame.size();
  const auto depth = size ? depth_in_pushes(function, at, *size, where) : std::nullopt;
  return depth ? std::optional(frame.returned(*depth)) : std::nullopt;
}

}  // namespace symkit::unwind
