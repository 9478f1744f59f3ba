#include "logs/crashlog/pc_frame.h"

namespace symkit::crashlog {
namespace {

// The problem of a frame that ART interprets.
constexpr std::string_view java_byte_code =
    "Java byte code, which has no native symbols: use retrace for its methods";

}  // namespace

std::optional<PcFrame> read_pc_frame(std::string_view line, std::size_t from) {
  Scanner at(line, from);
  PcFrame found;
  found.number = numbered_frame(at);
  if (!at.literal("pc") || at.blanks() == 0) return std::nullopt;
  at.literal("0x");
  const std::size_t address_from = at.position();
  const auto address = at.hex();
  if (!address) return std::nullopt;
  found.address = *address;
  found.address_text = at.since(address_from);
  found.address_end = at.position();
  if (at.blanks() == 0) return std::nullopt;
  found.behind = at.position();
  return found;
}

void take_pc(const PcFrame& found, Frame& frame) {
  frame = Frame{};
  frame.address_text = found.address_text;
  frame.replaced.begin = found.address_end;
  if (found.number) take_number(*found.number, frame);
  frame.file_address = usable(found.address, frame);
  frame.address_of = AddressOf::Call;
}

// A dex file, or a file that ART makes from one; an .apk may also contain native code.
void take_android_path(std::string_view path, Frame& frame) {
  take_mapped_path(path, frame);
  const std::string_view name = frame.image.name;
  const bool is_byte_code = name.ends_with(".vdex") || name.ends_with(".dex") || name.ends_with(".jar");
  if (is_byte_code && frame.problem.empty()) frame.problem = java_byte_code;
}

}  // namespace symkit::crashlog
