#include "stacks/unwind/asked_rules.h"

#include <algorithm>
#include <cstdlib>

namespace symkit::unwind {
namespace {

// As DWARF has signed numbers.
void put_signed(std::vector<std::uint8_t>& out, std::int64_t value) {
  constexpr std::int64_t bits = 7, first_too_large = 64;
  while (value < -first_too_large || value >= first_too_large) {
    out.push_back(static_cast<std::uint8_t>((value & 0x7f) | 0x80));
    value >>= bits;
  }
  out.push_back(static_cast<std::uint8_t>(value & 0x7f));
}

}  // namespace

std::uint64_t TellingValues::value_of(unsigned number) const {
  return (std::uint64_t{exchanged(number)} << shift_) + (std::uint64_t{1} << (shift_ - 1));
}

unsigned TellingValues::register_count() const { return address_size_ == 8 ? Registers::count : 16; }

// Below all that registers lead to; above it where addresses are short.
std::uint64_t TellingValues::image_begin() const {
  return std::uint64_t{1} << (address_size_ == 8 ? 32 : 31);
}

void TellingValues::set_code(std::uint64_t begin, Bytes bytes) {
  code_begin_ = image_begin() + begin;
  code_ = bytes.first(std::min<std::uint64_t>(bytes.size(), UINT32_MAX >> 1));
}

std::optional<TellingValues::Origin> TellingValues::origin_of(std::uint64_t value) const {
  Origin origin{.is_saved = (value & saved_bit()) != 0};
  value &= ~saved_bit();
  if (value >> shift_ >= register_count()) return std::nullopt;
  origin.number = exchanged(static_cast<unsigned>(value >> shift_));
  origin.offset = static_cast<std::int64_t>(value - value_of(origin.number));
  constexpr std::int64_t farthest = std::int64_t{1} << 24;
  return std::abs(origin.offset) < farthest ? std::optional(origin) : std::nullopt;
}

Bytes TellingValues::at(std::uint64_t address, std::uint64_t size) const {
  const std::uint64_t into = address - code_begin_;
  if (into < code_.size()) return slice(code_, into, std::min<std::uint64_t>(size, code_.size() - into));
  const bool is_there = address >> shift_ < register_count() && address >= value_of(stack_) / 2;
  if (!is_there || size > address_size_ || given_count_ == most_given) return {};
  auto& given = given_.at(given_count_++);
  for (std::size_t i = 0; i < given.size(); ++i)
    given.at(i) = static_cast<std::uint8_t>((address | saved_bit()) >> (8 * i));
  return Bytes(given).first(size);
}

AskedRules::AskedRules(const Processor& processor) : processor_(processor), values_(processor) {
  for (unsigned number = 0; number < values_.register_count(); ++number)
    registers_.set(number, values_.value_of(number));
}

Surroundings AskedRules::at(std::uint64_t address) {
  values_.forget_given();
  registers_.set(processor_.code, image_begin() + address);
  return {registers_, values_, processor_};
}

// Functions that are called may change it.
bool AskedRules::is_of_no_use(unsigned number, bool is_interrupted) const {
  if (is_interrupted) return false;
  constexpr std::uint64_t of_x86_64 = 0x0f07, of_x86 = 0x07, of_arm64 = 0x7'ffff, of_arm = 0x100f;
  switch (processor_.architecture) {
    case Architecture::X86_64: return (of_x86_64 >> number & 1) != 0;
    case Architecture::X86: return (of_x86 >> number & 1) != 0;
    case Architecture::Arm64: return (of_arm64 >> number & 1) != 0;
    case Architecture::Armv7: return (of_arm >> number & 1) != 0;
    default: return false;
  }
}

// DW_OP_breg…
Bytes AskedRules::sum(unsigned number, std::int64_t offset) {
  constexpr std::uint8_t first_register = 0x70;
  auto& made = expressions_.emplace_back();
  made.push_back(static_cast<std::uint8_t>(first_register + number));
  put_signed(made, offset);
  return made;
}

bool AskedRules::set_rule(unsigned number, std::optional<std::uint64_t> value, StoredRules& all) {
  FrameRules& rules = all.rules;
  Rule& rule = rules.registers.at(number);
  if (!value) {
    rule.kind = Rule::Kind::Undefined;
    return true;
  }
  const auto origin = values_.origin_of(*value);
  if (!origin) return false;
  const bool is_same = !origin->is_saved && origin->number == number && origin->offset == 0;
  if (is_same) return true;
  constexpr unsigned most_in_expressions = 32;
  if (origin->number == rules.cfa_register) {
    rule = {origin->is_saved ? Rule::Kind::Saved : Rule::Kind::Value, origin->offset - rules.cfa_offset};
  } else if (origin->number >= most_in_expressions) {
    return false;
  } else {
    rule = {origin->is_saved ? Rule::Kind::SavedAtExpression : Rule::Kind::ValueOfExpression, 0,
            sum(origin->number, origin->offset)};
  }
  return true;
}

std::optional<StoredRules> AskedRules::rules_of(const std::optional<Step>& step) {
  if (!step || !step->caller) return std::nullopt;
  const Registers& caller = step->caller->registers;
  StoredRules all{.rules = {}, .return_register = processor_.code, .is_signal_frame = step->is_interrupted};
  if (step->caller->is_outermost) {
    all.rules.cfa_register = processor_.stack;
    all.rules.registers.at(processor_.code).kind = Rule::Kind::Undefined;
    return all;
  }
  const auto to = caller.at(processor_.code), top = caller.at(processor_.stack);
  if (!to || !top) return std::nullopt;
  const auto top_origin = values_.origin_of(*top);
  if (!top_origin || (top_origin->is_saved && !step->is_interrupted)) return std::nullopt;
  all.rules.cfa_register = top_origin->is_saved ? processor_.stack : top_origin->number;
  all.rules.cfa_offset = top_origin->is_saved ? 0 : top_origin->offset;
  all.rules.is_signed = processor_.architecture == Architecture::Arm64;
  const bool is_in_link = processor_.link && caller.at(*processor_.link) == to;
  if (is_in_link) all.return_register = *processor_.link;
  for (unsigned number = 0; number < values_.register_count(); ++number) {
    const bool is_told =
        (number == processor_.stack && !top_origin->is_saved) || (number == processor_.code && is_in_link);
    if (is_told || is_of_no_use(number, step->is_interrupted)) continue;
    if (!set_rule(number, caller.at(number), all)) return std::nullopt;
  }
  return all;
}

}  // namespace symkit::unwind
