// The output of swift-backtrace on Linux when a Swift program crashes, since Swift 5.9:
//   Thread 0 "kiosk" crashed:
//   1 [ra] 0x0000560d6fc51822
//   2 [ra] [system] 0x000055ad3d2ba822 main + 8 in kiosk at /src/kiosk.swift:32:30
//   Images (12 omitted):
//   0x0000560d6fc4f000–0x0000560d6fc52ae9 6274c85adc54… kiosk     /opt/kiosk/kiosk
// The images come last, so the report waits for them. Addresses are as unwound, and [ra] marks return
// addresses.
#include <optional>
#include <string>
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view took = "Backtrace took ";

// The marks in brackets before the address.
struct Attributes {
  bool any = false;
  bool is_return = false;
  bool is_inlined = false;
};

Attributes read_attributes(Scanner& at) {
  Attributes found;
  while (at.literal('[')) {
    const auto word = at.until(']');
    if (!word || !at.literal(']')) break;
    found.any = true;
    found.is_return = found.is_return || *word == "ra";
    found.is_inlined = found.is_inlined || *word == "inlined";
    at.blanks();
  }
  return found;
}

// "main + 8 in kiosk at /src/kiosk.swift": only a line number makes it a place. Names may contain " in ",
// too.
void take_description(std::string_view text, Frame& frame) {
  text = text.substr(0, text.rfind(" at "));
  const std::size_t in = text.rfind(" in ");
  if (in == std::string_view::npos) return;
  frame.image.name = text.substr(in + 4);
  text = text.substr(0, in);
  if (text == "<unknown>") return;
  frame.symbol = text;
  frame.readable = true;
  const std::size_t plus = text.rfind(" + ");
  if (plus == std::string_view::npos) return;
  Scanner at(text, plus + 3);
  const auto offset = at.decimal();
  if (!offset || !offset->fits || !at.at_end()) return;
  frame.symbol = text.substr(0, plus);
  frame.symbol_offset = offset->value;
}

// Lines of a report that are not used: tables, registers, source with its line numbers.
bool is_of_report(std::string_view text) {
  constexpr std::size_t widest_number = 16;
  const std::string_view margin = text.substr(0, widest_number);
  return text.empty() || text.contains("0x") || text == "..." || margin.contains('|') ||
         margin.contains("│") || text == "Registers:" || text.starts_with("Platform: ") ||
         text.starts_with("rflags ");
}

// "*** Program crashed: Bad pointer dereference at 0x4 ***", `Thread 0 "kiosk" crashed:`
std::optional<Cause> swifts_crash(std::string_view text) {
  if (text.starts_with("Thread ")) {
    if (text.ends_with(" crashed:")) return stack_follows(Role::Crashed);
    return text.ends_with("\":") ? std::optional(stack_follows(Role::OtherThread)) : std::nullopt;
  }
  if (!text.starts_with("*** Program crashed: ")) return std::nullopt;
  Cause made = cause(Knows::Fault, text.contains("Bad pointer")           ? "SIGSEGV"
                                   : text.contains("Illegal instruction") ? "SIGILL"
                                                                          : "crash");
  made.begins = true;
  return made;
}

class SwiftBacktrace : public Format {
 public:
  ReadCause causes() const override { return swifts_crash; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override {
    return {"*** Signal ",
            "*** Program crashed",
            "*** Swift runtime failure",
            "💣 Program crashed",
            "💣 Swift runtime",
            "Thread ",
            "Images",
            took};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (may_be_heading(text) && read_heading(text, report)) return Found::Context;
    if (!is_within_) return Found::Nothing;
    if (is_among_images_ && read_image(text, report)) return Found::Context;
    const Found found = read_frame(line, start, report, frame);
    if (found == Found::Nothing && report.waits_for_images()) bear_with(text, report);
    return found;
  }

 private:
  // The first byte rules out most lines.
  static bool may_be_heading(std::string_view text) {
    constexpr std::string_view firsts = "*\xf0TIB";
    return !text.empty() && firsts.contains(text.front());
  }

  bool read_heading(std::string_view text, Report& report) {
    if (is_beginning(text)) {
      if (!is_within_ || has_threads_) begin(report);
    } else if (text.starts_with("Thread ")) {
      return read_thread(text, report);
    } else if (is_within_ && (text == "Images:" || (text.starts_with("Images (") && text.ends_with("):")))) {
      is_among_images_ = true;
    } else if (is_within_ && text.starts_with(took)) {
      end(report);
    } else {
      return false;
    }
    return true;
  }

  static bool is_beginning(std::string_view text) {
    Scanner at(text);
    if (!at.literal("*** ") && !at.literal("💣 ")) return false;
    const std::string_view said = at.rest();
    return said.starts_with("Program crashed: ") || said.starts_with("Swift runtime failure: ") ||
           (said.starts_with("Signal ") && said.contains(": Backtracing from 0x"));
  }

  // `Thread 0 "kiosk" crashed:`, "Thread 1:". If the header was cut off, the crashed thread begins a
  // report.
  bool read_thread(std::string_view text, Report& report) {
    Scanner at(text, 7);
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view number = at.since(from);
    const std::string_view rest = at.rest();
    const bool crashed = rest.ends_with(" crashed:");
    if (rest != ":" && !crashed && !(rest.starts_with(" \"") && rest.ends_with("\":"))) return false;
    if (!is_within_ && !crashed) return false;
    if (!is_within_) begin(report);
    report.set_thread(number);
    has_threads_ = true;
    shows_attributes_ = false;
    inlined_at_.clear();
    return true;
  }

  void begin(Report& report) {
    report.begin_with_images_last();
    report.take_every_line(true);
    is_within_ = true;
    has_threads_ = is_among_images_ = false;
    foreign_lines_ = 0;
  }

  void end(Report& report) {
    report.images_complete();
    is_within_ = is_among_images_ = false;
  }

  // Other lines are tolerated within a report for a while; a report that was cut off has no end.
  void bear_with(std::string_view text, Report& report) {
    constexpr int most_foreign_lines = 16;
    if (!is_of_report(text) && ++foreign_lines_ > most_foreign_lines) end(report);
  }

  Found read_frame(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return Found::Nothing;
    const Attributes attributes = read_attributes(at);
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    if (!address && ends_with_place(trimmed(at.rest())))
      return read_named(trimmed(at.rest()), *number, attributes.is_inlined, frame);
    if (!address || (!at.at_end() && !is_blank(at.peek()))) return Found::Nothing;
    shows_attributes_ = shows_attributes_ || attributes.any;
    frame.address_text = at.since(from);
    const std::string_view description = trimmed(at.rest());
    if (attributes.is_inlined) {
      inlined_at_ = frame.address_text;
      return read_named(description, *number, true, frame);
    }
    // A frame with lines or inlined calls has been looked up already.
    const bool has_calls = std::exchange(inlined_at_, {}) == frame.address_text;
    if (has_calls || ends_with_place(description)) return read_named(description, *number, false, frame);
    frame.replaced = {at.position(), line.size()};
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    // Some forms have no marks: in these the first frame is the instruction.
    const bool is_return = attributes.is_return || (!shows_attributes_ && number->value != 0);
    frame.address_of = is_return ? AddressOf::Return : AddressOf::Instruction;
    take_description(description, frame);
    take_image(report, frame);
    return Found::Frame;
  }

  // "f() + 12 in App at /src/a.swift:3:4"
  static Found read_named(std::string_view text, const Number& number, bool inlined, Frame& frame) {
    if (const std::size_t at = text.rfind(" at ");
        at != std::string_view::npos &&
        (read_place(text.substr(at + 4), frame.said) || text.substr(at + 4).starts_with('/')))
      text = text.substr(0, at);
    const std::size_t in = text.rfind(" in ");
    if (in == std::string_view::npos) return Found::Context;
    frame.image.name = text.substr(in + 4);
    take_function(text.substr(0, in), frame.said);
    frame.said.inlined = inlined;
    take_number(number, frame);
    return Found::Named;
  }

  static void take_image(Report& report, Frame& frame) {
    const ListedImage* image = frame.runtime_address ? report.image_holding(*frame.runtime_address) : nullptr;
    if (image == nullptr && !frame.image.name.empty()) image = report.image_named(frame.image.name);
    if (image != nullptr) Report::fill_in(*image, frame);
  }

  // "0x…–0x… 6274c85adc54… kiosk     /opt/kiosk/kiosk"; "<no build ID>", "<unknown>".
  static bool read_image(std::string_view text, Report& report) {
    Scanner at(text);
    const auto begin = at.prefixed_hex();
    if (!begin || (!at.literal("–") && !at.literal('-'))) return false;
    const auto end = at.prefixed_hex();
    if (!end || at.blanks() == 0) return false;
    ListedImage image;
    if (!at.literal("<no build ID>")) image.id = ImageId::parse(at.word()).value_or(ImageId{});
    at.blanks();
    const std::string_view rest = at.rest();
    const std::size_t path = rest.find(" /");
    image.name = trimmed(rest.substr(0, std::min(path, rest.find(" <unknown>"))));
    if (path != std::string_view::npos) {
      image.path = trimmed(rest.substr(path));
      image.name = base_name(image.path);
    }
    if (!begin->fits || !end->fits) {
      report.skip_image(address_too_large);
    } else {
      image.begin = begin->value;
      image.end = end->value;
      report.add_image(std::move(image));
    }
    return true;
  }

  bool is_within_ = false;  // a report
  bool has_threads_ = false;
  bool is_among_images_ = false;
  bool shows_attributes_ = false;  // the current stack
  std::string inlined_at_;         // the address of the inlined call in the line before
  int foreign_lines_ = 0;
};

}  // namespace

std::unique_ptr<Format> swift_backtrace() { return std::make_unique<SwiftBacktrace>(); }

}  // namespace symkit::crashlog
