#include "stacks/unwind/x86_path.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "files/code/x86_instruction.h"
#include "stacks/unwind/x86_64_registers.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t longest_instruction = 15;
constexpr std::size_t most_instructions = 4000, most_stored = 64;
constexpr unsigned stack_in_instructions = 4;

// What is known at one place of a way.
struct Stop {
  std::uint64_t at = 0;
  Registers registers;  // the stack pointer and what is loaded from the stack; others have the function's
  std::map<std::uint64_t, std::optional<std::uint64_t>> stored = {};  // on the way
  std::map<unsigned, std::uint64_t> saved = {};                       // where registers were stored first
};

class Ways {
 public:
  // `is_checked`: what is found is checked by more than that it looks like a return address.
  Ways(const Surroundings& where, bool is_checked, std::size_t& instructions_left)
      : where_(where),
        processor_(where.processor),
        is_checked_(is_checked),
        instructions_left_(instructions_left) {}

  // Follows all ways from there; `ends`: whether one ends at a stop, as it is what is sought. Nothing: none.
  template <typename Ends>
  std::optional<Stop> follow(Stop begin, const Ends& ends) {
    open_.push_back(std::move(begin));
    for (std::size_t left = std::min(most_instructions, instructions_left_); left != 0 && !open_.empty();) {
      Stop stop = std::move(open_.back());
      open_.pop_back();
      while (left != 0 && seen_.insert(stop.at).second) {
        --left;
        --instructions_left_;
        const auto instruction = instruction_at(stop.at);
        if (ends(stop, instruction)) return stop;
        if (!instruction || !step(*instruction, stop) || stop.stored.size() > most_stored) break;
      }
    }
    return std::nullopt;
  }

  std::optional<code::X86Instruction> instruction_at(std::uint64_t address) const {
    return code::x86_instruction(where_.memory.at(address, longest_instruction), is_64_bit());
  }

  bool is_64_bit() const { return processor_.address_size == 8; }
  std::optional<std::uint64_t> top(const Stop& stop) const { return stop.registers.at(processor_.stack); }

 private:
  using Instruction = code::X86Instruction;

  unsigned number_of(unsigned in_instruction) const {
    return is_64_bit() ? x86_64::numbers_in_instructions.at(in_instruction) : in_instruction;
  }
  std::uint64_t in_width(std::uint64_t value) const { return is_64_bit() ? value : value & UINT32_MAX; }
  static std::uint64_t plus(std::uint64_t base, std::int64_t more) {
    return base + static_cast<std::uint64_t>(more);
  }

  // False: the way ends there.
  bool step(const Instruction& now, Stop& stop) {
    const std::uint64_t next = in_width(stop.at + now.size);
    const std::uint64_t there = in_width(plus(next, now.immediate));
    stop.at = next;
    if (now.map == Instruction::Map::Other) return true;
    if (now.map == Instruction::Map::TwoBytes) return step_of_two_bytes(now, there, stop);
    switch (now.opcode) {
      case 0xc3:
      case 0xc2:
      case 0xcc:
      case 0xf4: return false;  // return, int3, hlt
      case 0xe8: return pass_call(there, stop);
      case 0xe9:
      case 0xeb: stop.at = there; return true;
      case 0xff: return step_of_group(now, stop);
      default: break;
    }
    const bool branches = now.opcode >> 4 == 7 || (now.opcode >= 0xe0 && now.opcode <= 0xe3);
    if (branches)
      branch(there, stop);
    else
      follow_data(now, stop);
    return true;
  }

  bool step_of_two_bytes(const Instruction& now, std::uint64_t there, Stop& stop) {
    constexpr std::uint8_t undefined = 0x0b;
    if (now.opcode == undefined) return false;
    if (now.opcode >> 4 == 8) branch(there, stop);
    return true;
  }

  void branch(std::uint64_t there, const Stop& stop) {
    if (seen_.contains(there)) return;
    open_.push_back(stop);
    open_.back().at = there;
  }

  bool step_of_group(const Instruction& now, Stop& stop) {
    constexpr unsigned call = 2, far_call = 3, jump = 4, far_jump = 5, push = 6;
    const unsigned kind = now.first() & 7U;
    if (kind == call) return pass_call(0, stop);
    if (kind == push) store_on_top(std::nullopt, stop);
    return kind != far_call && kind != jump && kind != far_jump;
  }

  // i386 learns its own address from a call of the next instruction. Functions that free their own arguments
  // are only there.
  bool pass_call(std::uint64_t there, Stop& stop) {
    if (there == stop.at) {
      store_on_top(stop.at, stop);
      return true;
    }
    const auto here = top(stop);
    return is_checked_ || is_64_bit() || !here || !stop.stored.contains(*here);
  }

  void store_on_top(std::optional<std::uint64_t> value, Stop& stop) {
    const auto here = top(stop);
    if (!here) return;
    const std::uint64_t to = in_width(*here - processor_.address_size);
    stop.registers.set(processor_.stack, to);
    stop.stored[to] = value;
  }

  void save(unsigned number, std::uint64_t to, Stop& stop) {
    stop.stored[to] = stop.registers.at(number);
    stop.saved.emplace(number, to);
  }

  std::optional<std::uint64_t> loaded(std::uint64_t from, const Stop& stop) const {
    const auto found = stop.stored.find(from);
    return found != stop.stored.end() ? found->second : where_.memory.number(from, processor_.address_size);
  }

  static void put(unsigned number, std::optional<std::uint64_t> value, Stop& stop) {
    if (value)
      stop.registers.set(number, *value);
    else
      stop.registers.forget(number);
  }

  void pop(unsigned number, Stop& stop) const {
    const auto here = top(stop);
    if (here) stop.registers.set(processor_.stack, in_width(*here + processor_.address_size));
    put(number, here ? loaded(*here, stop) : std::nullopt, stop);
  }

  std::optional<std::uint64_t> address_in(const Instruction& now, const Stop& stop) const {
    const auto base = now.base();
    const auto value = base ? stop.registers.at(number_of(*base)) : std::nullopt;
    return value ? std::optional(in_width(plus(*value, now.displacement))) : std::nullopt;
  }

  bool is_of_stack(const Instruction& now) const {
    const auto base = now.base();
    return base && (number_of(*base) == processor_.stack || number_of(*base) == processor_.frame);
  }

  void follow_data(const Instruction& now, Stop& stop) {
    constexpr std::uint8_t to_memory = 0x89, from_memory = 0x8b, address = 0x8d, leave = 0xc9, numbers = 0x81,
                           small_numbers = 0x83;
    const unsigned in_opcode = number_of(now.in_opcode());
    const bool is_full = now.is_wide() || !is_64_bit();
    if (now.opcode >= 0x50 && now.opcode <= 0x57) return push(in_opcode, stop);
    if (now.opcode >= 0x58 && now.opcode <= 0x5f) return pop(in_opcode, stop);
    switch (now.opcode) {
      case 0x68:
      case 0x6a:
      case 0x9c: return store_on_top(std::nullopt, stop);  // of numbers and flags
      case 0x9d:                                           // popf
        if (const auto here = top(stop))
          stop.registers.set(processor_.stack, in_width(*here + processor_.address_size));
        return;
      case leave:
        put(processor_.stack, stop.registers.at(processor_.frame), stop);
        return pop(processor_.frame, stop);
      case address:
        if (is_full) set(number_of(now.first()), address_in(now, stop), stop);
        return;
      case to_memory: return move(now, number_of(now.first()), is_full, stop);
      case from_memory: return load(now, number_of(now.first()), is_full, stop);
      case numbers:
      case small_numbers: return compute(now, stop);
      default: break;
    }
    if (changes_stack(now)) stop.registers.forget(processor_.stack);
  }

  void push(unsigned number, Stop& stop) {
    const auto here = top(stop);
    store_on_top(std::nullopt, stop);
    if (here) save(number, in_width(*here - processor_.address_size), stop);
  }

  void move(const Instruction& now, unsigned number, bool is_full, Stop& stop) {
    if (!now.second_is_memory()) return set(number_of(now.second()), stop.registers.at(number), stop);
    const auto to = is_of_stack(now) && is_full ? address_in(now, stop) : std::nullopt;
    if (to) save(number, *to, stop);
  }

  void load(const Instruction& now, unsigned number, bool is_full, Stop& stop) const {
    if (!now.second_is_memory()) return set(number, stop.registers.at(number_of(now.second())), stop);
    const auto from = is_of_stack(now) && is_full ? address_in(now, stop) : std::nullopt;
    const bool is_kept = number == processor_.stack || !is_kept_by_calls(number) || from;
    if (is_kept) put(number, from ? loaded(*from, stop) : std::nullopt, stop);
  }

  // What the function computes in registers that it has saved is of no interest.
  void set(unsigned number, std::optional<std::uint64_t> value, Stop& stop) const {
    const bool leads = number == processor_.stack || number == processor_.frame || !is_kept_by_calls(number);
    if (leads && (value || number != processor_.frame)) put(number, value, stop);
  }

  bool is_kept_by_calls(unsigned number) const {
    constexpr std::uint32_t of_64_bit = 1U << 3 | 1U << 6 | 0xfU << 12, of_32_bit = 1U << 3 | 7U << 5;
    return ((is_64_bit() ? of_64_bit : of_32_bit) >> number & 1U) != 0;
  }

  // add, or, and, sub, … of a number.
  void compute(const Instruction& now, Stop& stop) const {
    constexpr unsigned add = 0, conjunction = 4, sub = 5, compare = 7;
    if (now.second_is_memory() || now.second() != stack_in_instructions) return;
    const unsigned kind = now.first() & 7U;
    auto value = top(stop);
    if (!value || kind == compare) return;
    if (kind == add)
      value = plus(*value, now.immediate);
    else if (kind == sub)
      value = plus(*value, -now.immediate);
    else if (kind == conjunction)
      value = *value & static_cast<std::uint64_t>(now.immediate);
    else
      value = std::nullopt;
    put(processor_.stack, value ? std::optional(in_width(*value)) : std::nullopt, stop);
  }

  // inc and dec of i386; the operations of two registers.
  bool changes_stack(const Instruction& now) const {
    if (!is_64_bit() && (now.opcode == 0x44 || now.opcode == 0x4c)) return true;
    if (now.opcode == 0x94 || now.opcode == 0xbc) return (now.wide & 1U) == 0;
    const bool is_operation = now.opcode < 0x38 && (now.opcode & 7U) < 4 && (now.opcode & 1U) != 0;
    if (!is_operation || !now.modes) return false;
    if ((now.opcode & 2U) != 0) return now.first() == stack_in_instructions;
    return !now.second_is_memory() && now.second() == stack_in_instructions;
  }

  const Surroundings& where_;
  const Processor& processor_;
  bool is_checked_;
  std::size_t& instructions_left_;
  std::vector<Stop> open_;
  std::set<std::uint64_t> seen_;
};

// What a call may change is not known after it.
Registers kept_by_calls(const Registers& registers, const Processor& processor) {
  constexpr std::array<unsigned, 6> of_64_bit = {3, 6, 12, 13, 14, 15};
  constexpr std::array<unsigned, 6> of_32_bit = {3, 5, 6, 7, 3, 3};
  Registers kept;
  for (const unsigned number : processor.address_size == 8 ? of_64_bit : of_32_bit)
    if (const auto value = registers.at(number)) kept.set(number, *value);
  return kept;
}

// Where a direct call before the address leads, also through a stub for calls of another image.
std::optional<std::uint64_t> target_of_call(std::uint64_t address, const Ways& ways, const Memory& memory,
                                            const Processor& processor) {
  constexpr std::size_t call_size = 5;
  if (address < call_size) return std::nullopt;
  const auto call = ways.instruction_at(address - call_size);
  if (!call || !call->is(0xe8)) return std::nullopt;
  std::uint64_t target = address + static_cast<std::uint64_t>(call->immediate);
  if (!ways.is_64_bit()) return target & UINT32_MAX;
  auto stub = ways.instruction_at(target);
  const bool marks_targets = stub && stub->map == code::X86Instruction::Map::TwoBytes && stub->opcode == 0x1e;
  if (marks_targets) stub = ways.instruction_at(target += stub->size);
  constexpr std::uint8_t jump_through_memory = 0x25;
  if (!stub || !stub->is(0xff) || stub->modes != jump_through_memory) return target;
  return memory.number(target + stub->size + static_cast<std::uint64_t>(stub->displacement),
                       processor.address_size);
}

}  // namespace

std::optional<Registers> caller_by_way_to_return(const Surroundings& where, std::size_t& instructions_left,
                                                 const std::function<bool(std::uint64_t)>& may_return_to) {
  const Processor& processor = where.processor;
  Ways ways(where, false, instructions_left);
  Stop begin{.at = where.registers.at(processor.code).value_or(0), .registers = where.registers};
  std::uint64_t to = 0;
  const auto returns = [&](const Stop& stop, const std::optional<code::X86Instruction>& now) {
    const auto top = ways.top(stop);
    if (!now || !top || (!now->is(0xc3) && !now->is(0xc2)) || stop.stored.contains(*top)) return false;
    to = where.memory.number(*top, processor.address_size).value_or(0);
    return to != 0 && may_return_to(to);
  };
  const auto found = ways.follow(std::move(begin), returns);
  if (!found) return std::nullopt;
  const auto instruction = ways.instruction_at(found->at);
  const auto more =
      static_cast<std::uint64_t>(instruction->is(0xc2) ? instruction->immediate & UINT16_MAX : 0);
  Registers caller = kept_by_calls(found->registers, processor);
  caller.set(processor.code, to);
  caller.set(processor.stack, *ways.top(*found) + processor.address_size + more);
  return caller;
}

std::optional<Registers> caller_by_way_from_call(const Surroundings& where, std::size_t& instructions_left,
                                                 std::uint64_t at) {
  constexpr std::uint64_t longest_function = 1U << 20;
  const Processor& processor = where.processor;
  const auto here = where.registers.at(processor.code), top = where.registers.at(processor.stack);
  const auto to = where.memory.number(at, processor.address_size);
  if (!here || !top || !to) return std::nullopt;
  Ways ways(where, true, instructions_left);
  const auto entry = target_of_call(*to, ways, where.memory, processor);
  if (!entry || *here < *entry || *here - *entry > longest_function) return std::nullopt;
  Stop begin{.at = *entry, .registers = {}};
  begin.registers.set(processor.stack, at);
  const auto is_here = [&](const Stop& stop, const std::optional<code::X86Instruction>&) {
    if (stop.at != *here) return false;
    if (const auto known = ways.top(stop)) return known == top;
    const auto frame = stop.registers.at(processor.frame);
    return frame && frame == where.registers.at(processor.frame);
  };
  const auto found = ways.follow(std::move(begin), is_here);
  if (!found) return std::nullopt;
  Registers caller = kept_by_calls(where.registers, processor);
  for (const auto& [number, place] : found->saved) {
    const auto value = where.memory.number(place, processor.address_size);
    if (value && caller.at(number)) caller.set(number, *value);
  }
  caller.set(processor.code, *to);
  caller.set(processor.stack, at + processor.address_size);
  return caller;
}

}  // namespace symkit::unwind
