// Linux kernel oopses, warnings and stack dumps, which know functions but no lines:
//   RIP: 0010:iocg_kick_waitq+0x392/0x3a0          pc : sensor_read+0x1c/0x60 [sensor]
//    ? ext4_writepages+0x4a/0x120 [ext4 0123…]     [<ffffffff81234567>] do_exit+0x12/0xa0
//   (XEN)    [<ffff82d0402b1234>] R do_x+0x12/0x34      R, on arm "(PC)" behind: where the processor was
// "name+offset/size" is used as the address and looked up: it is valid wherever the kernel was moved to.
// A bare address needs the kernel's position: "Kernel Offset:" earlier in the log, or the kernel's own
// symbols.
#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>

#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/kernel_release.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// Xen's lines in the console that it shares with the kernel.
constexpr std::string_view xen_prefix = "(XEN) ";
constexpr std::string_view xen_image = "xen-syms";
constexpr std::string_view no_kernel_base =
    "the log does not say where the kernel was loaded: give --kallsyms";
constexpr std::size_t build_id_digits = 40;

bool is_of_name(char c) {
  return is_hex_digit(c) || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') || c == '_' || c == '.' ||
         c == '$';
}

// "name+0x1a/0x30" in a line.
struct SymbolMention {
  Span where;
  std::string_view symbol;
  Number offset;
  Number size;
};

std::optional<SymbolMention> find_mention(std::string_view line, std::size_t start) {
  for (std::size_t plus = line.find("+0x", start); plus != std::string_view::npos;
       plus = line.find("+0x", plus + 1)) {
    Scanner at(line, plus + 1);
    const auto offset = at.prefixed_hex();
    if (!offset || !at.literal('/')) continue;
    const auto size = at.prefixed_hex();
    if (!size) continue;
    std::size_t begin = plus;
    while (begin > start && is_of_name(line[begin - 1])) --begin;
    if (begin == plus) continue;
    return SymbolMention{{begin, at.position()}, line.substr(begin, plus - begin), *offset, *size};
  }
  return std::nullopt;
}

// "mm/kasan/report.c:488", "[sensor] drivers/sensor.c:12", "(kernel/exit.c:12)" after a place: syzkaller
// or decode_stacktrace.sh has looked it up already.
bool take_source(std::string_view behind, Said& said) {
  if (behind.ends_with("[inline]")) behind = trimmed(behind.substr(0, behind.rfind('[')));
  std::string_view last = behind.substr(last_of<" \t">(behind) + 1);
  if (last.starts_with('(') && last.ends_with(')')) last = last.substr(1, last.size() - 2);
  return last.contains('.') && crashlog::read_place(last, said);
}

// Whether the text before it marks the interrupted instruction. All others are return addresses.
bool says_program_counter(std::string_view lead) {
  constexpr std::array<std::string_view, 13> all = {"RIP", "EIP",      "IP: ",     "pc ",  "epc ",
                                                    "NIP", "PC is at", "PC:",      "PC :", "era",
                                                    "ERA", "Krnl PSW", "WARNING: "};
  return std::ranges::any_of(all, [&](std::string_view one) { return lead.starts_with(one); });
}

// Where the current function would return to: the stack contains that, too, if it does.
bool says_return_register(std::string_view lead) {
  constexpr std::array<std::string_view, 5> all = {"lr : ", "ra : ", "LR is at ", "LR [", "ra: "};
  return std::ranges::any_of(all, [&](std::string_view one) { return lead.starts_with(one); });
}

bool is_report_heading(std::string_view text) {
  constexpr std::array<std::string_view, 5> all = {
      "------------[ cut here", "BUG: ", "Unable to handle kernel", "watchdog: BUG", "INFO: task "};
  return std::ranges::any_of(all, [&](std::string_view one) { return text.starts_with(one); });
}

// Each boot moves the kernel to another address.
bool is_boot_heading(std::string_view text) {
  constexpr std::array<std::string_view, 4> all = {"Linux version ", "Booting Linux", "-- Boot ",
                                                   "-- Reboot"};
  return std::ranges::any_of(all, [&](std::string_view one) { return text.starts_with(one); });
}

class KernelOops : public Format {
 public:
  Marks marks() const override { return {"+0x", "[<", "0xffff"}; }
  Marks headings() const override {
    return {"------------[ cut here",
            "BUG: ",
            "Unable to handle kernel",
            "watchdog: BUG",
            "INFO: task ",
            "CPU: ",
            "last function: ",
            "Kernel Offset: ",
            "KERNELOFFSET=",
            "Linux version ",
            "Booting Linux",
            "-- Boot ",
            "-- Reboot"};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    const bool is_of_xen = text.starts_with(xen_prefix);
    if (is_of_xen) text = without_prefix(text.substr(xen_prefix.size()));
    const bool is_heading = read_heading(text, report);
    if (text.starts_with("last function: ")) return read_last_function(text, frame);
    if (const auto place = find_mention(line, start)) {
      read_place(line, text, *place, frame);
      if (take_source(trimmed(line.substr(place->where.end)), frame.said)) {
        frame.said.function = frame.symbol;
        return Found::Named;
      }
      if (is_of_xen) frame.image = {.name = xen_image};
      return Found::Frame;
    }
    if (is_heading) return Found::Context;
    return read_bare_address(line, start, report, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  // Xen writes a time between its own prefix and the text.
  static std::string_view without_prefix(std::string_view text) {
    return trimmed(text.substr(text_start(text)));
  }

  bool read_heading(std::string_view text, Report& report) {
    if (is_report_heading(text)) {
      report.begin();
      program_counter_.clear();
      kernel_id_ = {};
      kernel_release_ = {};
      return true;
    }
    if (is_boot_heading(text)) {
      report.begin_boot();
      return true;
    }
    if (text.starts_with("CPU: ")) return read_task(text, report);
    Scanner at(text);
    if (at.literal("KERNELOFFSET=")) {  // of vmcoreinfo
      if (const auto slide = at.hex(); slide && slide->fits) report.set_kernel_slide(slide->value);
      return true;
    }
    if (!at.literal("Kernel Offset: ")) return false;
    if (at.literal("disabled")) report.set_kernel_slide(0);
    if (const auto slide = at.prefixed_hex(); slide && slide->fits) report.set_kernel_slide(slide->value);
    return true;
  }

  // "CPU: 1 PID: 4711 Comm: kworker/1:2 Not tainted 5.14.0 #1 0123…", where the last word may be a build
  // id.
  bool read_task(std::string_view text, Report& report) {
    const std::size_t mark = text.find(" PID: ");
    if (mark == std::string_view::npos) return false;
    Scanner at(text, mark + 6);
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    report.set_thread(at.since(from));
    const std::string_view last = text.substr(text.rfind(' ') + 1);
    if (last.size() == build_id_digits) kernel_id_ = ImageId::parse(last).value_or(ImageId{});
    kernel_release_ = kept(kernel_release_in(text));
    return true;
  }

  // Frames that are held back still use the release when the next report has begun.
  std::string_view kept(std::string_view release) {
    constexpr std::size_t most = 1000;
    if (const auto known = releases_.find(release); known != releases_.end()) return *known;
    return releases_.size() < most ? *releases_.emplace(release).first : std::string_view();
  }

  // "last function: f": of the work that has left a lock locked.
  static Found read_last_function(std::string_view text, Frame& frame) {
    frame.said.function = text.substr(text.rfind(' ') + 1);
    return frame.said.function.empty() ? Found::Nothing : Found::Named;
  }

  void read_place(std::string_view line, std::string_view text, const SymbolMention& place, Frame& frame) {
    frame.address_text = line.substr(place.where.begin, place.where.end - place.where.begin);
    frame.symbol = place.symbol;
    frame.symbol_offset = usable(place.offset, frame);
    frame.symbol_size = usable(place.size, frame);
    take_kernel(frame);
    Scanner at(line, place.where.end);
    read_module(at, frame);
    at.literal(')');  // "[<c010bd9c>] (show_stack+0x10/0x14)"
    frame.replaced = {place.where.end, at.position()};
    if (line[at.position() - 1] == ')') frame.replaced.begin = at.position();
    frame.may_be_data = text.starts_with("lock: ");  // the variable
    frame.is_left_over = line.substr(0, place.where.begin).ends_with("? ") || says_return_register(text);
    frame.address_of = AddressOf::Return;
    const std::string_view behind = line.substr(at.position());
    frame.is_left_over = frame.is_left_over || behind.starts_with(" (unreliable)");
    if (text.contains(">] R ") || behind.starts_with(" (PC)")) frame.address_of = AddressOf::Instruction;
    if (says_program_counter(text)) {
      program_counter_ = frame.address_text;
      frame.address_of = AddressOf::Instruction;
    }
    // Stacks repeat the interrupted instruction, which is not a call there either.
    if (frame.address_text == program_counter_ || behind.starts_with(" (P)"))
      frame.address_of = AddressOf::Instruction;
  }

  // " [ext4]", " [ext4 0123…]"
  static void read_module(Scanner& at, Frame& frame) {
    const std::size_t from = at.position();
    if (at.literal(" ["))
      if (const auto inside = at.until(']'); inside && at.literal(']')) {
        const std::size_t blank = std::min(inside->find(' '), inside->size());
        frame.image = {.name = inside->substr(0, blank)};
        if (blank < inside->size())
          frame.image.id = ImageId::parse(trimmed(inside->substr(blank))).value_or(ImageId{});
        return;
      }
    at.seek(from);
  }

  // "[<ffffffff81234567>]", "? 0xffffffffc0123456", "RIP: 0010:0xffffffffc0123456", with nothing after
  // it.
  bool read_bare_address(std::string_view line, std::size_t start, const Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const std::string_view text = at.rest();
    const bool is_program_counter = at.literal("RIP: 0010:") || at.literal("pc : ");
    // Alone on its line it may be anything, such as a query or a list of addresses.
    const bool is_of_stack = at.literal("? ") || is_program_counter || start != 0;
    const bool bracketed = at.literal("[<");
    const std::size_t from = at.position();
    const auto address = bracketed ? at.hex() : at.prefixed_hex();
    if (!address || address->digits < 8) return false;
    frame.address_text = at.since(from);
    if (bracketed && !at.literal(">]")) return false;
    frame.replaced = {at.position(), at.position()};
    if (!trimmed(at.rest()).empty() || (!bracketed && (address->value >> 63 == 0 || !is_of_stack)))
      return false;
    frame.address_of =
        is_program_counter || says_program_counter(text) ? AddressOf::Instruction : AddressOf::Return;
    place_address(*address, report, frame);
    return true;
  }

  void place_address(const Number& address, const Report& report, Frame& frame) const {
    frame.image.name = kernel_image;
    frame.runtime_address = usable(address, frame);
    if (!frame.runtime_address) return;
    if (take_kernel_symbol(report.kernel(), frame)) {
      if (frame.image.name == kernel_image) take_kernel(frame);
    } else if (report.kernel_slide()) {
      frame.slide = report.kernel_slide();
      take_kernel(frame);
    } else {
      frame.problem = no_kernel_base;
    }
  }

  void take_kernel(Frame& frame) const {
    frame.image.name = kernel_image;
    frame.image.id = kernel_id_;
    frame.image.release = kernel_release_;
  }

  std::string program_counter_;  // "name+0x1a/0x30", of the current report
  ImageId kernel_id_;
  std::string_view kernel_release_;
  std::set<std::string, std::less<>> releases_;
};

}  // namespace

std::unique_ptr<Format> kernel_oops() { return std::make_unique<KernelOops>(); }

}  // namespace symkit::crashlog
