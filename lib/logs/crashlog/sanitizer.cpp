// The output of AddressSanitizer and its relatives if they find no symbolizer, or no lines:
//   #0 0x574f04be26bc  (/path/suite+0xd3e6bc) (BuildId: 159d3193…)
//   #1 0x574f04be26bc in main (/path/suite+0xd3e6bc)
//   #2 main <null> (suite+0xd3e6bc) (BuildId: 159d3193…)          ThreadSanitizer
// The addresses are within the call already. The offset is an address of the file; Apple's counts from
// the beginning of the image.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "(path+0xoffset)" in a line; Apple's have the processor after the path: "(libx.dylib:arm64+0x12)".
struct Module {
  Span where;
  std::string_view path;
  std::string_view offset_text;
  Number offset;
  Architecture architecture = Architecture::Unknown;
};

void take_architecture_off(Module& module) {
  const std::size_t colon = module.path.rfind(':');
  if (colon == std::string_view::npos) return;
  const auto architecture = parse_architecture(module.path.substr(colon + 1));
  if (!architecture) return;
  module.architecture = *architecture;
  module.path = module.path.substr(0, colon);
}

std::optional<Module> find_module(std::string_view line, std::size_t from) {
  const std::size_t plus = line.rfind("+0x");
  if (plus == std::string_view::npos || plus < from) return std::nullopt;
  Scanner at(line, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset) return std::nullopt;
  const std::string_view offset_text = at.since(plus + 1);
  if (!at.literal(')')) return std::nullopt;
  const std::string_view group = last_group(line.substr(0, at.position()));
  const std::size_t open = at.position() - group.size();
  if (group.empty() || open < from || open == 0 || !is_blank(line[open - 1])) return std::nullopt;
  Module module{{open, at.position()}, line.substr(open + 1, plus - open - 1), offset_text, *offset};
  take_architecture_off(module);
  return module;
}

class Sanitizer : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {"+0x", "0x"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 10> all = {
        "Thread T",  "==",         "WARNING: ", "READ of ", "WRITE of ",
        "freed by ", "previously", "Write of ", "Read of ", "Previous "};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    const auto at = find_numbered_frame(line, start);
    if (!at) return Found::Nothing;
    return read_frame(line, *at, frame);
  }

 private:
  static bool read_heading(std::string_view text, Report& report) {
    const bool begins = (text.starts_with("==") && text.contains("Sanitizer")) ||
                        text.starts_with("WARNING: ThreadSanitizer") ||
                        text.starts_with("WARNING: MemorySanitizer");
    if (begins && !text.contains("ABORTING")) report.begin();
    // "Thread T1 created by T0 here:", "freed by thread T2 here:", "Write of size 4 at 0x7b by main thread:"
    std::size_t name = text.starts_with("Thread T") ? 7 : text.find(" thread T");
    if (name != 7 && name != std::string_view::npos) name += 8;
    if (name != std::string_view::npos && name + 1 < text.size() && is_digit(text[name + 1]) &&
        is_heading(text)) {
      Scanner at(text, name + 1);
      at.decimal();
      report.set_thread(at.since(name));
      return true;
    }
    if (text.contains("main thread") && is_heading(text)) report.set_thread("main");
    return begins;
  }

  static bool is_heading(std::string_view text) {
    constexpr std::array<std::string_view, 9> all = {"Thread T",  "READ of ",   "WRITE of ",
                                                     "freed by ", "previously", "Write of ",
                                                     "Read of ",  "Previous ",  "=="};
    for (const std::string_view heading : all)
      if (text.starts_with(heading)) return true;
    return false;
  }

  static Found read_frame(std::string_view line, std::size_t from, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number) return Found::Nothing;
    const std::size_t pc_from = at.position();
    const auto pc = at.prefixed_hex();
    const std::size_t told = pc ? at.position() : pc_from;
    if (pc && told < line.size() && !is_blank(line[told])) return Found::Nothing;
    const auto module = find_module(line, told);
    if (!module) return pc ? read_unknown_module(line, {pc_from, told}, *number, frame) : Found::Nothing;
    const std::string_view description = trimmed(line.substr(told, module->where.begin - told));
    if (!pc && !description.ends_with("<null>"))
      return ends_with_place(description) ? Found::Context : Found::Nothing;
    if (pc && !description.empty() && !description.starts_with("in ")) return Found::Nothing;
    if (ends_with_place(description)) return Found::Context;
    take_number(*number, frame);
    frame.address_of = AddressOf::Call;
    const auto id = take_build_id(line, module->where.end, frame);
    if (pc) {
      if (!description.empty()) frame.symbol = without_offset(trimmed(description.substr(2)));
      frame.replaced = {told, id ? id->end : module->where.end};
      frame.address_text = line.substr(pc_from, told - pc_from);
    } else {
      frame.symbol = trimmed(description.substr(0, description.size() - 6));
      frame.replaced = {pc_from, pc_from + description.size()};
      frame.address_text = module->offset_text;
    }
    take_module(*module, frame);
    return Found::Frame;
  }

  static void take_module(const Module& module, Frame& frame) {
    take_mapped_path(module.path, frame);
    frame.image.architecture = module.architecture;
    auto& offset = module.architecture == Architecture::Unknown ? frame.file_address : frame.image_offset;
    offset = usable(module.offset, frame);
  }

  // "#3 0x7f1c9a0b7d2e  (<unknown module>)"
  static Found read_unknown_module(std::string_view line, Span pc, const Number& number, Frame& frame) {
    if (!trimmed(line.substr(pc.end)).ends_with("(<unknown module>)")) return Found::Nothing;
    take_number(number, frame);
    frame.address_text = line.substr(pc.begin, pc.end - pc.begin);
    frame.replaced = {pc.end, line.size()};
    frame.image.name = "<unknown module>";
    frame.problem = no_image_file;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> sanitizer() { return std::make_unique<Sanitizer>(); }

}  // namespace symkit::crashlog
