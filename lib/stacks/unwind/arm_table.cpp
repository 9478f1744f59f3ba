#include "stacks/unwind/arm_table.h"

#include "ground/base/cursor.h"
#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t arm_row_size = 8;
constexpr std::uint32_t no_caller = 1, top_bit = 0x80000000;
constexpr unsigned arm_stack = 13, arm_link = 14, arm_code = 15;
constexpr std::uint64_t thumb_bit = 1;

std::uint32_t word_at(Bytes data, std::uint64_t offset) {
  Cursor at(data, Endian::Little);
  at.seek(offset);
  return at.u32();
}

// A signed number of 31 bits, relative to where it is.
std::uint64_t relative(std::uint32_t word, std::uint64_t address) {
  const std::int64_t offset = static_cast<std::int32_t>(word << 1) >> 1;
  return (address + static_cast<std::uint64_t>(offset)) & UINT32_MAX;
}

void add_bytes(std::vector<std::uint8_t>& operations, std::uint32_t word, int from) {
  for (int shift = from; shift >= 0; shift -= 8)
    operations.push_back(static_cast<std::uint8_t>(word >> shift));
}

class Execution {
 public:
  Execution(const Registers& registers, const Memory& memory) : registers_(registers), memory_(memory) {}

  std::optional<Caller> run(const std::vector<std::uint8_t>& operations) {
    const auto top = registers_.at(arm_stack);
    if (!top) return std::nullopt;
    top_ = *top;
    Cursor at(operations, Endian::Little);
    while (!at.at_end() && !is_finished_)
      if (!take(at) || at.failed()) return std::nullopt;
    if (!has_code_) {
      const auto returns_to = registers_.at(arm_link);
      if (!returns_to) return std::nullopt;
      registers_.set(arm_code, *returns_to);
    }
    registers_.set(arm_code, *registers_.at(arm_code) & ~thumb_bit);
    registers_.set(arm_stack, top_ & UINT32_MAX);
    return Caller{registers_};
  }

 private:
  bool take(Cursor& at) {
    const std::uint8_t byte = at.u8();
    if (byte < 0x40) return move(std::uint64_t{byte} * 4 + 4);
    if (byte < 0x80) return move(-((byte & 0x3fU) * std::uint64_t{4} + 4));
    if (byte < 0x90) return pop_masked((byte & 0xfU) << 8 | at.u8(), 4);
    if (byte < 0xa0) return take_register(byte & 0xfU);
    if (byte < 0xb0) return pop_masked((2U << (byte & 7)) - 1, 4) && ((byte & 8) == 0 || pop(arm_link));
    if (byte < 0xc0) return take_other(byte, at);
    if (byte == 0xc8 || byte == 0xc9) return move((at.u8() & 0xfU) * std::uint64_t{8} + 8);
    if (byte >= 0xd0 && byte < 0xd8) return move((byte & 7U) * std::uint64_t{8} + 8);
    return false;
  }

  bool take_other(std::uint8_t byte, Cursor& at) {
    if (byte == 0xb0) return is_finished_ = true;
    if (byte == 0xb1) return pop_masked(at.u8(), 0);
    if (byte == 0xb2) return move(0x204 + (at.uleb() << 2));
    if (byte == 0xb3) return move((at.u8() & 0xfU) * std::uint64_t{8} + 12);
    if (byte == 0xb4) return move(4);  // the code that authenticates the return address
    return byte >= 0xb8 && move((byte & 7U) * std::uint64_t{8} + 12);
  }

  bool move(std::uint64_t by) {
    top_ += by;
    return true;
  }

  bool take_register(unsigned number) {
    const auto value = registers_.at(number);
    if (number == arm_stack || number == arm_code || !value) return false;
    top_ = *value;
    return true;
  }

  // No register at all means that the frame cannot be left.
  bool pop_masked(unsigned mask, unsigned first) {
    if (mask == 0) return false;
    std::optional<std::uint64_t> new_top;
    for (unsigned number = first; mask != 0; mask >>= 1, ++number) {
      if ((mask & 1) == 0) continue;
      if (!pop(number)) return false;
      if (number == arm_stack) new_top = registers_.at(arm_stack);
    }
    if (new_top) top_ = *new_top;
    return true;
  }

  bool pop(unsigned number) {
    const auto value = memory_.number(top_, 4);
    if (!value) return false;
    registers_.set(number, *value);
    has_code_ = has_code_ || number == arm_code;
    top_ += 4;
    return true;
  }

  Registers registers_;
  const Memory& memory_;
  std::uint64_t top_ = 0;
  bool has_code_ = false;
  bool is_finished_ = false;
};

}  // namespace

std::optional<Step> ArmTable::step(const CodePoint& point, const Surroundings& where) const {
  const auto found = operations(point.address);
  if (!found) return std::nullopt;
  if (found->empty()) return Step{Caller{.registers = {}, .is_outermost = true}};
  const auto caller = Execution(where.registers, where.memory).run(*found);
  return caller ? std::optional(Step{caller}) : std::nullopt;
}

std::uint64_t ArmTable::begin_of(std::size_t row) const {
  const std::size_t at = row * arm_row_size;
  return relative(word_at(index_.data, at), index_.address + at);
}

void ArmTable::store(StoredDraft& draft) const {
  AskedRules asked(*processor_of(Architecture::Armv7));
  constexpr std::uint64_t end_of_all = std::uint64_t{1} << 32;
  const std::size_t count = index_.data.size() / arm_row_size;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t begin = begin_of(i), end = i + 1 < count ? begin_of(i + 1) : end_of_all;
    const auto rules = asked.rules_of(step({begin, true}, asked.at(begin)));
    if (!rules || begin >= end) continue;
    draft.begin({.begin = begin, .end = end});
    draft.add(begin, *rules);
    draft.end(true);
  }
}

// Rows are sorted, and each reaches to the next.
std::optional<ArmTable::Operations> ArmTable::operations(std::uint64_t address) const {
  std::size_t first = 0, count = index_.data.size() / arm_row_size;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (begin_of(first + half) <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == 0) return std::nullopt;
  const std::size_t at = (first - 1) * arm_row_size + 4;
  const std::uint32_t word = word_at(index_.data, at);
  if (word == no_caller) return Operations();
  if ((word & top_bit) == 0) return entry_at(relative(word, index_.address + at));
  if ((word >> 24 & 0xf) != 0) return std::nullopt;
  Operations operations;
  add_bytes(operations, word, 16);
  return operations;
}

// The operations stand behind the number of words that they take, in an order that begins with each word's
// most significant byte; before them may be a function that C++ or others use.
std::optional<ArmTable::Operations> ArmTable::entry_at(std::uint64_t address) const {
  Cursor at(entries_.data, Endian::Little);
  at.seek(address - entries_.address);
  std::uint32_t word = at.u32();
  Operations operations;
  std::uint32_t further = 0;
  if ((word & top_bit) == 0) {
    word = at.u32();
    further = word >> 24;
    add_bytes(operations, word, 16);
  } else if (const std::uint32_t kind = word >> 24 & 0xf; kind == 0) {
    add_bytes(operations, word, 16);
  } else if (kind < 3) {
    further = word >> 16 & 0xff;
    add_bytes(operations, word, 8);
  } else {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < further; ++i) add_bytes(operations, at.u32(), 24);
  return at.failed() ? std::nullopt : std::optional(operations);
}

}  // namespace symkit::unwind
