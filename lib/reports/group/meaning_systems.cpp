// What systems and debuggers write when a program has crashed: Android, Apple, Linux, Windows, minidumps.
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/line_parts.h"
#include "reports/group/meaning.h"

namespace symkit::group {
namespace {

Meaning signalled(std::string_view signal, std::string_view address) {
  Meaning meaning = cause(known_by_signal(signal), signal);
  if (signal == "SIGSEGV" || signal == "SIGBUS") meaning.access = near_null(address);
  return meaning;
}

std::string_view address_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + word.size());
  return take_address(rest);
}

Meaning of_android(std::string_view text) {
  if (text.starts_with("*** *** *** *** ***")) {
    Meaning meaning = cause(Knows::Nothing, "crash");
    meaning.begins = true;
    return meaning;
  }
  if (text.starts_with("--- --- --- ---")) return stack_heading(Role::Other);
  const bool is_tombstones = text.starts_with("signal ") && text.contains(" (SIG");
  if (is_tombstones || text.starts_with("Fatal signal ")) {
    Meaning meaning = signalled(signal_in(text), address_behind(text, "fault addr "));
    meaning.continues = is_tombstones;
    return meaning;
  }
  if (text.starts_with("pid: ") && text.contains(", tid: ")) {
    Meaning meaning = cause(Knows::Nothing, "crash");
    std::string_view rest = text.substr(5);
    meaning.process = rest.substr(0, rest.find(','));
    if (take_before(rest, "  >>> ")) meaning.program = last_of_path(rest.substr(0, rest.find(" <<<")));
    meaning.continues = true;
    return meaning;
  }
  return text == "backtrace:" || text == "native backtrace:" ? stack_heading(Role::Crash) : Meaning{};
}

// iOS has stopped a process that did not respond: "Termination Reason: … 0x8badf00d", "… code:0x8BADF00D
// …"
bool says_watchdog(std::string_view text) {
  const bool may_say = text.starts_with("Termination ") || text.starts_with("Exception Codes:") ||
                       text.starts_with("Exception Note:") || text.starts_with("<RBSTerminateContext");
  return may_say && in_lower_case(text).contains("8badf00d");
}

Meaning of_apple(std::string_view text) {
  if (text.starts_with("Incident Identifier:") || text.starts_with("Date/Time:")) {
    Meaning meaning = cause(Knows::Nothing, "crash");
    meaning.begins = text.starts_with("Incident");
    return meaning;
  }
  if (take_word(text, "*** Terminating app due to uncaught exception '"))
    return reason(say("uncaught ", text.substr(0, text.find('\''))), "");
  if (says_watchdog(text)) {
    Meaning meaning = cause(Knows::Error, "watchdog");
    meaning.continues = true;
    return meaning;
  }
  if (text.starts_with("Exception Type:")) {
    const std::string_view signal = signal_in(text);
    const std::string_view type = trimmed(text.substr(15));
    Meaning meaning = signal.empty() ? cause(Knows::Fault, type.substr(0, type.find(' ')))
                                     : cause(known_by_signal(signal), signal);
    meaning.continues = true;
    return meaning;
  }
  if (text.starts_with("Exception Subtype:") || text.starts_with("Exception Codes:")) {
    Meaning meaning = cause(Knows::Nothing, "");
    meaning.access = near_null(address_behind(text, " at "));
    meaning.continues = true;
    return meaning;
  }
  if (text.starts_with("*** Program crashed: ")) {  // Swift's own
    Meaning meaning = cause(Knows::Fault, text.contains("Bad pointer")           ? "SIGSEGV"
                                          : text.contains("Illegal instruction") ? "SIGILL"
                                                                                 : "crash");
    meaning.begins = true;
    return meaning;
  }
  if (text.starts_with("Last Exception Backtrace")) return stack_heading(Role::Cause);
  if (!text.starts_with("Thread ") || !text.ends_with(':')) return {};
  std::string_view rest = text.substr(7);
  const auto number = take_number(rest);
  if (!number) return {};
  if (rest.starts_with(" Crashed") || rest.ends_with(" crashed:"))
    return stack_heading(Role::Crash, text.substr(0, text.size() - 1));
  return rest.starts_with(':') || rest.starts_with("::") ? stack_heading(Role::Other) : Meaning{};
}

Meaning of_debuggers(std::string_view text) {
  if (text.starts_with("Program received signal ") || text.starts_with("Program terminated with signal ") ||
      (text.starts_with("Thread ") && text.contains(" received signal "))) {
    Meaning meaning = signalled(signal_in(text), "");
    meaning.begins = meaning.from_outside = true;
    return meaning;
  }
  if (text.starts_with("Thread ") && text.contains(" (Thread 0x")) {
    std::string_view rest = text.substr(7);
    return stack_heading(take_number(rest) == 1U ? Role::Crash : Role::Other, of_debugger);
  }
  if (text.starts_with("* thread #")) {
    if (const std::string_view signal = signal_in(text); !signal.empty()) {
      Meaning meaning = signalled(signal, "");
      meaning.begins = meaning.from_outside = true;
      return meaning;
    }
    return stack_heading(Role::Crash);
  }
  if (text.starts_with("thread #")) return stack_heading(Role::Other);
  if (text.starts_with("Stack trace of thread ")) return stack_heading(Role::Crash, first_of_many);
  return {};
}

Meaning of_linux(std::string_view text) {
  if (text.starts_with("Received signal ")) {  // Chromium
    std::string_view rest = text.substr(16);
    const auto number = take_number(rest);
    take_blanks(rest);
    std::string_view signal = signal_in(rest);
    if (signal.empty()) signal = number == 6U ? "SIGABRT" : number == 11U ? "SIGSEGV" : "signal";
    Meaning meaning = signalled(signal, rest.substr(std::min(rest.rfind(' ') + 1, rest.size())));
    meaning.begins = true;
    return meaning;
  }
  take_word(text, "Message: ");  // coredumpctl's, as is "Signal: 11 (SEGV)" before it
  if (text.starts_with("Process ") && text.contains(") of user ") && text.contains(" dumped core")) {
    Meaning meaning = cause(Knows::Stopped, "core dump");
    meaning.begins = meaning.from_outside = true;
    std::string_view rest = text.substr(text.find('(') + 1);
    meaning.program = rest.substr(0, rest.find(')'));
    return meaning;
  }
  if (std::string_view rest = text;
      take_word(rest, "Signal: ") && take_number(rest) && take_word(rest, " (")) {
    Meaning meaning = signalled(signal_in(rest), "");
    meaning.begins = meaning.from_outside = true;
    return meaning;
  }
  if (text.starts_with("# A fatal error has been detected by the Java Runtime")) {
    Meaning meaning = cause(Knows::Nothing, "crash");
    meaning.begins = meaning.from_outside = true;
    return meaning;
  }
  if (text.starts_with("#  SIG")) return signalled(signal_in(text), "");
  if (text.starts_with("Native frames:") || text.starts_with("Java frames:"))
    return stack_heading(Role::Crash);
  if (text.starts_with("*** SIG") && text.contains("(@0x"))  // glog
    return signalled(signal_in(text), address_behind(text, "(@"));
  return {};
}

constexpr auto windows_codes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"c0000005", "SIGSEGV"},
    {"c0000094", "division by zero"},
    {"c0000095", "integer overflow"},
    {"c00000fd", "stack overflow"},
    {"c000001d", "SIGILL"},
    {"c0000374", "heap corruption"},
    {"c0000409", "stack smashing"},
    {"c0000417", "invalid parameter"},
    {"80000003", "breakpoint"},
    {"e06d7363", "uncaught C++ exception"},
    {"c0000602", "fail fast"},
});

Meaning of_windows(std::string_view text) {
  if (text.starts_with("ExceptionCode: ")) {
    std::string_view code = trimmed(text.substr(15));
    code = code.substr(0, code.find(' '));
    Meaning meaning = cause(Knows::Error, say("exception ", code));
    for (const auto& [known, kind] : windows_codes)
      if (code == known) meaning.kind = kind;
    meaning.continues = true;
    return meaning;
  }
  if (text.starts_with("ExceptionAddress: ")) {
    Meaning meaning = cause(Knows::Nothing, "crash");
    meaning.begins = true;
    return meaning;
  }
  if (text.starts_with("STACK_TEXT:") || text.starts_with("Child-SP") || text.starts_with("ChildEBP"))
    return stack_heading(Role::Crash);
  if (text.starts_with("STACK_COMMAND:") || text.starts_with("FOLLOWUP_IP:"))
    return {.what = Meaning::What::End};
  return {};
}

// minidump_stackwalk
Meaning of_minidump(std::string_view text) {
  if (text.starts_with("Crash reason:")) {
    const std::string_view said = trimmed(text.substr(13));
    const std::string_view signal = signal_in(said);
    Meaning meaning = signal.empty() ? cause(Knows::Fault, said.substr(0, said.find(' ')))
                                     : cause(known_by_signal(signal), signal);
    if (said.starts_with("EXCEPTION_ACCESS_VIOLATION")) meaning.kind = "SIGSEGV";
    meaning.begins = meaning.from_outside = true;
    return meaning;
  }
  if (text.starts_with("Crash address: ")) {
    Meaning meaning = cause(Knows::Nothing, "");
    meaning.access = near_null(trimmed(text.substr(15)));
    meaning.continues = true;
    return meaning;
  }
  if (!text.starts_with("Thread ")) return {};
  std::string_view rest = text.substr(7);
  if (!take_number(rest)) return {};
  if (rest.ends_with("(crashed)")) return stack_heading(Role::Crash);
  return rest.empty() || rest.starts_with(" ") ? stack_heading(Role::Other) : Meaning{};
}

}  // namespace

Meaning systems_meaning(std::string_view text) {
  using Reader = Meaning (*)(std::string_view);
  constexpr std::array<Reader, 6> readers = {of_android, of_apple,   of_debuggers,
                                             of_linux,   of_windows, of_minidump};
  for (const Reader reader : readers)
    if (auto meaning = reader(text)) return meaning;
  return {};
}

}  // namespace symkit::group
