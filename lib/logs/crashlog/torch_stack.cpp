// Stacks of PyTorch's C++ library (c10), which end its errors:
//   frame #2: <unknown function> + 0x202452b (0x7fcecccfc52b in /opt/kiosk/libtorch_cpu.so)
//   frame #3: at::add + 0x5b (0x7fcecccfc5b0 in /opt/kiosk/libtorch_cpu.so)
//   00007FFB9FB86F3200007FFB9FB865E0 c10.dll!c10::Error::Error [<unknown file> @ <unknown line number>]
// Offsets count from the beginning of the file, or of the function. On Windows the second address is that
// of the nearest export before the first. All are return addresses. Read in c10/util/Backtrace.cpp.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view torch_frame = "frame #";
constexpr std::string_view torch_nameless = "<unknown function>";
constexpr std::string_view torch_place = " [<unknown file> @ <unknown line number>]";

// "Exception raised from check at ../c10/core/a.cpp:12 (most recent call first):"
std::optional<Cause> torchs_cause(std::string_view text) {
  if (!take_word(text, "Exception raised from ")) return std::nullopt;
  const auto function = take_before(text, " at ");
  if (!function || !text.contains(" (most recent call first):")) return std::nullopt;
  Cause made = cause(Knows::Error, "exception");
  take_place_of(text.substr(0, text.find(" (")), made);
  return made;
}

class TorchStack : public Format {
 public:
  ReadCause causes() const override { return torchs_cause; }
  Marks marks() const override { return {torch_frame, torch_place}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const bool found = read_frame(line, start, report, frame) || read_windows(line, start, frame);
    if (!found) return Found::Nothing;
    frame.address_of = AddressOf::Return;
    return Found::Frame;
  }

 private:
  // "frame #2: NAME + 0x1234 (0x7fcecccfc52b in /opt/kiosk/libtorch_cpu.so)"
  static bool read_frame(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    const std::size_t mark = line.find(torch_frame, start);
    if (mark == std::string_view::npos) return false;
    Scanner at(line, mark + torch_frame.size());
    const auto number = at.decimal();
    if (!number || !at.literal(": ")) return false;
    const std::size_t name_from = at.position();
    const std::size_t open = line.rfind(" (0x");
    const std::size_t plus = line.substr(0, open).rfind(" + 0x");
    if (open == std::string_view::npos || plus == std::string_view::npos || plus <= name_from) return false;
    at.seek(plus + 3);
    const auto offset = at.prefixed_hex();
    if (!offset || at.position() != open) return false;
    at.seek(open + 2);
    const auto address = prefixed_address(at, frame);
    const std::string_view path = at.literal(" in ") ? trimmed(at.rest()) : std::string_view();
    if (!address || path.size() < 2 || !path.ends_with(')')) return false;
    take_number(*number, frame);
    take_mapped_path(path.substr(0, path.size() - 1), frame);
    const std::string_view name = line.substr(name_from, plus - name_from);
    if (name != torch_nameless) frame.symbol = name;
    frame.readable = !frame.symbol.empty();
    (frame.readable ? frame.symbol_offset : frame.image_offset) = usable(*offset, frame);
    frame.runtime_address = usable(*address, frame);
    frame.replaced = {name_from, open};
    report.take_mapping(frame);
    return true;
  }

  // "00007FFB9FB86F3200007FFB9FB865E0 c10.dll!c10::Error::Error [<unknown file> @ <unknown line number>]"
  static bool read_windows(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t place = line.find(torch_place, start);
    if (place == std::string_view::npos) return false;
    Scanner at(line, start);
    at.blanks();
    const std::string_view both = at.word();
    const std::size_t from = at.position() - both.size();
    if (both.size() != 2 * digits_of_address || !at.literal(' ')) return false;
    const auto address = Scanner(both.substr(0, digits_of_address)).hex();
    const auto function = Scanner(both.substr(digits_of_address)).hex();
    if (!address || !function || address->digits + function->digits != both.size()) return false;
    const std::size_t name_from = at.position();
    const auto module = at.until('!');
    if (!module || module->empty() || at.position() >= place) return false;
    frame.image.name = *module;
    frame.symbol = line.substr(at.position() + 1, place - at.position() - 1);
    frame.address_text = line.substr(from, digits_of_address);
    frame.runtime_address = address->value;
    if (address->value >= function->value && function->value != 0)
      frame.symbol_offset = address->value - function->value;
    frame.names_nearest = frame.readable = true;
    frame.replaced = {name_from, place + torch_place.size()};
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> torch_stack() { return std::make_unique<TorchStack>(); }

}  // namespace symkit::crashlog
