#include "call_frames.h"

#include "images.h"
#include "unwind_table.h"

namespace symleak {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t frame_pointer = 6;  // as DWARF numbers registers
constexpr std::uint64_t stack_pointer = 7;

struct Rule {
  enum Kind : std::uint8_t { Same, At, Undefined, Other } kind = Same;
  std::int64_t offset = 0;
};

struct Row {
  std::uint64_t cfa_register = stack_pointer;
  std::int64_t to_cfa = 0;
  bool cfa_is_computed = false;
  Rule frame;    // the frame pointer
  Rule returns;  // the return address
};

// Runs a function's frame instructions up to the row of one address.
class Program {
 public:
  Program(const FrameEntry& entry, std::uintptr_t wanted)
      : entry_(entry), wanted_(wanted), at_(entry.begin) {}

  // Returns false for an unknown instruction.
  bool run() {
    if (!run(entry_.first_program, entry_.first_end)) return false;
    first_ = row_;
    return run(entry_.program, entry_.end);
  }
  const Row& row() const { return row_; }

 private:
  static constexpr unsigned most_kept = 16;

  bool run(const unsigned char* at, const unsigned char* end) {
    while (at < end && !is_past_) {
      const unsigned char code = *at++;
      const std::uint64_t low = code & 0x3f;
      switch (code >> 6) {
        case 1: advance(low); break;
        case 2: set(low, {Rule::At, static_cast<std::int64_t>(read_uleb(at)) * entry_.data_step}); break;
        case 3: restore(low); break;
        default:
          if (!run_other(code, at)) return false;
      }
    }
    return true;
  }

  // The instructions without an operand in the first byte, as numbered in the DWARF standard.
  bool run_other(unsigned char code, const unsigned char*& at) {
    switch (code) {
      case 0x00: return true;
      case 0x01: return false;  // set_loc: no compiler writes it here
      case 0x02: advance(read_plain<std::uint8_t>(at)); return true;
      case 0x03: advance(read_plain<std::uint16_t>(at)); return true;
      case 0x04: advance(read_plain<std::uint32_t>(at)); return true;
      case 0x0a: return keep();
      case 0x0b: return take_back();
      case 0x0c:
        row_.cfa_register = read_uleb(at);
        row_.cfa_is_computed = false;
        return set_cfa(read_uleb(at));
      case 0x0d:
        row_.cfa_register = read_uleb(at);
        row_.cfa_is_computed = false;
        return true;
      case 0x0e: return set_cfa(read_uleb(at));
      case 0x0f:
        row_.cfa_is_computed = true;
        skip_expression(at);
        return true;
      case 0x12:
        row_.cfa_register = read_uleb(at);
        row_.cfa_is_computed = false;
        return set_cfa_scaled(read_sleb(at));
      case 0x13: return set_cfa_scaled(read_sleb(at));
      case 0x2e: read_uleb(at); return true;  // GNU_args_size
      default: return run_about_register(code, at);
    }
  }

  bool run_about_register(unsigned char code, const unsigned char*& at) {
    const std::uint64_t number = read_uleb(at);
    switch (code) {
      case 0x05:
        set(number, {Rule::At, static_cast<std::int64_t>(read_uleb(at)) * entry_.data_step});
        return true;
      case 0x06: restore(number); return true;
      case 0x07: set(number, {Rule::Undefined}); return true;
      case 0x08: set(number, {Rule::Same}); return true;
      case 0x09:
        set(number, {Rule::Other});
        read_uleb(at);
        return true;
      case 0x10:
      case 0x16:
        set(number, {Rule::Other});
        skip_expression(at);
        return true;
      case 0x11: set(number, {Rule::At, read_sleb(at) * entry_.data_step}); return true;
      case 0x14:
        set(number, {Rule::Other});
        read_uleb(at);
        return true;
      case 0x15:
        set(number, {Rule::Other});
        read_sleb(at);
        return true;
      default: return false;
    }
  }

  void advance(std::uint64_t steps) {
    at_ += steps * entry_.code_step;
    is_past_ = at_ > wanted_;
  }
  bool set_cfa(std::uint64_t offset) {
    row_.to_cfa = static_cast<std::int64_t>(offset);
    return true;
  }
  bool set_cfa_scaled(std::int64_t offset) {
    row_.to_cfa = offset * entry_.data_step;
    return true;
  }
  void set(std::uint64_t number, Rule rule) {
    if (number == frame_pointer) row_.frame = rule;
    if (number == entry_.return_register) row_.returns = rule;
  }
  void restore(std::uint64_t number) {
    if (number == frame_pointer) row_.frame = first_.frame;
    if (number == entry_.return_register) row_.returns = first_.returns;
  }
  bool keep() {
    if (kept_count_ == most_kept) return false;
    kept_[kept_count_++] = row_;
    return true;
  }
  bool take_back() {
    if (kept_count_ == 0) return false;
    row_ = kept_[--kept_count_];
    return true;
  }
  static void skip_expression(const unsigned char*& at) {
    const std::uint64_t size = read_uleb(at);
    at += size;
  }

  const FrameEntry& entry_;
  std::uintptr_t wanted_;
  std::uintptr_t at_;
  bool is_past_ = false;
  Row row_;
  Row first_;
  Row kept_[most_kept];
  unsigned kept_count_ = 0;
};

Step work_out(std::uintptr_t address) {
  const Image image = Images::find(address);
  FrameEntry entry;
  if (image.begin == 0 || !find_entry(image.unwind_table, address, entry)) return {};
  if (entry.is_signal_frame) return Step(Step::Signal);
  Program program(entry, address);
  if (!program.run()) return {};
  const Row& row = program.row();
  if (row.returns.kind == Rule::Undefined) return Step(Step::Outermost);
  const bool is_plain = !row.cfa_is_computed && row.returns.kind == Rule::At && row.returns.offset == -8 &&
                        (row.cfa_register == stack_pointer || row.cfa_register == frame_pointer) &&
                        row.to_cfa == static_cast<std::int32_t>(row.to_cfa) &&
                        row.frame.kind != Rule::Other &&
                        row.frame.offset == static_cast<std::int16_t>(row.frame.offset);
  if (!is_plain) return {};
  return {row.cfa_register == frame_pointer, static_cast<std::int32_t>(row.to_cfa),
          row.frame.kind == Rule::At, static_cast<std::int16_t>(row.frame.offset)};
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
