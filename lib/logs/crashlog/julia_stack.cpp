// Julia's stacks of crashes; functions without a name have only an address:
//   unknown function (ip: 0x7fc16ecb0d30) at /opt/kiosk/libkiosk.so      newer releases say where
//   ledger_total at /opt/kiosk/src/ledger.jl:205 [inlined]
// Lines of /proc/PID/maps show where the images were. Addresses are within the calls already. Read in
// src/stackwalk.c.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view julia_nameless = "unknown function (ip: 0x";

// "signal (11): Segmentation fault", "[92134] signal 11 (1): Segmentation fault"
std::optional<Cause> julias_cause(std::string_view text) {
  if (text.starts_with('[')) take_before(text, "] ");
  if (!take_word(text, "signal ")) return std::nullopt;
  take_word(text, "(");
  const auto number = take_number(text);
  const auto words = number ? take_before(text, ": ") : std::nullopt;
  const bool is_julias = words && words->ends_with(')') && words->size() < 8;
  return is_julias ? std::optional(signalled(signal_numbered(*number))) : std::nullopt;
}

class JuliaStack : public Format {
 public:
  ReadCause causes() const override { return julias_cause; }
  Marks marks() const override { return {julia_nameless}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal(julia_nameless)) return Found::Nothing;
    at.seek(at.position() - 2);
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(')')) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    const std::string_view path = at.literal(" at ") ? trimmed(at.rest()) : std::string_view();
    if (path.empty() && !trimmed(at.rest()).empty()) return Found::Nothing;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Call;
    frame.unmoved_if_fixed = true;
    if (!path.empty() && !path.starts_with('[')) take_mapped_path(path, frame);
    frame.image.name.empty() ? report.take_holder(frame) : report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> julia_stack() { return std::make_unique<JuliaStack>(); }

}  // namespace symkit::crashlog
