// TCMalloc's line about a large allocation, which contains the complete stack:
//   tcmalloc: large alloc 1073741824 bytes == 0x55d0c3e2a000 @  0x55d0c1a2ba2b 0x55d0c1a2bb10 0x7f7f591776a3
// It names no image: lines of /proc/PID/maps show the positions of images. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view large_allocation = "tcmalloc: large alloc ";

class TcmallocLine : public Format {
 public:
  Marks marks() const override { return {large_allocation}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::size_t found = line.find(large_allocation, start);
    if (found == std::string_view::npos) return Found::Nothing;
    Scanner at(line, found + large_allocation.size());
    if (!at.decimal() || !at.literal(" bytes == ") || !at.prefixed_hex() || !at.literal(" @"))
      return Found::Nothing;
    return read_address(line, at.position(), report, frame) ? Found::Frame : Found::Context;
  }

  bool read_further(std::string_view line, std::size_t from, Report& report, Frame& frame) override {
    return read_address(line, from, report, frame);
  }

 private:
  static bool read_address(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    Scanner at(line, from);
    if (at.blanks() == 0) return false;
    const auto address = prefixed_address(at, frame);
    if (!address || !(at.at_end() || is_blank(at.peek()))) return false;
    frame.replaced = {at.position(), at.position()};
    frame.shares_line = true;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> tcmalloc_line() { return std::make_unique<TcmallocLine>(); }

}  // namespace symkit::crashlog
