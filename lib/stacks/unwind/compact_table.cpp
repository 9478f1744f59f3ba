#include "stacks/unwind/compact_table.h"

#include <algorithm>
#include <utility>

#include "stacks/unwind/compact_step.h"
#include "stacks/unwind/frame_rules.h"

namespace symkit::unwind {
namespace {

constexpr unsigned mode_shift = 24;
constexpr std::uint32_t mode_mask = 0xf;

bool is_x86(const Processor& processor) {
  return processor.architecture == Architecture::X86_64 || processor.architecture == Architecture::X86;
}

}  // namespace

void CompactImage::take(std::string_view name, const Range& where, Bytes bytes) {
  if (name == "__unwind_info") {
    unwind_info = bytes;
  } else if (name == "__eh_frame") {
    frames.data = bytes;
    frames.address = where.begin;
  } else if (name == "__stubs" || name == "__auth_stubs" || name == "__objc_stubs") {
    stubs.push_back(where);
  }
}

CompactTable::CompactTable(CompactImage image)
    : image_(std::move(image)), entries_(image_.unwind_info), frames_(image_.frames, {}) {}

// An image without any tables says nothing.
bool CompactTable::has_function(std::uint64_t address) const {
  if (image_.unwind_info.empty() && image_.frames.data.empty()) return true;
  return entries_.find(address) || frames_.has_function(address);
}

bool CompactTable::is_in_stub(std::uint64_t address) const {
  return std::ranges::any_of(image_.stubs, [address](const CompactImage::Range& one) {
    return one.begin <= address && address < one.end;
  });
}

// One entry may be for several functions.
CompactFunction CompactTable::function_at(const CompactEntry& entry, const CodePoint& point,
                                          std::uint64_t code) const {
  const std::uint64_t bias = code - point.address;
  CompactFunction function{.entry = entry, .begin = entry.begin + bias, .end = entry.end};
  if (entry.end != UINT64_MAX) function.end += bias;
  const auto behind = std::ranges::upper_bound(image_.functions, point.address);
  if (behind != image_.functions.begin())
    function.begin = std::max(function.begin, *std::prev(behind) + bias);
  if (behind != image_.functions.end()) function.end = std::min(function.end, *behind + bias);
  return function;
}

std::optional<FrameEntry> CompactTable::frame_entry_of(const CompactEntry& entry,
                                                       std::uint64_t address) const {
  constexpr std::uint32_t offset_mask = 0xff'ffff;
  auto found = entry_at(image_.frames, entry.encoding & offset_mask, address);
  if (!found) found = frames_.find(address);
  return found;
}

std::optional<Step> CompactTable::by_frames(const CompactEntry& entry, const CodePoint& point,
                                            const Surroundings& where) const {
  const auto found = frame_entry_of(entry, point.address);
  auto rules = found ? rules_at(*found, point.address) : std::nullopt;
  if (!rules) return std::nullopt;
  exchange_stack_and_frame(*rules, where.processor);
  return Step{caller_by_rules(*rules, found->return_register, where), found->is_signal_frame};
}

std::optional<Step> CompactTable::step(const CodePoint& point, const Surroundings& where) const {
  const auto code = where.registers.at(where.processor.code);
  if (!code) return std::nullopt;
  if (is_in_stub(point.address))
    return point.has_called ? std::nullopt : std::optional(step_without_frame(where));
  const auto entry = entries_.find(point.address);
  const CompactFunction function = function_at(entry.value_or(CompactEntry{.end = UINT64_MAX}), point,
                                               point.has_called ? *code - 1 : *code);
  const bool is_reference = is_compact_reference(function.entry.encoding, where.processor);
  const bool is_known = function.entry.encoding != 0 || !image_.functions.empty();
  if (!point.has_called && is_known) {
    if (auto found = step_to_return(function, where)) return found;
    if (auto found = step_in_prologue(function, where)) return found;
  }
  if (is_reference || function.entry.encoding == 0) return by_frames(function.entry, point, where);
  return step_by_compact(function, where);
}

Step step_by_compact(const CompactFunction& function, const Surroundings& where) {
  return is_x86(where.processor) ? step_by_compact_x86(function, where)
                                 : step_by_compact_arm64(function, where);
}

// As where a function begins.
Step step_without_frame(const Surroundings& where) {
  const Processor& processor = where.processor;
  Registers registers = where.registers;
  const auto top = registers.at(processor.stack);
  if (!top) return {};
  const auto to =
      processor.link ? registers.at(*processor.link) : where.memory.number(*top, processor.address_size);
  if (!to) return {};
  registers.set(processor.code, *to & processor.address_bits);
  if (!processor.link) registers.set(processor.stack, *top + processor.address_size);
  return {Caller{registers}};
}

std::optional<Step> step_to_return(const CompactFunction& function, const Surroundings& where) {
  return is_x86(where.processor) ? step_to_return_x86(function, where)
                                 : step_to_return_arm64(function, where);
}

std::optional<Step> step_in_prologue(const CompactFunction& function, const Surroundings& where) {
  return is_x86(where.processor) ? step_in_prologue_x86(function, where)
                                 : step_in_prologue_arm64(function, where);
}

void exchange_stack_and_frame(FrameRules& rules, const Processor& processor) {
  if (processor.architecture != Architecture::X86) return;
  std::swap(rules.registers[processor.stack], rules.registers[processor.frame]);
  if (rules.cfa_register == processor.stack) {
    rules.cfa_register = processor.frame;
  } else if (rules.cfa_register == processor.frame) {
    rules.cfa_register = processor.stack;
  }
}

bool is_compact_reference(std::uint32_t encoding, const Processor& processor) {
  const std::uint32_t mode = encoding >> mode_shift & mode_mask;
  return mode == (is_x86(processor) ? 4U : 3U);
}

}  // namespace symkit::unwind
