// Android's tombstones, and what debuggerd writes to logcat:
//   #09 pc 0000000008b15f90  /data/app/x/base.apk!libweb.so (offset 0x930000) (run+40) (BuildId: bbae4194…)
// The address counts as the file does, and stands at the call already. The offset says where the file lies in
// its APK; it has no part in the address.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "(sym+12)" at the end of the text, where the symbol may hold parentheses itself.
std::string_view last_group(std::string_view text) {
  if (!text.ends_with(')')) return {};
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0)
      return i > 0 && is_blank(text[i - 1]) ? text.substr(i) : std::string_view{};
  }
  return {};
}

bool is_symbol_and_offset(std::string_view group) {
  const std::size_t plus = group.rfind('+');
  return plus != std::string_view::npos && plus + 2 < group.size() && is_digit(group[plus + 1]);
}

class AndroidTombstone : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {"pc "};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 2> all = {"pid: ", "ABI: '"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    for (auto at = find_numbered_frame(line, 0); at; at = find_numbered_frame(line, *at + 1))
      if (read_frame(line, *at, frame)) return Found::Frame;
    return Found::Nothing;
  }

 private:
  // "pid: 13140, tid: 13177, name: matching  >>> com.example <<<"
  static bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    if (at.literal("ABI: '")) {
      if (const auto abi = at.until('\''))
        report.set_architecture(parse_architecture(*abi).value_or(Architecture::Unknown));
      return true;
    }
    if (!at.literal("pid: ") || !at.decimal() || !at.literal(", tid: ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view tid = at.since(from);
    report.set_thread(tid);
    return true;
  }

  static bool read_frame(std::string_view line, std::size_t from, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number || !at.literal("pc") || at.blanks() == 0) return false;
    at.literal("0x");
    const std::size_t address_from = at.position();
    const auto address = at.hex();
    if (!address) return false;
    frame.address_text = at.since(address_from);
    frame.replaced.begin = at.position();
    if (at.blanks() == 0) return false;
    take_number(*number, frame);
    frame.file_address = usable(*address, frame);
    read_image(line, at.position(), frame);
    return !frame.image.name.empty();
  }

  static void read_image(std::string_view line, std::size_t from, Frame& frame) {
    std::string_view text = line.substr(from);
    if (const auto id = take_build_id(line, from, frame)) {
      frame.replaced.end = id->end;
      text = line.substr(from, id->begin - from);
    } else {
      frame.replaced.end = from + trimmed(text).size();
    }
    text = trimmed(text);
    if (const std::string_view group = last_group(text); is_symbol_and_offset(group)) {
      frame.symbol = group.substr(1, group.rfind('+') - 1);
      text = trimmed(text.substr(0, text.size() - group.size()));
    }
    if (const std::string_view group = last_group(text); group.starts_with("(offset 0x"))
      text = trimmed(text.substr(0, text.size() - group.size()));
    take_path(text, frame);
  }
};

}  // namespace

std::unique_ptr<Format> android_tombstone() { return std::make_unique<AndroidTombstone>(); }

}  // namespace symkit::crashlog
