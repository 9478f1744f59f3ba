// What AddressSanitizer and its kin print where they find no symbolizer, or no lines:
//   #0 0x574f04be26bc  (/path/suite+0xd3e6bc) (BuildId: 159d3193…)
//   #1 0x574f04be26bc in main (/path/suite+0xd3e6bc)
//   #2 main <null> (suite+0xd3e6bc) (BuildId: 159d3193…)          ThreadSanitizer
// They have stepped back into the call themselves. The offset counts as the file does.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "(path+0xoffset)" in a line.
struct Module {
  Span where;
  std::string_view path;
  Number offset;
};

std::optional<Module> find_module(std::string_view line, std::size_t from) {
  const std::size_t plus = line.rfind("+0x");
  if (plus == std::string_view::npos || plus < from) return std::nullopt;
  Scanner at(line, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset || !at.literal(')')) return std::nullopt;
  std::size_t open = line.rfind(" (", plus);
  if (open == std::string_view::npos || open + 1 < from) return std::nullopt;
  ++open;
  return Module{{open, at.position()}, line.substr(open + 1, plus - open - 1), *offset};
}

// "main.c:12" or "main.c:12:3" at the end: somebody has symbolized it already.
bool ends_with_place(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && is_digit(text[end - 1])) --end;
  return end < text.size() && end > 0 && text[end - 1] == ':';
}

class Sanitizer : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {"+0x"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 2> all = {"Thread T", "==ERROR"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    const auto at = find_numbered_frame(line, start);
    if (!at) return Found::Nothing;
    return read_frame(line, *at, frame);
  }

 private:
  // "Thread T1 created by T0 here:"
  static bool read_heading(std::string_view text, Report& report) {
    if (!text.starts_with("Thread T") || text.size() < 9 || !is_digit(text[8])) return false;
    Scanner at(text, 7);
    report.set_thread(at.word());
    return true;
  }

  static Found read_frame(std::string_view line, std::size_t from, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    const auto module = find_module(line, from);
    if (!number || !module) return Found::Nothing;
    const std::size_t pc_from = at.position();
    const auto pc = at.prefixed_hex();
    const std::size_t told = pc ? at.position() : pc_from;
    if (pc && told < line.size() && !is_blank(line[told])) return Found::Nothing;
    const std::string_view description = trimmed(line.substr(told, module->where.begin - told));
    if (ends_with_place(description)) return Found::Context;
    take_number(*number, frame);
    const auto id = take_build_id(line, module->where.end, frame);
    if (pc) {
      if (description.starts_with("in ")) frame.symbol = trimmed(description.substr(3));
      frame.replaced = {told, id ? id->end : module->where.end};
      frame.address_text = line.substr(pc_from, told - pc_from);
    } else {
      if (!description.ends_with("<null>")) return Found::Nothing;
      frame.symbol = trimmed(description.substr(0, description.size() - 6));
      frame.replaced = {pc_from, pc_from + description.size()};
      frame.address_text =
          line.substr(module->where.begin + 2 + module->path.size(), 2 + module->offset.digits);
    }
    take_path(module->path, frame);
    frame.file_address = usable(module->offset, frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> sanitizer() { return std::make_unique<Sanitizer>(); }

}  // namespace symkit::crashlog
