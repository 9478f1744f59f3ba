// The line that Linux logs about a program that it ended:
//   kiosk[4711]: segfault at 0 ip 0000000000401136 sp 00007ffe4c1b2a30 error 4 in kiosk[401000+1000]
//   traps: kiosk[4711] general protection fault ip:401136 sp:7ffe4c1b2a30 error:0 in kiosk[401000+1000]
// It gives the position of the code's pages, since Linux 6.8 also the file offset of the code. Before
// that, the size of the pages shows which of the file's segments they hold.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Linkers put programs that are not position-independent below this, the kernel maps the others above.
constexpr std::uint64_t movable_from = 0x10000000;

class KernelSegfault : public Format {
 public:
  Marks marks() const override { return {"gfault at "}; }
  Marks headings() const override { return {"traps: "}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    if (!line.contains(" in ") || !line.contains(" ip")) return Found::Nothing;
    const std::size_t ip = line.find(" ip", start);
    const std::size_t in = line.find(" in ", ip == std::string_view::npos ? line.size() : ip);
    if (in == std::string_view::npos || !line.contains("error")) return Found::Nothing;
    Scanner at(line, ip + 3);
    if (!at.literal(' ') && !at.literal(':')) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.hex();
    if (!address) return Found::Nothing;
    frame.address_text = at.since(from);
    return read_mapping(line, in + 4, *address, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  // "kiosk[401000+1000]", since Linux 6.8 "kiosk[1136,401000+1000]".
  static bool read_mapping(std::string_view line, std::size_t from, const Number& address, Frame& frame) {
    Scanner at(line, from);
    const auto name = at.until('[');
    if (!name || name->empty() || !at.literal('[')) return false;
    auto begin = at.hex();
    std::optional<Number> file_offset;
    if (begin && at.literal(',')) {
      file_offset = begin;
      begin = at.hex();
    }
    if (!begin || !at.literal('+')) return false;
    const auto size = at.hex();
    if (!size || !at.literal(']')) return false;
    frame.replaced = {at.position(), at.position()};
    frame.stands_alone = true;
    take_path(*name, frame);
    frame.runtime_address = usable(address, frame);
    if (begin->fits && begin->value < movable_from) frame.file_address = frame.runtime_address;
    if (file_offset) frame.file_offset = usable(*file_offset, frame);
    if (begin->fits && size->fits) frame.memory = MappedMemory{begin->value, size->value};
    return true;
  }
};

}  // namespace

std::unique_ptr<Format> kernel_segfault() { return std::make_unique<KernelSegfault>(); }

}  // namespace symkit::crashlog
