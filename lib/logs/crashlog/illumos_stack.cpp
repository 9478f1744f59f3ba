// Stacks of illumos, from mdb and its kernel's panics, and from pstack:
//    libc.so.1`_lwp_kill+0xa()
//   fffffc7fffdffa10 libkiosk.so`kiosk_serve+0x1f()        with the frame's address in front
//    fffffd7fef25a38a _lwp_kill () + a                      pstack, which names no module
// Name and offset are looked up in the module. pstack's addresses are of the process; in a program that
// is not position-independent they are those of the file. As unwound; after a thread that waits in a
// system call all of pstack's are return addresses.
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view pstack_unknown = "????????";

bool is_module(std::string_view name) {
  return !name.empty() && first_of<" \t()[]<>\"'`,;=/">(name) == std::string_view::npos;
}

class IllumosStack : public Format {
 public:
  // The last two begin addresses of libraries: system calls are in these, and have no offset.
  Marks marks() const override { return {"+0x", ") + ", " lwp# ", "fffffc7f", "fffffd7f"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_thread(trimmed(line.substr(start)))) return Found::Context;
    return read_module(line, start, frame) ? Found::Frame : read_pstack(line, start, report, frame);
  }

 private:
  // "--------------------- thread# 1 / lwp# 1 ---------------------"
  bool read_thread(std::string_view text) {
    const bool is_heading = text.starts_with("---") && text.contains(" lwp# ") && text.ends_with('-');
    if (is_heading) is_first_ = true;
    return is_heading;
  }

  // "libc.so.1`_lwp_kill+0xa(1, 6)"
  static bool read_module(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t quote = line.find('`', start);
    if (quote == std::string_view::npos) return false;
    Scanner at(line, start);
    at.blanks();
    // mdb's $C writes the frame's address first.
    if (const auto stack = at.hex();
        !stack || (stack->digits != digits_of_address && stack->digits != 8) || at.blanks() == 0)
      at.seek(start);
    const std::string_view module = trimmed(line.substr(at.position(), quote - at.position()));
    const std::string_view text = trimmed(line.substr(quote + 1));
    const std::string_view group = last_group(text);
    if (!is_module(module) || group.empty()) return false;
    frame.address_text = text.substr(0, text.size() - group.size());
    const auto place = read_symbol_offset(frame.address_text);
    if (!place || !is_module(place->symbol)) return false;
    frame.symbol = place->symbol;
    frame.symbol_offset = usable(place->offset, frame);
    frame.image.name = module;
    frame.replaced = {quote + 1 + text.size(), quote + 1 + text.size()};
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    return true;
  }

  // " fffffd7fef25a38a _lwp_kill () + a": offsets are hexadecimal.
  Found read_pstack(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    if (at.blanks() == 0) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = at.hex();
    if (!address || (address->digits != digits_of_address && address->digits != 8)) return Found::Nothing;
    frame.address_text = at.since(from);
    if (!at.literal(' ')) return Found::Nothing;
    const std::string_view name = at.word();
    if (name.empty() || at.blanks() == 0 || !at.literal('(') || !at.until(')') || !at.literal(')'))
      return Found::Nothing;
    // With 32 bits a system call cannot be recognized.
    const bool is_first = std::exchange(is_first_, false) && address->digits == digits_of_address;
    if (!at.literal(" + ")) return Found::Nothing;  // a system call
    const auto offset = at.hex();
    if (!offset || !trimmed(at.rest()).empty()) return Found::Nothing;
    frame.replaced = {at.position(), at.position()};
    if (name != pstack_unknown) {
      frame.symbol = name;
      frame.symbol_offset = usable(*offset, frame);
    }
    frame.runtime_address = usable(*address, frame);
    frame.unmoved_if_fixed = true;
    frame.address_of = is_first ? AddressOf::Instruction : AddressOf::Return;
    report.take_holder(frame);
    return Found::Frame;
  }

  bool is_first_ = false;  // the next frame of pstack's
};

}  // namespace

std::unique_ptr<Format> illumos_stack() { return std::make_unique<IllumosStack>(); }

}  // namespace symkit::crashlog
