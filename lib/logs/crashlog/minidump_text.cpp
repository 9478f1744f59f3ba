// The text output of minidump_stackwalk, Breakpad's and rust-minidump's:
//   Thread 0 (crashed)                                  rust-minidump: Thread 0 main (crashed) - tid: 4711
//    0  libkiosk.so + 0x1897
//    1  libkiosk.so!kiosk_serve + 0x1f
//   Loaded modules:
//   0x7f3a2c400000 - 0x7f3a2c402fff  libkiosk.so  ???  (WARNING: No symbols, libkiosk.so, C873…0)
// Offsets are from the module or the function. Breakpad's are as unwound, rust-minidump's point into the
// calls.
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t most_digits_of_number = 5;

// The file of debug information, and the id as Breakpad writes it.
struct ListedIdentity {
  std::string_view debug_file;
  std::string_view id;
};

// "  (WARNING: No symbols, libkiosk.so, C873EA49FD327C5777EA6441E836E8530)"; symcore's have no warning.
ListedIdentity identity_in(std::string_view text) {
  const std::size_t open = text.rfind("  (");
  if (open == std::string_view::npos || !text.ends_with(')')) return {};
  std::string_view inside = text.substr(open + 3, text.size() - open - 4);
  const std::size_t comma = inside.rfind(", ");
  if (comma == std::string_view::npos) return {};
  const std::string_view id = inside.substr(comma + 2);
  inside = inside.substr(0, comma);
  const std::size_t warning = inside.rfind(", ");
  return {warning == std::string_view::npos ? inside : inside.substr(warning + 2), id};
}

std::optional<Cause> minidumps_thread(std::string_view text) {
  if (!take_number(text)) return std::nullopt;
  if (text.contains("(crashed)")) return stack_follows(Role::Crashed);
  // Debuggers and Apple's reports have threads, too.
  const bool is_others = text.ends_with(':') || text.contains(" (Thread 0x") ||
                         text.contains(" received signal ") || text.starts_with(" Crashed:") ||
                         text.starts_with(" name:");
  if (is_others || !(text.empty() || text.starts_with(' '))) return std::nullopt;
  return stack_follows(Role::OtherThread);
}

// "Crash reason:  SIGSEGV /SEGV_MAPERR", "Crash address: 0x8", "Thread 0 (crashed)"
std::optional<Cause> minidumps_cause(std::string_view text) {
  if (take_word(text, "Thread ")) return minidumps_thread(text);
  if (take_word(text, "Crash address: ")) {
    Cause made = cause(Knows::Nothing, "");
    made.accessed = address_at(trimmed(text));
    made.continues = true;
    return made;
  }
  if (!take_word(text, "Crash reason:")) return std::nullopt;
  const std::string_view said = trimmed(text);
  const std::string_view signal = signal_in(said);
  Cause made = signal.empty() ? cause(Knows::Fault, said.substr(0, said.find(' '))) : signalled(signal);
  if (said.starts_with("EXCEPTION_ACCESS_VIOLATION")) made.kind = "SIGSEGV";
  made.begins = made.from_outside = true;
  return made;
}

class MinidumpText : public Format {
 public:
  ReadCause causes() const override { return minidumps_cause; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override {
    return {"Operating system: ", "CPU: ", "Crash address: ", "No crash", "Thread ", "Loaded modules:",
            "Unloaded modules:"};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(text, report)) return Found::Context;
    switch (section_) {
      case Section::Thread: return read_frame(line, start, report, frame);
      case Section::Modules: return read_module(text, report) ? Found::Context : Found::Nothing;
      default: return Found::Nothing;
    }
  }

 private:
  enum class Section : std::uint8_t { None, Head, Thread, Modules };

  bool read_heading(std::string_view text, Report& report) {
    if (text.starts_with("Operating system: ")) {
      section_ = Section::Head;
      has_address_ = false;
      architecture_ = Architecture::Unknown;
    } else if (section_ == Section::Head && text.starts_with("CPU: ")) {
      architecture_ = parse_architecture(text.substr(5)).value_or(Architecture::Unknown);
    } else if (section_ == Section::Head && (text.starts_with("Crash address: ") || text == "No crash")) {
      has_address_ = true;
    } else if (section_ != Section::None && text == "Loaded modules:") {
      section_ = Section::Modules;
    } else if (section_ == Section::Modules && text == "Unloaded modules:") {
      section_ = Section::None;
    } else {
      return read_thread(text, report);
    }
    return true;
  }

  // "Thread 0 (crashed)", "Thread 1", "Thread 0 main (crashed) - tid: 4711"
  bool read_thread(std::string_view text, Report& report) {
    Scanner at(text);
    if (!at.literal("Thread ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view number = at.since(from);
    const std::size_t tid = at.rest().rfind(" - tid: ");
    const std::string_view before = at.rest().substr(0, tid);
    const bool crashed = before.ends_with(" (crashed)");
    if (!crashed && (section_ == Section::None || (!before.empty() && tid == std::string_view::npos)))
      return false;
    if (section_ != Section::Thread) begin(report);
    section_ = Section::Thread;
    has_stepped_back_ = tid != std::string_view::npos;
    report.set_thread(number);
    return true;
  }

  // Modules come last. The report waits for them if it has a complete header.
  void begin(Report& report) {
    if (std::exchange(has_address_, false)) {
      report.begin_with_images_last();
    } else {
      report.begin();
    }
    report.set_architecture(section_ == Section::Head ? architecture_ : Architecture::Unknown);
  }

  static bool read_module(std::string_view text, Report& report) {
    Scanner at(text);
    const auto begin = at.prefixed_hex();
    if (!begin || !at.literal(" - ")) return false;
    const auto last = at.prefixed_hex();
    if (!last || !at.literal("  ")) return false;
    if (!begin->fits || !last->fits || last->value == UINT64_MAX) {
      report.skip_image(address_too_large);
      return true;
    }
    ListedImage image;
    image.begin = begin->value;
    image.end = last->value + 1;
    image.name = at.rest().substr(0, at.rest().find("  "));
    const ListedIdentity identity = identity_in(text);
    image.id = breakpad_id(identity.id, identity.debug_file);
    image.debug_name = pdb_name(identity.debug_file);
    report.add_image(std::move(image));
    return true;
  }

  Found read_frame(std::string_view line, std::size_t start, const Report& report, Frame& frame) const {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || number->digits > most_digits_of_number || !at.literal("  ") || is_blank(at.peek()))
      return Found::Nothing;
    const std::size_t from = at.position();
    std::size_t end = line.size();
    while (is_blank(line[end - 1])) --end;
    const std::string_view text = line.substr(from, end - from);
    take_number(*number, frame);
    frame.address_of = has_stepped_back_ ? AddressOf::Call : AddressOf::Stack;
    frame.replaced = {end, end};
    if (const auto address = at.prefixed_hex()) {
      frame.address_text = at.since(from);
      frame.runtime_address = usable(*address, frame);
      return at.position() == end || at.peek() == ' ' ? Found::Frame : Found::Nothing;
    }
    if (text.ends_with(']') && text.contains(" : ")) return read_named(text, frame);
    return read_place(text, report, frame) ? Found::Frame : Found::Nothing;
  }

  // "libkiosk.so!kiosk_serve(int) [kiosk.cc : 4 + 0x1]"
  static Found read_named(std::string_view text, Frame& frame) {
    const std::size_t open = text.rfind(" [");
    if (open == std::string_view::npos) return Found::Context;
    std::string_view place = text.substr(open + 2);
    const auto file = take_before(place, " : ");
    const auto row = file ? crashlog::take_number(place) : std::nullopt;
    std::string_view name = text.substr(0, open);
    const auto module = take_before(name, "!");
    if (!row || !module) return Found::Context;
    frame.image.name = *module;
    take_function(name, frame.said);
    frame.said.file = *file;
    frame.said.line = *row;
    return Found::Named;
  }

  // "libkiosk.so + 0x1897", "libkiosk.so!kiosk_serve(int) + 0x1f"
  static bool read_place(std::string_view text, const Report& report, Frame& frame) {
    const std::size_t plus = text.rfind(" + 0x");
    if (plus == std::string_view::npos) return false;
    Scanner at(text, plus + 3);
    const auto offset = at.prefixed_hex();
    if (!offset || !at.at_end()) return false;
    frame.address_text = at.since(plus + 3);
    const std::string_view place = text.substr(0, plus);
    const std::size_t mark = place.find('!');
    frame.image.name = place.substr(0, mark);
    if (frame.image.name.empty()) return false;
    const auto value = usable(*offset, frame);
    if (mark == std::string_view::npos) {
      frame.image_offset = value;
    } else {
      frame.symbol = place.substr(mark + 1);
      frame.symbol_offset = value;
    }
    if (const ListedImage* image = report.image_named(frame.image.name)) Report::fill_in(*image, frame);
    return true;
  }

  Section section_ = Section::None;
  Architecture architecture_ = Architecture::Unknown;
  bool has_address_ = false;
  bool has_stepped_back_ = false;
};

}  // namespace

std::unique_ptr<Format> minidump_text() { return std::make_unique<MinidumpText>(); }

}  // namespace symkit::crashlog
