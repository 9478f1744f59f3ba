// Android's tombstones, debuggerd's output in logcat, and the traces of apps that do not respond (ANR):
//   #09 pc 0000000008b15f90  /data/app/x/base.apk!libweb.so (offset 0x930000) (run+40) (BuildId: bbae4194…)
// The address is one of the file, and is within the call already. The offset is that of the file in its
// APK, for names that do not include the file; it is not part of the address.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/pc_frame.h"

namespace symkit::crashlog {
namespace {

// "run+40" of "(run+40)", or "run" of "(run)", which means offset 0; empty if it is part of a path.
std::string_view symbol_of(std::string_view group) {
  if (group.size() < 3) return {};
  const std::string_view inside = group.substr(1, group.size() - 2);
  const std::size_t plus = inside.rfind('+');
  if (plus != std::string_view::npos && plus + 1 < inside.size() && is_digit(inside[plus + 1]))
    return inside.substr(0, plus);
  const bool is_name =
      !is_digit(inside[0]) && inside != "deleted" && inside.find_first_of(" ./") == std::string_view::npos;
  return is_name ? inside : std::string_view{};
}

// "(offset 0x930000)"
std::optional<std::uint64_t> offset_of(std::string_view group) {
  Scanner at(group);
  if (!at.literal("(offset ")) return std::nullopt;
  at.literal("0x");
  const auto number = at.hex();
  return number && number->fits ? std::optional(number->value) : std::nullopt;
}

// Removes a group from the end of the text, if a blank precedes it.
bool take_group_off(std::string_view& text, std::string_view group) {
  const std::string_view rest = text.substr(0, text.size() - group.size());
  if (rest.empty() || !is_blank(rest.back())) return false;
  text = trimmed(rest);
  return true;
}

class AndroidTombstone : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {"pc ", "sTid="};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 5> all = {"*** *** ***", "----- pid ", "pid: ", "ABI: '",
                                                            "Build fingerprint: "};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    return find_pc_frame(line, [&](const PcFrame& found) { return read_frame(line, found, frame); })
               ? Found::Frame
               : Found::Nothing;
  }

 private:
  static bool read_heading(std::string_view text, Report& report) {
    if (text.starts_with("*** *** ***") || text.starts_with("----- pid ")) {
      report.begin();
      return true;
    }
    Scanner at(text);
    if (at.literal("ABI: '")) {
      if (const auto abi = at.until('\''))
        report.set_architecture(parse_architecture(*abi).value_or(Architecture::Unknown));
      return true;
    }
    if (at.literal("pid: ")) return read_thread(at, report);
    return text.starts_with('"') && read_system_thread(text, report);
  }

  // "pid: 13140, tid: 13177, name: matching  >>> com.example <<<"
  static bool read_thread(Scanner& at, Report& report) {
    if (!at.decimal() || !at.literal(", tid: ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    report.set_thread(at.since(from));
    return true;
  }

  // "matching" sysTid=13177
  static bool read_system_thread(std::string_view text, Report& report) {
    const std::size_t mark = text.rfind("\" sysTid=");
    if (mark == std::string_view::npos) return false;
    Scanner at(text, mark + 9);
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    report.set_thread(at.since(from));
    return true;
  }

  static bool read_frame(std::string_view line, const PcFrame& found, Frame& frame) {
    if (!found.number) return false;
    take_pc(found, frame);
    read_image(line, found.behind, frame);
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
    const std::string_view group = last_group(text);
    if (const std::string_view symbol = symbol_of(group); !symbol.empty() && take_group_off(text, group))
      frame.symbol = symbol;
    if (const std::string_view place = last_group(text); place.starts_with("(offset ")) {
      frame.image.archive_offset = offset_of(place);
      take_group_off(text, place);
    }
    take_android_path(text, frame);
  }
};

}  // namespace

std::unique_ptr<Format> android_tombstone() { return std::make_unique<AndroidTombstone>(); }

}  // namespace symkit::crashlog
