// Fuchsia's stacks before markup, with the images in front; and the words in which it says that a program
// failed:
//   dso: id=4d3c1fe5a0b1c2d3 base=0x1234560000 name=app:/boot/bin/kiosk
//   bt#01: pc 0x1234561abc sp 0x5678 (app:/boot/bin/kiosk,0x1abc)
//   <== write not-present page fault, PC at 0x1234561abc
// The last number counts from the beginning of the image. The first frame is the instruction, the others are
// return addresses. Read in system/ulib/inspector/backtrace.cpp and crash-analyzer.cpp.
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view fuchsia_frame = "bt#", fuchsia_image = "dso: id=";

// "<== fatal exception: process kiosk[12345] thread initial-thread[12346]"
std::optional<Cause> fuchsias_cause(std::string_view text) {
  if (!take_word(text, "<== ")) return std::nullopt;
  if (take_word(text, "fatal exception: process ")) {
    Cause made = cause(Knows::Nothing, "crash");
    made.begins = made.from_outside = true;
    const std::size_t open = text.find('[');
    made.program = text.substr(0, open);
    return made;
  }
  const std::size_t end = text.find(", PC at 0x");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view said = trimmed(text.substr(0, end));
  Cause made = cause(Knows::Fault, said.ends_with("page fault") ? "page fault" : said);
  if (said.starts_with("read ")) made.access = "READ";
  if (said.starts_with("write ")) made.access = "WRITE";
  return made;
}

class FuchsiaBacktrace : public Format {
 public:
  ReadCause causes() const override { return fuchsias_cause; }
  Marks marks() const override { return {fuchsia_frame}; }
  Marks headings() const override { return {fuchsia_image}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (at.literal(fuchsia_image)) return read_image(at.rest(), report) ? Found::Context : Found::Nothing;
    if (!at.literal(fuchsia_frame)) return Found::Nothing;
    const auto number = at.decimal();
    if (!number || !at.literal(": pc ")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(" sp ") || !at.prefixed_hex()) return Found::Nothing;
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = number->value <= 1 ? AddressOf::Instruction : AddressOf::Return;
    frame.replaced = {line.size(), line.size()};
    const std::string_view place = trimmed(at.rest());
    const std::size_t comma = place.rfind(",0x");
    if (!place.starts_with('(') || !place.ends_with(')') || comma == std::string_view::npos)
      return place.empty() ? Found::Frame : Found::Nothing;
    frame.image_offset = address_at(place.substr(comma + 1));
    take_name(place.substr(1, comma - 1), report, frame);
    return Found::Frame;
  }

 private:
  // "4d3c1fe5 base=0x1234560000 name=app:/boot/bin/kiosk"
  static bool read_image(std::string_view text, Report& report) {
    const auto id = take_before(text, " base=");
    const auto base = id ? address_at(text) : std::nullopt;
    if (!base || !take_before(text, " name=")) return false;
    ListedImage image;
    image.begin = *base;
    image.name = last_of_path(text);
    if (const auto known = ImageId::parse(*id)) image.id = *known;
    report.add_image(std::move(image));
    return true;
  }

  static void take_name(std::string_view path, const Report& report, Frame& frame) {
    take_path(last_of_path(path), frame);
    if (const ListedImage* image = report.image_named(frame.image.name)) frame.image.id = image->id;
  }
};

}  // namespace

std::unique_ptr<Format> fuchsia_backtrace() { return std::make_unique<FuchsiaBacktrace>(); }

}  // namespace symkit::crashlog
