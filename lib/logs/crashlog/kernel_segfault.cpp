// The line that Linux logs about a program that it ended:
//   kiosk[4711]: segfault at 0 ip 0000000000401136 sp 00007ffe4c1b2a30 error 4 in kiosk[401000+1000]
//   traps: kiosk[4711] general protection fault ip:401136 sp:7ffe4c1b2a30 error:0 in kiosk[401000+1000]
//   kiosk[4711]: segfault at 10 ip 00007f3a2c401917 sp 00007ffd2b1c8d10 error 4       of code that is in no
//   file
// It gives the position of the code's pages, since Linux 6.8 also the file offset of the code. Before
// that, the size of the pages shows which of the file's segments they hold.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// Linkers put programs that are not position-independent below this, the kernel maps the others above.
constexpr std::uint64_t movable_from = 0x10000000;

// "kiosk[4711]: segfault at 10 ip …", "traps: kiosk[4711] general protection fault ip:…"; the program may
// have said more.
std::optional<Cause> kernels_segfault(std::string_view text) {
  std::string_view rest = text;
  const bool is_trap = take_word(rest, "traps: ");
  const auto program = take_before(rest, "[");
  const auto process = program && !program->contains(' ') ? take_before(rest, "]") : std::nullopt;
  if (!process || process->empty() || !is_digit(process->front())) return std::nullopt;
  const bool is_protection = is_trap && rest.starts_with(" general protection");
  if (!is_protection && !rest.starts_with(": segfault at ")) return std::nullopt;
  if (!rest.contains(" ip") || !rest.contains(" sp") || !rest.contains(" error")) return std::nullopt;
  Cause made = signalled("SIGSEGV", is_protection ? std::string_view() : rest.substr(14));
  made.process = *process;
  made.program = *program;
  made.begins = made.from_outside = made.at_crash = true;
  return made;
}

class KernelSegfault : public Format {
 public:
  ReadCause causes() const override { return kernels_segfault; }
  Marks marks() const override { return {"gfault at "}; }
  Marks headings() const override { return {"traps: "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (!line.contains(" ip") || !line.contains("error")) return Found::Nothing;
    const std::size_t ip = line.find(" ip", start);
    const std::size_t in = line.find(" in ", ip == std::string_view::npos ? line.size() : ip);
    if (ip == std::string_view::npos) return Found::Nothing;
    Scanner at(line, ip + 3);
    if (!at.literal(' ') && !at.literal(':')) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.hex();
    if (!address) return Found::Nothing;
    frame.address_text = at.since(from);
    if (in == std::string_view::npos) return read_alone(line, *address, report, frame);
    return read_mapping(line, in + 4, *address, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  // Without an image: a copy of the process's maps may tell it.
  static Found read_alone(std::string_view line, const Number& address, Report& report, Frame& frame) {
    if (!line.contains(": segfault at ") || address.value == 0) return Found::Nothing;
    const std::string_view text = trimmed(line);
    const auto end = static_cast<std::size_t>(text.data() + text.size() - line.data());
    frame.replaced = {end, end};
    frame.stands_alone = true;
    frame.runtime_address = usable(address, frame);
    frame.unmoved_if_fixed = true;
    report.take_holder(frame);
    return Found::Frame;
  }

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
