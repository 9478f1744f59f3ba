// Android's tombstones, debuggerd's output in logcat, and the traces of apps that do not respond (ANR):
//   #09 pc 0000000008b15f90  /data/app/x/base.apk!libweb.so (offset 0x930000) (run+40) (BuildId: bbae4194…)
// The address is one of the file, and is within the call already. The offset is that of the file in its
// APK, for names that do not include the file; it is not part of the address.
#include <algorithm>

#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/pc_frame.h"
#include "logs/crashlog/program_message.h"
#include "logs/crashlog/text_parts.h"

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
      !is_digit(inside[0]) && inside != "deleted" && first_of<" ./">(inside) == std::string_view::npos;
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

// "Cause: [GWP-ASan]: Use After Free, 0 bytes into a 41-byte allocation at 0x7f"; nothing for causes that
// say no more than the signal.
std::optional<Cause> stated_cause(std::string_view text) {
  if (!take_word(text, "Cause: ")) return std::nullopt;
  Cause made = cause(Knows::Error, "stack overflow");
  made.continues = true;
  if (text.contains("due to stack overflow")) return made;
  if (!take_word(text, "[GWP-ASan]: ") && !take_word(text, "[MTE]: ")) return std::nullopt;
  made.kind = in_lower_case(trimmed(text.substr(0, text.find(','))));
  std::ranges::replace(made.kind, ' ', '-');
  return made.kind.starts_with("unknown") ? std::nullopt : std::optional(made);
}

std::optional<Cause> abort_message(std::string_view text) {
  if (!take_word(text, "Abort message: ")) return std::nullopt;
  if (text.starts_with('\'') && text.ends_with('\'')) text = text.substr(1, text.size() - 2);
  auto said = runtime_message(text);
  return said ? said : fatal_message(text);
}

// "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8", "pid: 1, tid: 2, name: x  >>> x <<<"
std::optional<Cause> tombstones_cause(std::string_view text) {
  const bool is_tombstones = text.starts_with("signal ") && text.contains(" (SIG");
  if (is_tombstones || text.starts_with("Fatal signal ")) {
    Cause made = signalled(signal_in(text), address_behind(text, "fault addr "));
    made.continues = is_tombstones;
    return made;
  }
  if (text == "backtrace:" || text == "native backtrace:") {
    Cause made = stack_follows(Role::Crashed);
    made.continues = true;  // of another thread, if a heading says so
    return made;
  }
  // symcore writes tombstones of its own.
  const bool is_guess = text.starts_with("possible callers (");
  if (is_guess || text.starts_with("--- --- --- ---")) return stack_follows(Role::OtherThread);
  const bool begins = text.starts_with("*** *** *** *** ***");
  if (!begins && !(text.starts_with("pid: ") && text.contains(", tid: "))) return std::nullopt;
  Cause made = cause(Knows::Nothing, "crash");
  made.begins = begins;
  made.continues = !begins;
  if (take_word(text, "pid: ")) {
    made.process = text.substr(0, text.find(','));
    if (take_before(text, "  >>> ")) made.program = last_of_path(text.substr(0, text.find(" <<<")));
  }
  return made;
}

// ActivityManager's "ANR in com.example.shop (com.example.shop/.Main)", then "Reason: Input dispatching
// timed out"; a dump's "----- pid 4711 at …", "Cmd line: com.example.shop", '"main" prio=5 tid=1 Native',
// and since Android 12 "Subject: …".
std::optional<Cause> anr(std::string_view text) {
  if (take_word(text, "ANR in ")) {
    Cause made = reason("ANR");
    made.begins = true;
    made.program = text.substr(0, text.find(' '));
    return made;
  }
  if (text.starts_with("Subject: Input dispatching timed out")) return reason("ANR");
  if (take_word(text, "Cmd line: ")) {
    Cause made = cause(Knows::Nothing, "");
    made.program = text.substr(0, text.find(' '));
    made.continues = true;
    return made;
  }
  if (text.starts_with('"') && text.contains(" prio=") && text.contains(" tid="))
    return stack_follows(text.starts_with("\"main\"") ? Role::Crashed : Role::OtherThread);
  if (!take_word(text, "----- pid ") || !take_number(text) || !text.starts_with(" at ")) return std::nullopt;
  Cause made = cause(Knows::Nothing, "thread dump");
  made.begins = made.apart = true;
  return made;
}

// "Build fingerprint: 'google/redfin/redfin:13/TQ1A/9:user/release-keys'"
std::optional<Cause> circumstances_on_android(std::string_view text) {
  if (take_word(text, "Build fingerprint: ")) {
    take_word(text, "'");
    return Cause{.device = text.substr(0, text.find(':'))};
  }
  if (text.starts_with("Timestamp: ")) return Cause{.time = text};
  if (text.starts_with("Package: ") && take_before(text, " v")) return Cause{.version = text};
  return std::nullopt;
}

std::optional<Cause> androids_cause(std::string_view text) {
  for (const ReadCause reader :
       {stated_cause, abort_message, tombstones_cause, anr, circumstances_on_android})
    if (auto found = reader(text)) return found;
  return std::nullopt;
}

class AndroidTombstone : public Format {
 public:
  ReadCause causes() const override { return androids_cause; }
  Marks marks() const override { return {"pc ", "sTid="}; }
  Marks headings() const override {
    return {"*** *** ***", "----- pid ", "pid: ", "ABI: '", "Build fingerprint: "};
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
