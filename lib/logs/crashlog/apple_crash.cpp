// Apple's text reports (.crash), and stacks that programs print themselves (callStackSymbols):
//   2   MyApp                  0x1022364bc 0x102230000 + 25788
// A report ends with its images, so its frames wait for them. Addresses are as unwound.
#include <algorithm>

#include "ground/base/address.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/apple_images.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/ips_registers.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "(Kitchen.m:16)" at the end: the frame has been symbolicated already.
bool ends_with_place_in_brackets(std::string_view text) {
  if (!text.ends_with(')')) return false;
  text.remove_suffix(1);
  const std::size_t digits = last_not_of<"0123456789">(text);
  return digits != std::string_view::npos && digits + 1 < text.size() && text[digits] == ':' &&
         text.contains('(');
}

// iOS has stopped a process that did not respond: "Termination Reason: … 0x8badf00d", "… code:0x8BADF00D
// …"
bool says_watchdog(std::string_view text) {
  const bool may_say = text.starts_with("Termination ") || text.starts_with("Exception Codes:") ||
                       text.starts_with("Exception Note:") || text.starts_with("<RBSTerminateContext");
  return may_say && in_lower_case(text).contains("8badf00d");
}

std::optional<Cause> apples_exception(std::string_view text) {
  std::optional<Cause> made;
  if (says_watchdog(text)) {
    made = cause(Knows::Error, "watchdog");
  } else if (text.starts_with("Exception Subtype:") || text.starts_with("Exception Codes:")) {
    made = cause(Knows::Nothing, "");
    made->accessed = address_at(address_behind(text, " at "));
  } else if (take_word(text, "Exception Type:") || take_word(text, "Exception type:")) {
    const std::string_view signal = signal_in(text), type = trimmed(text);
    made = signal.empty() ? cause(Knows::Fault, type.substr(0, type.find(' '))) : signalled(signal);
  }
  if (made) made->continues = true;
  return made;
}

// "Thread 0 Crashed:", "Thread 1:: matching Dispatch queue: …", "Thread 3 name:  matching"
std::optional<Cause> apples_stack(std::string_view text) {
  if (text.starts_with("Last Exception Backtrace")) return stack_follows(Role::Origin);
  if (!take_word(text, "Thread ") || !take_number(text)) return std::nullopt;
  if (text.starts_with(" Crashed:")) return stack_follows(Role::Crashed);
  if (text != ":" && !text.starts_with("::") && !text.starts_with(" name:")) return std::nullopt;
  return stack_follows(Role::OtherThread);
}

std::optional<Cause> apples_cause(std::string_view text) {
  if (text.starts_with("Incident Identifier:") || text.starts_with("Date/Time:")) {
    Cause made = cause(Knows::Nothing, "crash");
    made.begins = text.starts_with("Incident");
    if (take_word(text, "Date/Time: ")) made.time = text;
    return made;
  }
  if (take_word(text, "Hardware Model: ")) return Cause{.device = text};
  if (take_word(text, "Version:  ")) return Cause{.version = text};  // as Apple aligns it
  if (take_word(text, "*** Terminating app due to uncaught exception '"))
    return reason(say("uncaught ", text.substr(0, text.find('\''))));
  if (auto found = apples_exception(text)) return found;
  return apples_stack(text);
}

class AppleCrash : public Format {
 public:
  ReadCause causes() const override { return apples_cause; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override {
    return {"Incident Identifier:",
            "Process:  ",
            "Code Type:",
            "Binary Images:",
            "Thread ",
            "Last Exception ",
            "Application Specific Backtrace"};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(text, report)) return Found::Context;
    if (read_apple_image(line, start, report)) return Found::Context;
    if (text.starts_with("(0x") || next_address_ != 0) {
      if (read_addresses(text, line.substr(0, start), report)) {
        of_exception_ = true;
        return Found::Lines;
      }
    }
    return read_frame(line, start, report, frame);
  }

 private:
  bool read_heading(std::string_view text, Report& report) {
    if (text.starts_with("Incident Identifier:")) {
      begin_unless_new(incident_seen_, report);
    } else if (text.starts_with("Process:  ") && text.ends_with(']')) {
      begin_unless_new(process_seen_, report);
    } else if (text.starts_with("Code Type:")) {
      report.set_architecture(apple_code_type(trimmed(text.substr(10))));
    } else if (text.starts_with("Binary Images:")) {
      within_header_ = false;
    } else if (text.starts_with("Thread ")) {
      return take_thread(text, report);
    } else if (text.starts_with("Last Exception Backtrace:") ||
               text.starts_with("Application Specific Backtrace")) {
      report.set_thread("last exception");
      of_exception_ = true;
    } else {
      return false;
    }
    return true;
  }

  // iOS and macOS write these two lines of a report's head in different orders, or only one of them.
  void begin_unless_new(bool& seen, Report& report) {
    if (!within_header_ || seen) {
      report.begin_with_images_last();
      incident_seen_ = process_seen_ = false;
    }
    within_header_ = seen = true;
    of_exception_ = false;
    next_address_ = 0;
  }

  // "Thread 0 Crashed:", "Thread 3 name:  matching", "Thread 1:: matching Dispatch queue: …".
  bool take_thread(std::string_view text, Report& report) {
    Scanner at(text, 7);
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view number = at.since(from);
    const bool crashed = at.rest().starts_with(" Crashed:");
    if (!crashed && !text.ends_with(':') && !at.rest().starts_with(" name:") && !at.rest().starts_with(":"))
      return false;
    // A report whose header was cut off or left out.
    if (crashed && !within_header_ && !report.waits_for_images()) report.begin_with_images_last();
    within_header_ = of_exception_ = false;
    next_address_ = 0;
    report.set_thread(number);
    return true;
  }

  // "(0x18c3f4a48 0x18c0d3c00 …)": the return addresses of an exception, also over several lines. Each
  // becomes a frame, as soon as the images are known.
  bool read_addresses(std::string_view text, std::string_view prefix, Report& report) {
    Scanner at(text);
    if (at.literal('(')) next_address_ = 0;
    std::string lines;
    std::uint32_t number = next_address_;
    bool ended = false;
    for (at.blanks(); !at.at_end() && !ended; at.blanks()) {
      const std::size_t from = at.position();
      if (const auto address = at.prefixed_hex()) {
        append_frame(number++, *address, at.since(from), prefix, report, lines);
      } else {
        ended = at.literal(')');
        if (!ended) return false;
      }
    }
    if (number == next_address_ || !at.at_end() || report.images().empty()) return false;
    next_address_ = ended ? 0 : number;
    report.lines() = std::move(lines);
    return true;
  }

  static void append_frame(std::uint32_t number, const Number& address, std::string_view written,
                           std::string_view prefix, Report& report, std::string& lines) {
    const ListedImage* image = address.fits ? apple_image_holding(address.value, report) : nullptr;
    std::string column = std::to_string(number);
    column.resize(std::max<std::size_t>(column.size() + 1, 4), ' ');
    std::string name = image != nullptr ? image->name : "???";
    name.resize(std::max<std::size_t>(name.size(), 30), ' ');
    lines += say(prefix, column, name, '\t', written);
    if (image != nullptr) {
      const std::uint64_t plain = address.value < image->end
                                      ? address.value
                                      : without_signature({address.value}, Architecture::Arm64e).value;
      lines += say(" ", hex(image->begin), " + ", plain - image->begin);
    } else {
      lines += say(" 0x0 + ", address.fits ? address.value : 0);
    }
    lines += '\n';
  }

  Found read_frame(std::string_view line, std::size_t start, Report& report, Frame& frame) const {
    Scanner at(line, start);
    at.blanks();
    // A printed array: its strings are in quotes.
    if (at.literal('"')) {
      const std::size_t end = line.rfind('"');
      if (end < at.position()) return Found::Nothing;
      line = line.substr(0, end);
      at = Scanner(line, at.position());
    }
    const auto number = at.decimal();
    // Registers from an .ips have lines like a frame's.
    const std::string_view of_register = number ? std::string_view() : at.word();
    if (!number && !is_register_name(of_register)) return Found::Nothing;
    if (at.blanks() == 0) return Found::Nothing;
    const std::size_t name_from = at.position();
    const auto address_at = find_address(line, name_from);
    if (!address_at || (!number && line[*address_at - 1] != '\t')) return Found::Nothing;
    const std::string_view name = trimmed(line.substr(name_from, *address_at - name_from));
    at.seek(*address_at);
    const auto address = prefixed_address(at, frame);
    frame.replaced.begin = at.position();
    if (name.empty() || at.blanks() == 0) return Found::Nothing;
    // Xcode's form: "f + 12 (a.swift:3)", also with a mark behind
    constexpr std::string_view inlined = " [inlined]";
    std::string_view described = trimmed(at.rest());
    frame.said.inlined = described.ends_with(inlined);
    if (frame.said.inlined) described.remove_suffix(inlined.size());
    if (ends_with_place_in_brackets(described)) {
      if (number) take_number(*number, frame);
      frame.image.name = name;
      return read_function_and_place(described, frame.said) ? Found::Named : Found::Context;
    }
    if (!read_description(at, frame)) return Found::Nothing;
    frame.replaced.end = at.position();
    if (number) take_number(*number, frame);
    frame.may_be_data = !number;
    frame.runtime_address = usable(*address, frame);
    // An exception's stack consists of return addresses only.
    frame.address_of = number ? (of_exception_ ? AddressOf::Return : AddressOf::Stack)
                       : is_link_register(of_register) ? AddressOf::Return
                                                       : AddressOf::Instruction;
    if (name != "???") frame.image.name = name;
    take_image(report, frame);
    return Found::Frame;
  }

  // The first "0x…" that is a word of its own.
  static std::optional<std::size_t> find_address(std::string_view line, std::size_t from) {
    for (std::size_t at = line.find("0x", from); at != std::string_view::npos; at = line.find("0x", at + 1)) {
      if (!is_blank(line[at - 1])) continue;
      Scanner digits(line, at);
      if (digits.prefixed_hex() && is_blank(digits.peek())) return at;
    }
    return std::nullopt;
  }

  // "0x102230000 + 25788", "MyApp + 25788", "-[Cart total:] + 28", "main (in MyApp) + 12"; reporters on
  // jailbroken devices write the name behind: "0x102230000 + 25788     // main".
  static bool read_description(Scanner& at, Frame& frame) {
    constexpr std::string_view remark = "// ";
    const std::string_view whole = trimmed(at.rest());
    const std::size_t name = whole.starts_with("0x") ? whole.find(remark) : std::string_view::npos;
    const std::string_view text = trimmed(whole.substr(0, name));
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos) return false;
    Scanner offset(text, plus + 3);
    const bool is_remarked = name != std::string_view::npos;
    const bool is_hex = is_remarked && offset.rest().starts_with("0x");
    const auto number = is_hex ? offset.prefixed_hex() : offset.decimal();
    if (!number || !offset.at_end()) return false;
    if (is_remarked && name != text.size()) frame.symbol = without_offset(whole.substr(name + remark.size()));
    if (frame.symbol == "(null)" || frame.symbol.starts_with("func_")) frame.symbol = {};
    if (!number->fits) frame.problem = address_too_large;
    Scanner base(text);
    if (const auto load = base.prefixed_hex(); load && base.position() == plus) {
      frame.load_address = usable(*load, frame);
    } else {
      frame.symbol = trimmed(text.substr(0, plus));
      if (frame.symbol.ends_with(')')) frame.symbol = frame.symbol.substr(0, frame.symbol.rfind(" (in "));
      frame.symbol_offset = number->value;
    }
    at.seek(at.position() + (is_remarked ? whole.size() : offset.position()));
    return true;
  }

  static void take_image(Report& report, Frame& frame) {
    const ListedImage* image = frame.load_address       ? report.image_at(*frame.load_address)
                               : !frame.runtime_address ? nullptr
                                                        : apple_image_holding(*frame.runtime_address, report);
    // "MyApp 0x1022364bc MyApp + 25788": the offset is from the image, not from a function.
    if (!frame.symbol.empty() && frame.symbol == frame.image.name) {
      frame.image_offset = frame.symbol_offset;
      frame.symbol = {};
      frame.symbol_offset.reset();
    }
    frame.readable = is_readable_symbol(frame.symbol);
    if (image != nullptr) frame.image.name = {};  // the column in the log may have the bundle's name, cut off
    if (image == nullptr && !frame.image.name.empty()) image = report.image_named(frame.image.name);
    if (image != nullptr) Report::fill_in(*image, frame);
  }

  bool within_header_ = false;
  bool incident_seen_ = false;
  bool process_seen_ = false;
  bool of_exception_ = false;       // whose stack follows
  std::uint32_t next_address_ = 0;  // of an exception's list that continues; 0: there is none
};

}  // namespace

std::unique_ptr<Format> apple_crash() { return std::make_unique<AppleCrash>(); }

}  // namespace symkit::crashlog
