// Stack traces of Dart programs compiled ahead of time, including Flutter's:
//   build_id: '083986ec…'
//       #00 abs 000000751c519567 virt 0000000000266567 _kDartIsolateSnapshotInstructions+0x19fc27
// "virt" is an address in the file; without it (iOS) the image's position is needed. Both are within the
// call already. The VM's own dump has the addresses unchanged: "  pc 0x… fp 0x… _kDartIsolate…+0x7fa7f2".

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

std::optional<Cause> darts_cause(std::string_view text) {
  if (text != "Unhandled exception:") return std::nullopt;
  Cause made = reason("unhandled exception");
  made.begins = true;
  return made;
}

class DartAot : public Format {
 public:
  ReadCause causes() const override { return darts_cause; }
  Marks marks() const override { return {" abs ", "pc 0x"}; }
  Marks headings() const override {
    return {"flutter: ", "build_id: '", "isolate_dso_base: ", "os: ", "os=", "===== CRASH ====="};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(behind_tag(text), report)) return Found::Context;
    if (read_dump_frame(line, start, frame)) return Found::Frame;
    for (auto at = find_numbered_frame(line, start); at; at = find_numbered_frame(line, *at + 1))
      if (read_frame(line, *at, frame)) return Found::Frame;
    return Found::Nothing;
  }

 private:
  // "flutter: build_id: …", as in Xcode's console.
  static std::string_view behind_tag(std::string_view text) {
    constexpr std::string_view tag = "flutter: ";
    return text.starts_with(tag) ? text.substr(tag.size()) : text;
  }

  bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    if (at.literal("===== CRASH =====")) {
      begin(report);
    } else if (at.literal("build_id: '")) {
      if (const auto id = at.until('\'')) id_ = ImageId::parse(*id).value_or(ImageId{});
    } else if (at.literal("isolate_dso_base: ")) {
      const auto base = at.hex();
      load_address_.reset();
      if (base && base->fits && base->value != 0) load_address_ = base->value;
    } else if (text.starts_with("os: ") || text.starts_with("os=")) {
      begin(report);
      read_architecture(text);
    } else {
      return false;
    }
    return true;
  }

  void begin(Report& /*report*/) {
    id_ = {};
    load_address_.reset();
    architecture_ = Architecture::Unknown;
  }

  // "os: android arch: arm64 comp: yes sim: no", "os=linux, arch=x64, comp=no, sim=no"
  void read_architecture(std::string_view text) {
    std::size_t at = text.find("arch");
    if (at == std::string_view::npos) return;
    Scanner name(text, at + 5);
    name.blanks();
    std::string_view word = name.word();
    if (word.ends_with(',')) word.remove_suffix(1);
    architecture_ = word == "x64"    ? Architecture::X86_64
                    : word == "ia32" ? Architecture::X86
                                     : parse_architecture(word).value_or(Architecture::Unknown);
  }

  bool read_frame(std::string_view line, std::size_t from, Frame& frame) const {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number || !at.literal("abs") || at.blanks() == 0) return false;
    const std::size_t absolute_from = at.position();
    const auto absolute = at.hex();
    if (!absolute) return false;
    frame = Frame{};
    frame.address_text = at.since(absolute_from);
    take_number(*number, frame);
    frame.replaced = {at.position(), line.size()};
    if (at.blanks() == 0) return false;
    if (at.literal("virt")) {
      at.blanks();
      const auto address = at.hex();
      if (!address) return false;
      frame.file_address = usable(*address, frame);
      frame.replaced.begin = at.position();
      at.blanks();
    } else if (absolute->value != 0) {
      frame.runtime_address = usable(*absolute, frame);
    }
    take_symbol(at, frame);
    return true;
  }

  // "_kDartIsolateSnapshotInstructions+0x19fc27", or a path, or "<invalid Dart instruction address>".
  void take_symbol(Scanner& at, Frame& frame) const {
    const std::string_view text = trimmed(at.rest());
    const std::size_t plus = text.rfind("+0x");
    if (plus != std::string_view::npos) {
      Scanner digits(text, plus + 1);
      const auto offset = digits.prefixed_hex();
      if (offset && digits.at_end()) {
        frame.symbol = text.substr(0, plus);
        frame.symbol_offset = usable(*offset, frame);
      }
    }
    if (text.starts_with("<invalid")) frame.problem = "no address of the program's code";
    frame.image.id = id_;
    frame.image.architecture = architecture_;
    frame.load_address = load_address_;
    frame.stands_alone = true;
  }

  // "  pc 0x00007fe94b956732 fp 0x00007fe93a0fd9b8 _kDartIsolateSnapshotInstructions+0x7fa7f2"
  bool read_dump_frame(std::string_view line, std::size_t start, Frame& frame) const {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal("pc 0x")) return false;
    const std::size_t from = at.position();
    const auto address = at.hex();
    if (!address) return false;
    const std::string_view address_text = at.since(from);
    const std::size_t behind = at.position();
    if (!at.literal(" fp 0x") || !at.hex() || at.blanks() == 0) return false;
    frame.address_text = address_text;
    frame.replaced = {behind, line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    take_symbol(at, frame);
    return !frame.symbol.empty();
  }

  ImageId id_;
  std::optional<std::uint64_t> load_address_;
  Architecture architecture_ = Architecture::Unknown;
};

}  // namespace

std::unique_ptr<Format> dart_aot() { return std::make_unique<DartAot>(); }

}  // namespace symkit::crashlog
