#include "stacks/unwind/windows_arm64_codes.h"

#include <algorithm>
#include <utility>

#include "ground/base/cursor.h"
#include "stacks/unwind/arm64_registers.h"

namespace symkit::unwind {
namespace {

using StepKind = Arm64Step::Kind;

constexpr unsigned first_saved = 19;
constexpr std::uint8_t end_code = 0xe4, end_of_part = 0xe5, next_pair = 0xe6;

Arm64Step allocated(std::uint32_t amount) { return {.kind = StepKind::Allocate, .amount = amount}; }

Arm64Step saved(unsigned first, unsigned count, std::uint32_t amount) {
  return {.kind = StepKind::Save, .amount = amount, .first = first, .count = count};
}

Arm64Step pushed(unsigned first, unsigned count, std::uint32_t amount) {
  return {.kind = StepKind::Push, .amount = amount, .first = first, .count = count};
}

// The first byte of a code has its kind in the upper bits; the others belong to its numbers.
class Arm64Code {
 public:
  explicit Arm64Code(Cursor& at) : at_(at), code_(at.u8()) {}

  bool is(std::uint8_t code) const { return code_ == code; }

  Arm64Step step() {
    if (code_ >= 0xe0) return of_whole_byte();
    if (code_ >= 0xc0) return of_two_bytes();
    const std::uint32_t low_6 = code_ & 0x3f, low_5 = code_ & 0x1f;
    switch (code_ >> 5) {
      case 0: return allocated(low_5 * 16);
      case 1: return pushed(first_saved, 2, low_5 * 8);
      case 2:
      case 3: return saved(arm64::frame_pointer, 2, low_6 * 8);
      default: return pushed(arm64::frame_pointer, 2, (low_6 + 1) * 8);
    }
  }

 private:
  Arm64Step of_two_bytes() {
    const std::uint32_t bits = std::uint32_t{code_} << 8 | at_.u8();
    const std::uint32_t offset = (bits & 0x3f) * 8, pushes = offset + 8;
    const std::uint32_t short_push = ((bits & 0x1f) + 1) * 8;
    const unsigned number = first_saved + (bits >> 6 & 0xf);
    switch (bits >> 9 & 0xf) {
      case 0:
      case 1:
      case 2:
      case 3: return allocated((bits & 0x7ff) * 16);
      case 4:
      case 5: return saved(number, 2, offset);
      case 6:
      case 7: return pushed(number, 2, pushes);
      case 8:
      case 9: return saved(number, 1, offset);
      case 10: return pushed(first_saved + (bits >> 5 & 0xf), 1, short_push);
      case 11: {
        Arm64Step step = saved(first_saved + 2 * (bits >> 6 & 7), 1, offset);
        step.has_link = true;
        return step;
      }
      // Registers of vectors follow.
      case 13: return allocated(pushes);
      case 15:
        // A length that depends on the processor.
        return (bits & 0x100) != 0 ? Arm64Step{.kind = StepKind::Unknown} : allocated(short_push);
      default: return {};
    }
  }

  Arm64Step of_whole_byte() {
    switch (code_) {
      case 0xe0: {
        const std::uint32_t high = at_.u8(), middle = at_.u8(), low = at_.u8();
        return allocated((high << 16 | middle << 8 | low) * 16);
      }
      case 0xe1: return {.kind = StepKind::SetFrame};
      case 0xe2: return {.kind = StepKind::SetFrame, .amount = std::uint32_t{at_.u8()} * 8};
      case 0xe3:
      case next_pair: return {};
      case 0xe7: return any_register();
      case 0xe9: return {.kind = StepKind::MachineFrame};
      case 0xea: return {.kind = StepKind::Context};
      case 0xec: return {.kind = StepKind::Mark};
      case 0xfc: return {.kind = StepKind::Sign};
      default: return {.kind = StepKind::Unknown};
    }
  }

  // 0pxrrrrr, kkoooooo: one or a pair, whether the stack pointer moves, the first; of which kind, and where.
  Arm64Step any_register() {
    const std::uint8_t which = at_.u8(), where = at_.u8();
    const bool is_pair = (which & 0x40) != 0, is_push = (which & 0x20) != 0;
    const unsigned kind = where >> 6;
    if (kind == 3 || (which & 0x80) != 0) return {.kind = StepKind::Unknown};
    const std::uint32_t unit = is_pair || is_push || kind == 2 ? 16 : 8;
    const std::uint32_t amount = ((where & 0x3fU) + (is_push ? 1 : 0)) * unit;
    const bool is_vector = kind != 0;
    if (is_vector) return is_push ? allocated(amount) : Arm64Step{};
    const unsigned first = which & 0x1f, count = is_pair ? 2 : 1;
    return is_push ? pushed(first, count, amount) : saved(first, count, amount);
  }

  Cursor& at_;
  std::uint8_t code_;
};

}  // namespace

std::optional<Arm64Steps> arm64_steps_of(Bytes codes, std::size_t index) {
  Cursor at(codes, Endian::Little, index);
  Arm64Steps found;
  bool is_own = true;
  unsigned more_registers = 0;
  while (!at.failed()) {
    Arm64Code code(at);
    if (at.failed()) break;
    if (code.is(end_code)) return found;
    if (code.is(end_of_part)) {
      is_own = false;
      continue;
    }
    Arm64Step step = code.step();
    // The pair that follows in the codes has these pairs behind it.
    if (code.is(next_pair)) {
      more_registers += 2;
    } else if (more_registers != 0) {
      if (step.count == 2) step.count += more_registers;
      more_registers = 0;
    }
    if (is_own && step.is_instruction()) ++found.instructions;
    found.steps.push_back(step);
  }
  return std::nullopt;
}

// The prologue in order: registers, vectors, arguments, the rest of the frame.
Arm64Steps PackedArm64::steps(bool is_prologue) const {
  constexpr unsigned saves_link = 1, signs = 2, chains = 3;
  constexpr std::uint32_t longest_push = 512, largest_step = 4080;
  const unsigned vectors = (row_ >> 13 & 7) == 0 ? 0 : (row_ >> 13 & 7) + 1, registers = row_ >> 16 & 0xf;
  const bool has_arguments = (row_ >> 20 & 1) != 0;
  const unsigned link = row_ >> 21 & 3;
  const bool has_link = link == saves_link, has_chain = link == chains || link == signs;
  const std::uint32_t words = registers + vectors + (has_link ? 1 : 0) + (has_arguments ? 8 : 0);
  const std::uint32_t saved_size = (words + 1) / 2 * 16, size = row_ >> 23 << 4;
  const std::uint32_t local_size = size > saved_size ? size - saved_size : 0;

  Arm64Steps found;
  auto& steps = found.steps;
  if (link == signs) steps.push_back({.kind = StepKind::Sign});
  const std::size_t unmoved = steps.size();
  // The first that saves anything makes room for all.
  const auto save = [&](unsigned first, unsigned count, std::uint32_t offset) {
    steps.push_back(steps.size() == unmoved ? pushed(first, count, saved_size) : saved(first, count, offset));
  };
  for (unsigned i = 0; i < registers; i += 2) {
    const bool is_last = i + 1 == registers;
    save(first_saved + i, is_last ? 1 : 2, i * arm64::word);
    if (is_last && has_link) steps.back().has_link = true;
  }
  if (has_link && registers % 2 == 0) save(arm64::link, 1, registers * arm64::word);
  for (unsigned i = 0; i < vectors; i += 2) save(0, 0, 0);
  // Before a function returns, its arguments are of no use.
  if (has_arguments && (is_prologue || steps.size() == unmoved)) save(0, 0, 0);
  if (has_arguments && is_prologue) steps.insert(steps.end(), 3, {});
  if (has_chain && local_size <= longest_push) {
    steps.push_back(pushed(arm64::frame_pointer, 2, local_size));
  } else if (local_size != 0) {
    if (local_size > largest_step) steps.push_back(allocated(largest_step));
    steps.push_back(allocated(local_size > largest_step ? local_size - largest_step : local_size));
    if (has_chain) steps.push_back(saved(arm64::frame_pointer, 2, 0));
  }
  if (has_chain) steps.push_back({.kind = StepKind::SetFrame});
  found.instructions = steps.size();
  std::ranges::reverse(steps);
  return found;
}

}  // namespace symkit::unwind
