// Backtraces of lldb, and its list of images, which shows where they were:
//   * frame #0: 0x000055ba11c43169 kiosk`___lldb_unnamed_symbol17 + 5
//     frame #3: 0x00007fa0f2e3011d libkiosk.so`kiosk_serve(guests=2) + 12
//   [  1] 974DA62B-3886-A846-AA73-9C97F050E5B5-21C73D3D 0x00007fa0f2e2f000 /usr/lib/libkiosk.so
// Names that lldb makes up from a number are ignored. Addresses are as unwound.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t most_digits_of_line = 9;

// "f(x=1) at main.c:5:10", also "… [opt]".
bool has_place(std::string_view text) {
  if (text.ends_with(']')) text = trimmed(text.substr(0, text.rfind(" [")));
  const std::size_t at = text.rfind(" at ");
  const std::size_t colon = text.rfind(':');
  if (at == std::string_view::npos || colon == std::string_view::npos || colon < at) return false;
  Scanner digits(text, colon + 1);
  const auto line = digits.decimal();
  return line && line->digits <= most_digits_of_line && digits.at_end();
}

// "* thread #1, name = 'kiosk', stop reason = signal SIGSEGV", "thread #2"
std::optional<Cause> lldbs_cause(std::string_view text) {
  if (text.starts_with("thread #")) return stack_follows(Role::OtherThread);
  if (!text.starts_with("* thread #")) return std::nullopt;
  const std::string_view signal = signal_in(text);
  if (signal.empty()) return stack_follows(Role::Crashed);
  Cause made = signalled(signal);
  made.begins = made.from_outside = true;
  return made;
}

class LldbBacktrace : public Format {
 public:
  ReadCause causes() const override { return lldbs_cause; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override { return {"* thread #", "thread #", "Process ", "(lldb) target "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(text, report) || read_image(text, report)) return Found::Context;
    return read_frame(line, start, report, frame);
  }

 private:
  // "* thread #1, name = 'kiosk', stop reason = …", "Process 4711 launched: …"
  static bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    if (at.literal("(lldb) target create ") ||
        (at.literal("Process ") && at.decimal() && at.literal(" launched"))) {
      report.begin();  // earlier mappings are those of another process
      return true;
    }
    at.seek(0);
    at.literal("* ");
    if (!at.literal("thread #")) return false;
    const std::size_t from = at.position();
    if (!at.decimal() || !(at.at_end() || at.peek() == ',' || at.peek() == ':')) return false;
    report.set_thread(at.since(from));
    return true;
  }

  static bool read_image(std::string_view text, Report& report) {
    Scanner at(text);
    if (!at.literal('[')) return false;
    at.blanks();
    if (!at.decimal() || !at.literal("] ")) return false;
    at.blanks();
    const auto id = ImageId::parse(at.word());
    at.blanks();
    const auto begin = at.prefixed_hex();
    if (!id || !begin || at.blanks() == 0) return false;
    const std::string_view path = trimmed(at.rest());
    if (!begin->fits || !path.starts_with('/')) {
      report.skip_image(begin->fits ? std::string_view() : address_too_large);
      return true;
    }
    ListedImage image;
    image.begin = begin->value;
    image.load_address = begin->value;
    image.path = path;
    image.name = base_name(path);
    image.id = *id;
    report.add_image(std::move(image));
    return true;
  }

  static Found read_frame(std::string_view line, std::size_t start, const Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (at.literal("* ")) at.blanks();
    if (!at.literal("frame #")) return Found::Nothing;
    const auto number = at.decimal();
    if (!number || !at.literal(": ")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    frame.unmoved_if_fixed = true;
    const std::string_view text = trimmed(at.rest());
    const std::size_t quote = text.find('`');
    if (quote == std::string_view::npos) return Found::Context;
    frame.image.name = text.substr(0, quote);
    if (has_place(text)) return read_named(text.substr(quote + 1), frame.said);
    read_function(text.substr(quote + 1), frame);
    if (const ListedImage* image = report.image_named(frame.image.name)) Report::fill_in(*image, frame);
    return Found::Frame;
  }

  // Of "g(int) [inlined] f(int)" the call that was inlined is the frame's; g has a frame of its own.
  static std::string_view without_caller(std::string_view text) {
    constexpr std::string_view mark = " [inlined] ";
    const std::size_t at = text.rfind(mark);
    return at == std::string_view::npos ? text : text.substr(at + mark.size());
  }

  // "f(int) + 12 at a.c:3:4", also "… [opt]"
  static Found read_named(std::string_view text, Said& said) {
    said.inlined = text.contains(" [inlined] ");
    text = without_caller(text);
    if (text.ends_with(']')) text = trimmed(text.substr(0, text.rfind(" [")));
    const std::size_t at = text.rfind(" at ");
    if (at != std::string_view::npos && read_place(text.substr(at + 4), said)) text = text.substr(0, at);
    take_function(text, said);
    return Found::Named;
  }

  // "kiosk_serve(guests=2) + 12", "___lldb_unnamed_symbol17 + 5", also "___lldb_unnamed_function17$$kiosk".
  static void read_function(std::string_view text, Frame& frame) {
    if (text.starts_with("___lldb_unnamed_") || text.empty()) return;
    const std::size_t plus = text.rfind(" + ");
    std::optional<std::uint64_t> offset = 0;
    if (plus != std::string_view::npos) {
      Scanner at(text, plus + 3);
      const auto number = at.decimal();
      if (number && number->fits && at.at_end()) offset = number->value;
    }
    frame.symbol = text.substr(0, plus);
    frame.symbol_offset = offset;
  }
};

}  // namespace

std::unique_ptr<Format> lldb_backtrace() { return std::make_unique<LldbBacktrace>(); }

}  // namespace symkit::crashlog
