// Backtraces that Rust's standard library prints for a program without symbols:
//      0:     0x55d0c1a2b3c4 - <unknown>
// They do not name the image: it is the one given with -o. All are return addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class RustBacktrace : public Format {
 public:
  Marks marks() const override { return {" - <unknown>"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || !at.literal(':') || at.blanks() == 0) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    if (!at.literal(" - <unknown>") || !trimmed(at.rest()).empty()) return Found::Nothing;
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> rust_backtrace() { return std::make_unique<RustBacktrace>(); }

}  // namespace symkit::crashlog
