// Heap profiles of gperftools and jemalloc, whose mappings follow the stacks:
//   heap profile:     12:     1024 [    12:     1024] @ heapprofile
//        1:       24 [     1:       24] @ 0x00401136 0x7f1d2c7a3e40
//   heap_v2/524288
//   @ 0x55d0c1a2ba2b 0x7f1d2c7a3e40
//   MAPPED_LIBRARIES:
// Several frames on one line, innermost first; all are return addresses.
#include <array>

#include "logs/crashlog/address_row.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::array<std::string_view, 3> beginnings = {"heap profile:", "heap_v2/", "growthz profile:"};

class HeapProfile : public Format {
 public:
  Marks marks() const override { return {"] @ 0x"}; }
  Marks headings() const override { return {beginnings[0], beginnings[1], beginnings[2], "@ 0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    for (const std::string_view beginning : beginnings)
      if (text.starts_with(beginning)) return begin(report);
    if (!within_profile_) return Found::Nothing;
    const std::size_t row = text.starts_with("@ 0x") ? line.find("@ 0x", start) : behind_counts(line, start);
    if (row == std::string_view::npos) return Found::Nothing;
    return read_further(line, row, report, frame) ? Found::Frame : Found::Nothing;
  }

  bool read_further(std::string_view line, std::size_t from, Report& report, Frame& frame) override {
    const auto address = next_of_row(line, from, frame);
    if (!address) return false;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return true;
  }

 private:
  // Earlier mappings are those of another process.
  Found begin(Report& report) {
    within_profile_ = true;
    report.begin();
    return Found::Context;
  }

  // "  1:   24 [   1:    24] @ 0x401136"
  static std::size_t behind_counts(std::string_view line, std::size_t start) {
    Scanner at(line, start);
    const auto counts = [&at] {
      at.blanks();
      if (!at.decimal() || !at.literal(':')) return false;
      at.blanks();
      return at.decimal().has_value();
    };
    if (!counts()) return std::string_view::npos;
    at.blanks();
    if (!at.literal('[') || !counts() || !at.literal("] @ ")) return std::string_view::npos;
    return at.position();
  }

  bool within_profile_ = false;
};

}  // namespace

std::unique_ptr<Format> heap_profile() { return std::make_unique<HeapProfile>(); }

}  // namespace symkit::crashlog
