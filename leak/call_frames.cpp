#include "call_frames.h"

#include "images.h"

#if defined(__x86_64__)
#include <optional>

#include "ground/base/bytes.h"
#include "stacks/unwind/frame_entry.h"
#include "stacks/unwind/frame_program.h"
#include "stacks/unwind/rule.h"
#include "stacks/unwind/sorted_entries.h"
#include "stacks/unwind/x86_64_registers.h"
#endif

namespace symleak {
namespace {

#if defined(__x86_64__)
using namespace symkit::unwind::x86_64;
using symkit::Bytes;
using symkit::Endian;
using symkit::unwind::FrameEntry;
using symkit::unwind::Rule;

// The rules that a step is made of. Expressions are too much for it.
struct StepRules {
  struct Place {
    Rule::Kind kind = Rule::Kind::Unsaid;
    std::int64_t offset = 0;
  };

  std::uint64_t cfa_register = stack_pointer;
  std::int64_t cfa_offset = 0;
  Bytes cfa_expression = {};
  bool is_signed = false;
  Place frame;    // the caller's frame pointer
  Place returns;  // the return address

  void set(std::uint64_t number, const Rule& rule) {
    if (number == frame_pointer) frame = {rule.kind, rule.offset};
    if (number == code_pointer) returns = {rule.kind, rule.offset};
  }
  void restore(std::uint64_t number, const StepRules& from) {
    if (number == frame_pointer) frame = from.frame;
    if (number == code_pointer) returns = from.returns;
  }
};

class KeptStepRules {
 public:
  bool keep(const StepRules& rules) {
    if (count_ == most) return false;
    all_[count_++] = rules;
    return true;
  }
  bool take_back(StepRules& rules) {
    if (count_ == 0) return false;
    rules = all_[--count_];
    return true;
  }

 private:
  static constexpr unsigned most = 16;

  StepRules all_[most];
  unsigned count_ = 0;
};

// In the running program's own table, which is read within the image only.
std::optional<FrameEntry> find_entry(const Image& image, std::uintptr_t address) {
  const Bytes all(reinterpret_cast<const std::uint8_t*>(image.begin), image.end - image.begin);
  const auto list = reinterpret_cast<std::uintptr_t>(image.unwind_table);
  if (list < image.begin || list >= image.end) return std::nullopt;
  constexpr unsigned word = sizeof(std::uintptr_t);
  const symkit::unwind::SortedEntries sorted(all.subspan(list - image.begin), list, Endian::Little, word);
  const auto entry = sorted.entry_of(address);
  if (!entry) return std::nullopt;
  return symkit::unwind::entry_at({.data = all, .address = image.begin}, *entry - image.begin, address);
}

Step work_out(std::uintptr_t address) {
  const Image image = Images::find(address);
  const auto entry = find_entry(image, address);
  if (!entry) return {};
  if (entry->is_signal_frame) return Step(Step::Signal);
  if (entry->return_register != code_pointer) return {};
  symkit::unwind::FrameProgram<StepRules, KeptStepRules> program(*entry);
  if (!program.each_row([=](std::uint64_t, std::uint64_t end) { return end <= address; })) return {};
  const StepRules& rules = program.rules();
  using Kind = Rule::Kind;
  if (rules.returns.kind == Kind::Undefined) return Step(Step::Outermost);
  const Kind frame = rules.frame.kind;
  const bool keeps_frame = frame == Kind::Unsaid || frame == Kind::Same || frame == Kind::Undefined;
  const bool is_plain = rules.cfa_expression.empty() && rules.returns.kind == Kind::Saved &&
                        rules.returns.offset == -8 &&
                        (rules.cfa_register == stack_pointer || rules.cfa_register == frame_pointer) &&
                        rules.cfa_offset == static_cast<std::int32_t>(rules.cfa_offset) &&
                        (keeps_frame || frame == Kind::Saved) &&
                        rules.frame.offset == static_cast<std::int16_t>(rules.frame.offset);
  if (!is_plain) return {};
  return {rules.cfa_register == frame_pointer, static_cast<std::int32_t>(rules.cfa_offset), !keeps_frame,
          static_cast<std::int16_t>(rules.frame.offset)};
}

#endif

}  // namespace

constinit Steps::Answer Steps::answers_[std::size_t{1} << bits] = {};

Step Steps::find(std::uintptr_t address, std::uint64_t key) {
#if defined(__x86_64__)
  const Step step = work_out(address);
#else
  const Step step;
  (void)address;
#endif
  Answer& kept = answers_[place_of(key)];
  kept.mixed.store(key ^ step.word(), std::memory_order_relaxed);
  kept.step.store(step.word(), std::memory_order_relaxed);
  return step;
}

}  // namespace symleak
