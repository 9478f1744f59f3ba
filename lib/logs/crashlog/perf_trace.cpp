// Samples of `perf script` without a stack, on one line each. Branches, as recorded by Intel PT and BTS,
// have two places:
//   kiosk  4711 36278.529665:    5000000 cpu-clock:u:      56532350f13c [unknown] (/opt/kiosk/kiosk)
//   kiosk 4711 [001] 12.345678901: 1 branches:u: call 5653f13c f (/opt/kiosk) => 5653f119 main+0x4
//   (/opt/kiosk) kiosk 4711 [001] 12.345678901: 56532350f13c [unknown] (/opt/kiosk/kiosk)	 insn: 48 89
//   e5
// All are instructions; the addresses are of the process. --show-mmap-events shows the mappings.
#include <algorithm>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/perf_symbol.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t no_place = std::string_view::npos;
constexpr std::string_view branch_arrow = " => ";

// After "36278.529665:"; npos if the line has no such time.
std::size_t behind_time(std::string_view line, std::size_t start) {
  constexpr std::size_t digits = 6, digits_of_nanoseconds = 9;
  for (std::size_t colon = line.find(": ", start); colon != no_place; colon = line.find(": ", colon + 1)) {
    std::size_t point = colon;
    while (point > start && is_digit(line[point - 1])) --point;
    const std::size_t size = colon - point;
    const bool is_fraction = (size == digits || size == digits_of_nanoseconds) && point > start + 1 &&
                             line[point - 1] == '.' && is_digit(line[point - 2]);
    if (is_fraction) return colon + 2;
  }
  return no_place;
}

// Where the last word that may be an address begins, if words follow it: words in C++ names are not
// addresses.
std::size_t last_address(std::string_view line, std::size_t from) {
  for (std::size_t end = last_of<" \t">(line); end != no_place && end > from;) {
    const std::size_t word_end = last_not_of<" \t">(line, end) + 1;
    const std::size_t blank = word_end == 0 ? no_place : last_of<" \t">(line, word_end - 1);
    const std::size_t begin = blank == no_place ? 0 : blank + 1;
    if (begin < from || word_end <= begin) return no_place;
    Scanner at(line, begin);
    const auto address = at.hex();
    const bool has_digit = first_of<"0123456789">(line.substr(begin, word_end - begin)) != no_place;
    if (address && at.position() == word_end && address->digits >= 4 && has_digit) return begin;
    end = blank;
  }
  return no_place;
}

class PerfTrace : public Format {
 public:
  Marks marks() const override { return {" (/", " ([", "[unknown] ("}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::size_t from = behind_time(line, start);
    if (from == no_place) return Found::Nothing;
    if (read_place(line, from, report, frame)) return Found::Frame;
    // A branch has no origin where tracing began.
    frame = Frame{};
    const std::size_t arrow_at = line.find(branch_arrow, from);
    return arrow_at != no_place && read_place(line, arrow_at + branch_arrow.size(), report, frame)
               ? Found::Frame
               : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& report, Frame& frame) override {
    if (!line.substr(from).starts_with(branch_arrow)) return false;
    return read_place(line, from + branch_arrow.size(), report, frame);
  }

 private:
  // The first place after `from`: an address, a function, and what was mapped there.
  static bool read_place(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    const std::size_t open = std::min(line.find(" (/", from), line.find(" ([", from));
    if (open == no_place) return false;
    const std::size_t close = line.find(')', open);
    if (close == no_place) return false;
    const std::size_t begin = last_address(line.substr(0, open), from);
    if (begin == no_place) return false;
    Scanner at(line, begin);
    const auto address = at.hex();
    frame.address_text = at.since(begin);
    frame.replaced = {at.position(), close + 1};
    frame.runtime_address = usable(*address, frame);
    if (!read_perf_symbol(trimmed(line.substr(at.position(), open - at.position())), frame)) return false;
    complete(line.substr(open + 2, close - open - 2), report, frame);
    return true;
  }

  static void complete(std::string_view dso, Report& report, Frame& frame) {
    frame.shares_line = true;
    frame.stands_alone = true;
    frame.address_of = AddressOf::Instruction;
    frame.unmoved_if_fixed = true;
    if (take_perf_kernel(dso, frame)) {
      if (!frame.symbol_offset) take_kernel_symbol(report.kernel(), frame);
      return;
    }
    take_mapped_path(take_perf_file_offset(dso, frame), frame);
    const ListedImage* image = frame.runtime_address ? report.image_holding(*frame.runtime_address) : nullptr;
    if (image != nullptr && image->name == frame.image.name) Report::fill_in(*image, frame);
  }
};

}  // namespace

std::unique_ptr<Format> perf_trace() { return std::make_unique<PerfTrace>(); }

}  // namespace symkit::crashlog
