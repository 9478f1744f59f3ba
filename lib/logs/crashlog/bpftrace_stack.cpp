// bpftrace's stacks in its own form, which names no image:
//   @[
//       __getpid+0
//       0x562022d2516a
//   ]: 1
// Names are kept; addresses are of the process. The first line of a stack was probed or sampled, the
// others are return addresses.
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// bpftrace's first line.
bool is_banner(std::string_view text) {
  Scanner at(text);
  if (!at.literal("Attaching ") && !at.literal("Attached ")) return false;
  return at.decimal() && at.literal(" probe");
}

// "price+52", "0x562022d2516a"; the lines of a stack contain nothing else.
bool may_be_of_stack(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  if (plus == std::string_view::npos || plus == 0) return false;
  return first_not_of<"0123456789">(text, plus + 1) == std::string_view::npos && plus + 1 < text.size();
}

class BpftraceStack : public Format {
 public:
  Marks marks() const override { return {"@["}; }
  Marks headings() const override { return {"Attaching ", "Attached "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (is_banner(text)) {
      report.see_every_line(has_banner_ = true);
      return Found::Context;
    }
    if (text.starts_with('@')) {
      in_map_ = text.ends_with('[') || (text.ends_with(',') && text.contains('['));
      is_first_ = true;
      if (in_map_) report.see_every_line(true);
      return in_map_ ? Found::Context : Found::Nothing;
    }
    if (!in_map_ && !has_banner_) return Found::Nothing;
    return read_line(line, start, report, frame);
  }

 private:
  Found read_line(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    const bool is_indented = at.blanks() >= 4;
    const std::string_view text = trimmed(at.rest());
    const std::size_t from = at.position();
    const auto address = is_indented ? at.prefixed_hex() : std::nullopt;
    if (!address || address->digits < 4 || !trimmed(at.rest()).empty()) {
      is_first_ = !is_indented || !may_be_of_stack(text);
      if (in_map_ && text.starts_with(']')) close_map(report);
      return is_first_ ? Found::Nothing : Found::Context;
    }
    frame.address_text = text;
    frame.replaced = {from + text.size(), line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.address_of = std::exchange(is_first_, false) ? AddressOf::Instruction : AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

  void close_map(Report& report) {
    in_map_ = false;
    report.see_every_line(has_banner_);
  }

  bool has_banner_ = false;
  bool in_map_ = false;
  bool is_first_ = true;  // no line of the stack has been read yet
};

}  // namespace

std::unique_ptr<Format> bpftrace_stack() { return std::make_unique<BpftraceStack>(); }

}  // namespace symkit::crashlog
