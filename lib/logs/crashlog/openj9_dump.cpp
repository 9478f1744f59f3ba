// Crashes of OpenJ9, which name the image of the instruction in three lines:
//   RIP=00007FBFA8146D14 GS=0000 FS=0000 RSP=00007FBFA94871D0
//   Module=/usr/lib/jvm/java-11-openj9/lib/default/libj9vm29.so
//   Module_base_address=00007FBFA80D6000
// and, since 0.12, the native stack after it:
//   _ZN3Bar5startEv+0x12 (0x00007F3A2C401898 [libbar.so+0x1898])
//   (0x00007F3A2C401899 [libj9prt29.so+0x1899])
// Offsets in brackets count from the beginning of the image. As unwound. Read in omr/port (omrintrospect,
// generateDiagnosticFiles).
#include <array>
#include <string>
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view j9_type = "Type=", j9_module = "Module=", j9_base = "Module_base_address=";
constexpr std::array<std::string_view, 5> j9_counters = {"RIP=", "EIP=", "PC=", "NIP=", "psw="};

// "Type=Segmentation error vmState=0x00000000"
std::optional<Cause> j9s_cause(std::string_view text) {
  if (!take_word(text, j9_type)) return std::nullopt;
  const auto type = take_before(text, " vmState=0x");
  if (!type) return std::nullopt;
  return signalled(type->starts_with("Segmentation")     ? "SIGSEGV"
                   : type->starts_with("Bus")            ? "SIGBUS"
                   : type->starts_with("Illegal")        ? "SIGILL"
                   : type->starts_with("Floating point") ? "SIGFPE"
                   : type->starts_with("Abort")          ? "SIGABRT"
                                                         : *type);
}

class Openj9Dump : public Format {
 public:
  ReadCause causes() const override { return j9s_cause; }
  Marks marks() const override { return {j9_base, "+0x", " vmState=0x"}; }
  Marks headings() const override {
    return {j9_counters[0], j9_counters[1], "PC=0", j9_counters[3], j9_counters[4], j9_module};
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.starts_with(j9_type) && text.contains(" vmState=0x")) {
      instruction_.reset();
      module_.clear();
      is_within_ = true;
      return Found::Context;
    }
    if (is_within_) learn(text);
    return read_base(line, text, frame) || read_frame(line, start, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  // Of the registers and of the module.
  void learn(std::string_view text) {
    if (take_word(text, j9_module)) module_ = text;
    for (const std::string_view counter : j9_counters)
      if (std::string_view rest = text; take_word(rest, counter))
        if (const auto value = Scanner(rest).hex(); value && value->digits >= 8 && value->fits)
          instruction_ = value->value;
  }

  bool read_base(std::string_view line, std::string_view text, Frame& frame) {
    if (!take_word(text, j9_base) || !instruction_ || module_.empty()) return false;
    const auto base = Scanner(text).hex();
    if (!base || !base->fits || *instruction_ < base->value) return false;
    take_mapped_path(module_, frame);
    frame.address_text = text;
    frame.runtime_address = std::exchange(instruction_, std::nullopt);
    frame.load_address = base->value;
    frame.address_of = AddressOf::Instruction;
    frame.stands_alone = true;
    is_within_ = false;
    const std::size_t end = last_not_of<" \t">(line) + 1;
    frame.replaced = {end, end};
    return true;
  }

  // "name+0x12 (0x00007F3A2C401898 [libbar.so+0x1898])"
  static bool read_frame(std::string_view line, std::size_t start, Frame& frame) {
    const std::size_t open = line.rfind("(0x");
    if (open == std::string_view::npos || open < start) return false;
    Scanner at(line, open + 1);
    const auto address = prefixed_address(at, frame);
    if (!address || address->digits != digits_of_address || !at.literal(" [")) return false;
    const std::string_view inside = trimmed(at.rest());
    if (!inside.ends_with("])")) return false;
    const auto place = read_symbol_offset(inside.substr(0, inside.size() - 2));
    const std::string_view before = trimmed(line.substr(start, open - start));
    const auto named = read_symbol_offset(before);
    if (!place || place->symbol.empty() || (!before.empty() && !named)) return false;
    take_mapped_path(place->symbol, frame);
    frame.image_offset = usable(place->offset, frame);
    frame.runtime_address = usable(*address, frame);
    if (named) frame.symbol = named->symbol;
    frame.readable = named.has_value();
    frame.address_of = AddressOf::Stack;
    frame.stands_alone = true;
    const std::size_t end = last_not_of<" \t">(line) + 1;
    frame.replaced = {end, end};
    return true;
  }

  bool is_within_ = false;  // between the heading and the base
  std::optional<std::uint64_t> instruction_;
  std::string module_;
};

}  // namespace

std::unique_ptr<Format> openj9_dump() { return std::make_unique<Openj9Dump>(); }

}  // namespace symkit::crashlog
