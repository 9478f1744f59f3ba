// Stacks of FRRouting's daemons, which say where their images were:
//   zlog_signal+0x18c                  7ff6d0c1a2ad     7ffe50e570d0 /usr/lib/frr/libfrr.so.0 (mapped at
//   0x7ff6d0b7b000)
//       ---- signal ----
// The first address is that of the code, the second that of the stack. As unwound. Read in lib/log.c
// (zlog_backtrace_sigsafe).

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view mapped_mark = " (mapped at 0x";
constexpr std::string_view frr_signal = "---- signal ----";

std::optional<Cause> frrs_cause(std::string_view text) {
  return text.starts_with(frr_signal) ? std::optional(Cause{.what = Cause::What::Signal}) : std::nullopt;
}

class FrrBacktrace : public Format {
 public:
  ReadCause causes() const override { return frrs_cause; }
  Marks marks() const override { return {mapped_mark}; }
  Marks headings() const override { return {frr_signal}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (trimmed(line.substr(start)) == frr_signal) {
      report.note_signal();
      return Found::Context;
    }
    const std::size_t mapped = line.rfind(mapped_mark);
    if (mapped == std::string_view::npos || mapped < start) return Found::Nothing;
    Scanner at(line, start);
    at.blanks();
    const std::size_t name_from = at.position();
    const auto place = read_symbol_offset(at.word());
    if (!place) at.seek(name_from);
    at.blanks();
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    if (!address || at.blanks() == 0 || !at.hex() || !at.literal(' ') || at.position() >= mapped)
      return Found::Nothing;
    const std::string_view path = line.substr(at.position(), mapped - at.position());
    at.seek(mapped + mapped_mark.size() - 2);
    const auto load = at.prefixed_hex();
    if (!load || !at.literal(')') || !trimmed(at.rest()).empty()) return Found::Nothing;
    if (place) frame.symbol = place->symbol;
    if (place) frame.symbol_offset = usable(place->offset, frame);
    frame.readable = place.has_value();
    take_mapped_path(path, frame);
    frame.runtime_address = usable(*address, frame);
    frame.load_address = usable(*load, frame);
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    const std::size_t end = at.position();
    frame.replaced = {end, end};
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> frr_backtrace() { return std::make_unique<FrrBacktrace>(); }

}  // namespace symkit::crashlog
