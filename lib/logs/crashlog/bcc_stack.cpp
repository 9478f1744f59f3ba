// Stacks of bcc's tools, and of bpftrace when it prints modules:
//       b'price+0x34 [libkiosk.so]'
//       price+0x34 [libkiosk.so]
//       0x00007f3a2c4011d5 [unknown] [libkiosk.so]
//       #2  0x00007f3a2c4011d5 price+0x34 (/usr/lib/libkiosk.so+0x11d5)
//       #0  0xffffffff81a3c2d0 do_exit+0x56
// The file's own address is looked up, or name and offset; without a name, the address, if mappings cover
// it. As unwound; the first frame below the kernel's is an instruction, too.
#include <cstdint>
#include <utility>

#include "logs/crashlog/bcc_frame.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/perf_symbol.h"

namespace symkit::crashlog {
namespace {

class BccStack : public Format {
 public:
  Marks marks() const override { return {"+0x", "[unknown] ["}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    if (at.blanks() < 2 && line[start] != '\t') return Found::Nothing;
    const std::size_t from = at.position();
    const auto number = numbered_frame(at);
    constexpr std::size_t number_column = 4;
    if (number && at.position() - from != number_column) return Found::Nothing;
    const std::string_view text = trimmed(at.rest());
    if (!read_bcc_frame(text, frame) || !is_strict(text, frame)) return Found::Nothing;
    // LLVM's programs print frames with two digits and without names in the same way.
    const bool may_be_others = number && number->value >= 10 && number->value != last_number_ + 1;
    if (may_be_others && !frame.symbol_offset) return Found::Nothing;
    const std::size_t end = at.position() + text.size();
    frame.replaced = {end, end};
    if (number) take_number(*number, frame);
    if (number) last_number_ = number->value;
    const bool kernel = frame.runtime_address && is_of_kernel(*frame.runtime_address);
    const bool is_below = std::exchange(in_kernel_, kernel) && !kernel;
    frame.address_of = is_below ? AddressOf::Instruction : AddressOf::Stack;
    frame.unmoved_if_fixed = true;
    if (!frame.file_address) report.take_mapping(frame);
    return Found::Frame;
  }

 private:
  // Other programs print similar lines: sanitizers' addresses are shorter.
  static bool is_strict(std::string_view text, const Frame& frame) {
    constexpr std::size_t with_prefix = digits_of_address + 2;
    if (frame.file_address && (!text.starts_with("0x") || frame.address_text.size() != with_prefix))
      return false;
    if (!frame.symbol_offset) return frame.symbol.empty() && frame.runtime_address;
    return !frame.symbol.starts_with('[') && !frame.symbol.starts_with("b'");
  }

  bool in_kernel_ = false;
  std::uint64_t last_number_ = 0;  // of a frame
};

}  // namespace

std::unique_ptr<Format> bcc_stack() { return std::make_unique<BccStack>(); }

}  // namespace symkit::crashlog
