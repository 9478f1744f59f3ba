// The call stacks of the Unreal Engine, frames without a place in the source:
//   0x00007f1d2c7a3e40 libKiosk.so!UnknownFunction(0x1e3f)    Linux, often with [Callstack] in front
//   libc.so.6!clone(+0x42)                                    … and without addresses, as some releases print
//   [Callstack]  00  0x00007f43b2d02cff  FWriter::Flush()     … and older ones, without the image
//   0x00007ff6abcd1234 Kiosk.exe!UnknownFunction []           Windows
// Numbers on Linux count from the beginning of the image, or from the nearest exported symbol. They point
// into the call, one byte before the return address, except in a crash's first frame, which is the
// instruction. Frames on Windows have only an address.
#include <array>
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view unknown_function = "!UnknownFunction";
constexpr std::string_view counted_from_symbol = "(+0x";
constexpr std::string_view callstack = "[Callstack]";
constexpr std::array<std::string_view, 2> crash_headings = {"=== Critical error: ===",
                                                            "Unhandled Exception: "};
constexpr std::uint64_t in_page = 0xfff;

// "0x00007f1d2c7a3e40 libKiosk.so!": the positions of its parts, and their values.
struct UnrealModule {
  std::size_t from = 0;
  std::size_t mark = 0;  // the "!"
  std::string_view name;
  std::optional<Number> address;
};

class UnrealStack : public Format {
 public:
  // The modules of frames that have a place show that the first frame has passed.
  Marks marks() const override {
    return {unknown_function,  counted_from_symbol, ".so!",   ".dll!", ".exe!",
            crash_headings[0], crash_headings[1],   callstack};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (says_crash(line.substr(start))) {
      crashed_ = is_first_ = true;
      return Found::Context;
    }
    if (read_old(line, start, report, frame)) return Found::Frame;
    const auto module = read_module(line, start);
    if (!module) return Found::Nothing;
    const bool is_innermost = std::exchange(is_first_, false);
    frame.image.name = module->name;
    frame.address_text = line.substr(module->from, line.find(' ', module->from) - module->from);
    if (module->address) frame.runtime_address = usable(*module->address, frame);
    frame.replaced = {module->mark, line.size()};
    if (!read_place(line.substr(module->mark), is_innermost, frame)) return Found::Nothing;
    report.take_mapping(frame);
    return Found::Frame;
  }

 private:
  // .NET has the second heading, too, before the name of a class.
  static bool says_crash(std::string_view text) {
    if (text.contains(crash_headings[0])) return true;
    const std::size_t at = text.find(crash_headings[1]);
    if (at == std::string_view::npos) return false;
    const std::string_view what = text.substr(at + crash_headings[1].size());
    return what.starts_with("EXCEPTION_") || what.starts_with("SIG") || what.starts_with("0x");
  }

  // "[Callstack]  00  0x00007f43b2d02cff  FWriter::Flush()"; those of glibc's form are read as such.
  static bool read_old(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    const std::size_t mark = line.find(callstack, start);
    if (mark == std::string_view::npos) return false;
    Scanner at(line, mark + callstack.size());
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return false;
    const auto address = prefixed_address(at, frame);
    if (!address || address->digits != digits_of_address || at.blanks() != 2) return false;
    const std::string_view name = trimmed(at.rest());
    if (name.empty() || name.contains('!') || name.ends_with(']')) return false;
    take_number(*number, frame);
    frame.symbol = name;
    frame.readable = true;
    frame.runtime_address = address->value;
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    frame.replaced = {at.position() - 2, line.size()};
    report.take_holder(frame);
    return true;
  }

  static std::optional<UnrealModule> read_module(std::string_view line, std::size_t start) {
    UnrealModule module;
    module.mark = line.find('!', start);
    while (module.mark != std::string_view::npos && is_blank(line[module.mark - (module.mark > start)]))
      module.mark = line.find('!', module.mark + 1);
    if (module.mark == std::string_view::npos || module.mark == start) return std::nullopt;
    const auto word_before = [&](std::size_t end) {
      const std::size_t blank = end == start ? std::string_view::npos : last_of<" \t">(line, end - 1);
      return blank == std::string_view::npos || blank < start ? start : blank + 1;
    };
    module.from = word_before(module.mark);
    module.name = line.substr(module.from, module.mark - module.from);
    if (module.name.empty() || module.from < start + 3) return at_beginning(line, start, module);
    Scanner at(line, word_before(module.from - 1));
    const std::size_t from = at.position();
    module.address = at.prefixed_hex();
    if (!module.address || at.position() + 1 != module.from) return at_beginning(line, start, module);
    module.from = from;
    return module;
  }

  // Without an address the module comes first, after the engine's own prefix of a line.
  static std::optional<UnrealModule> at_beginning(std::string_view line, std::size_t start,
                                                  UnrealModule module) {
    module.address.reset();
    const std::string_view before = trimmed(line.substr(start, module.from - start));
    const bool is_first = before.empty() || before.ends_with("[Callstack]") || before.ends_with(':');
    return is_first && !module.name.empty() ? std::optional(module) : std::nullopt;
  }

  // "!UnknownFunction(0x1e3f)", "!clone(+0x42)", "!UnknownFunction []". False if it is not a frame with a
  // position, or has its place in the source.
  bool read_place(std::string_view text, bool begins_crash, Frame& frame) const {
    if (text.starts_with(unknown_function)) {
      const std::string_view behind = trimmed(text.substr(unknown_function.size()));
      if (behind.empty() || behind == "[]" || behind == "[Unknown File]") {
        frame.address_of = begins_crash ? AddressOf::Instruction : AddressOf::Return;
        return frame.runtime_address.has_value();
      }
      return read_number(behind, "(0x", begins_crash, frame.image_offset, frame);
    }
    const std::size_t group = text.find(counted_from_symbol);
    if (group == std::string_view::npos || group < 2) return false;
    frame.symbol = text.substr(1, group - 1);
    frame.names_nearest = true;
    return read_number(text.substr(group), counted_from_symbol, begins_crash, frame.symbol_offset, frame);
  }

  bool read_number(std::string_view group, std::string_view open, bool begins_crash,
                   std::optional<std::uint64_t>& place, Frame& frame) const {
    Scanner at(group, open.size() - 2);
    const auto number = at.prefixed_hex();
    if (!group.starts_with(open) || !number || !at.literal(')') || !trimmed(at.rest()).empty()) return false;
    place = usable(*number, frame);
    const bool is_exact = is_printed_as_it_is(number->value, begins_crash, frame);
    if (place && !is_exact) ++*place;
    frame.address_of = is_exact && crashed_ ? AddressOf::Instruction : AddressOf::Return;
    return true;
  }

  // Whether the number was not moved into the call: the address next to it decides; without one only a
  // crash's first frame was not moved.
  static bool is_printed_as_it_is(std::uint64_t number, bool begins_crash, const Frame& frame) {
    const bool tells = frame.runtime_address && frame.symbol.empty();
    return tells ? (*frame.runtime_address & in_page) == (number & in_page) : begins_crash;
  }

  bool crashed_ = false;   // earlier in the log
  bool is_first_ = false;  // the next frame
};

}  // namespace

std::unique_ptr<Format> unreal_stack() { return std::make_unique<UnrealStack>(); }

}  // namespace symkit::crashlog
