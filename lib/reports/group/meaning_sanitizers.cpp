// Lines of sanitizers, fuzzers and Valgrind.
#include <algorithm>
#include <array>
#include <optional>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/line_parts.h"
#include "reports/group/meaning.h"

namespace symkit::group {
namespace {

// "==123==ERROR: …" → "ERROR: …" and the process.
std::string_view behind_process(std::string_view text, std::string_view& process) {
  if (!take_word(text, "==")) return {};
  const auto number = take_before(text, "==");
  if (!number || number->empty() || !std::ranges::all_of(*number, is_digit)) return {};
  process = *number;
  return trimmed(text);
}

// "heap-use-after-free on address …", "SEGV on unknown address 0x8 (pc …)", "attempting free on …"
Meaning report_of(std::string_view rest) {
  if (rest.starts_with("attempting double-free")) return cause(Knows::Error, "double-free");
  if (rest.starts_with("attempting free")) return cause(Knows::Error, "invalid-free");
  if (rest.starts_with("attempting to call malloc_usable_size"))
    return cause(Knows::Error, "bad-malloc_usable_size");
  const std::string_view word = rest.substr(0, rest.find_first_of(" :;("));
  if (const auto unknown = rest.find("unknown address "); unknown != std::string_view::npos) {
    const std::string_view signal = word == "access-violation" ? "SIGSEGV" : signal_in(word);
    Meaning meaning =
        cause(signal.empty() ? Knows::Error : known_by_signal(signal), signal.empty() ? word : signal);
    std::string_view address = rest.substr(unknown + 16);
    if (meaning.kind == "SIGSEGV" || meaning.kind == "SIGBUS")
      meaning.access = near_null(take_address(address));
    return meaning;
  }
  if (const std::size_t of_thread = rest.find(" (pid="); of_thread != std::string_view::npos) {
    Meaning meaning = cause(Knows::Error, rest.substr(0, of_thread));  // ThreadSanitizer's "data race"
    meaning.apart = true;
    return meaning;
  }
  if (rest.starts_with("detected memory leaks")) return cause(Knows::Nothing, "leak");
  if (rest.starts_with("requested allocation size") || rest.starts_with("calloc parameters"))
    return cause(Knows::Error, "allocation-size-too-big");
  if (rest.starts_with("out of memory") || rest.contains("rss limit"))
    return cause(Knows::Error, "out of memory");
  return cause(Knows::Error, word.empty() ? "sanitizer error" : word);
}

// "AddressSanitizer: …" after "ERROR: " or "WARNING: "
std::optional<Meaning> sanitizers_report(std::string_view text) {
  if (!take_word(text, "ERROR: ") && !take_word(text, "WARNING: ")) return std::nullopt;
  if (text.contains("Sanitizer failed to allocate ")) return cause(Knows::Error, "out of memory");
  const std::size_t mark = text.find("Sanitizer: ");
  if (mark == std::string_view::npos || text.substr(0, mark).contains(' ')) {
    if (!take_word(text, "libFuzzer: ")) return std::nullopt;
    if (text.starts_with("out-of-memory")) return cause(Knows::Error, "out of memory");
    if (text.starts_with("timeout")) return cause(Knows::Error, "timeout");
    return cause(Knows::Stopped, text.starts_with("deadly signal") ? "SIGABRT" : "exit");
  }
  return report_of(trimmed(text.substr(mark + 11)));
}

// "READ of size 8 at …", "Write of size 4 at 0x… by thread T1", "The signal is caused by a READ memory
// access."
std::string access_of(std::string_view text) {
  const std::size_t cause_at = text.find("caused by a ");
  if (cause_at != std::string_view::npos) {
    const std::string_view what = text.substr(cause_at + 12);
    return what.starts_with("READ") ? "READ" : what.starts_with("WRITE") ? "WRITE" : "";
  }
  for (const std::string_view word : {"READ", "WRITE", "Read", "Write", "Atomic write", "Atomic read"}) {
    std::string_view rest = text;
    if (!take_word(rest, word) || !take_word(rest, " of size ")) continue;
    if (const auto size = take_number(rest)) return say(in_upper_case(word), ' ', *size);
  }
  return {};
}

// An error of the sanitizer itself: 'AddressSanitizer CHECK failed: a.cpp:12 "((x)) != (0)" (0x1, 0x0)'
std::optional<Meaning> failed_check(std::string_view text) {
  if (!take_before(text, "Sanitizer: CHECK failed: ") && !take_before(text, "Sanitizer CHECK failed: "))
    return std::nullopt;
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (open == close) return std::nullopt;
  return reason("sanitizer check failed", text.substr(open + 1, close - open - 1));
}

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

// UndefinedBehaviorSanitizer's sentences, by words that they contain.
constexpr auto undefined = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"division by zero", "division by zero"},
    {"out of bounds", "index out of bounds"},
    {"unsigned integer overflow", "unsigned integer overflow"},
    {"signed integer overflow", "integer overflow"},
    {"cannot be represented", "integer overflow"},
    {"control flow integrity check for type", "bad cast"},
    {"control flow integrity", "control flow integrity"},
    {"downcast of", "bad cast"},
    {"upcast of null", "null upcast"},
    {"null pointer", "null dereference"},
    {"does not point to an object", "bad cast"},
    {"not a valid value", "invalid value"},
    {"incorrect function", "incorrect function type"},
    {"insufficient space", "object size"},
    {"misaligned address", "misaligned address"},
    {"pointer index expression", "pointer overflow"},
    {"applying", "pointer overflow"},
    {"non-positive value", "non-positive array bound"},
    {"implicit conversion", "implicit conversion"},
    {"shift exponent", "shift exponent"},
    {"left shift of", "left shift"},
    {"unreachable", "unreachable"},
    {"reached the end of a value-returning", "missing return"},
});

bool says_runtime_error(std::string_view text) {
  const std::size_t at = text.find(": runtime error: ");
  crashlog::Said place;
  return at != std::string_view::npos && !text.substr(0, at).contains(' ') &&
         read_place(text.substr(0, at), place);
}

// "a.cc:12:3: runtime error: signed integer overflow: …"
Meaning undefined_behaviour(std::string_view text) {
  const std::string_view said = text.substr(text.find(": runtime error: ") + 17);
  Meaning meaning = cause(Knows::Error, "undefined behaviour");
  for (const auto& [words, kind] : undefined)
    if (said.contains(words)) {
      meaning.kind = kind;
      break;
    }
  meaning.message = said;
  take_place_of(text.substr(0, text.find(": runtime error: ")), meaning);
  if (const std::size_t type = said.find("type '");
      type != std::string_view::npos && meaning.kind == "bad cast") {
    std::string_view rest = said.substr(type + 6);
    meaning.message = say("to ", rest.substr(0, rest.find('\'')));
    meaning.message_tells = true;
  }
  meaning.begins = meaning.apart = true;
  return meaning;
}

// "0x422710: note: vtable is of type 'A'", "… note: object is of type 'A'", "… note: invalid vtable"
Meaning of_cast(std::string_view text) {
  std::string_view rest = text;
  if (!text.starts_with("0x") || !take_before(rest, ": note: ")) return {};
  std::string from = "from invalid vtable";
  if (take_before(rest, " is of type '"))
    from = say("from ", rest.substr(0, rest.find('\'')));
  else if (!rest.starts_with("invalid vtable") && !rest.starts_with("object has invalid vptr"))
    return {};
  Meaning meaning = cause(Knows::Nothing, "");
  meaning.message = std::move(from);
  meaning.appends = meaning.continues = true;
  return meaning;
}

Meaning leak(std::string_view text) {
  if (!text.contains(" leak of ") || !text.contains("allocated from")) return {};
  Meaning meaning = cause(Knows::Error, text.starts_with("Indirect") ? "indirect leak" : "leak");
  meaning.begins = true;
  return meaning;
}

// Valgrind's "40 (8 direct, 32 indirect) bytes in 1 blocks are definitely lost in loss record 1 of 2"
Meaning valgrinds_leak(std::string_view text) {
  if (!text.contains(" lost in loss record ") || !text.contains(" bytes in ")) return {};
  Meaning meaning = cause(Knows::Error, text.contains(" definitely ") ? "leak"
                                        : text.contains(" possibly ") ? "possible leak"
                                                                      : "indirect leak");
  meaning.begins = meaning.apart = true;
  return meaning;
}

constexpr auto valgrind_errors = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Conditional jump or move depends", "uninitialised value"},
    {"Use of uninitialised value", "uninitialised value"},
    {"Syscall param ", "uninitialised value"},
    {"Invalid free()", "invalid-free"},
    {"Mismatched free()", "alloc-dealloc-mismatch"},
    {"Source and destination overlap", "overlap"},
    {"Jump to the invalid address", "invalid jump"},
    {"Argument '", "fishy size"},
    {"Possible data race during ", "data race"},
    {"Conflicting load by thread", "data race"},
    {"Conflicting store by thread", "data race"},
});

Meaning valgrinds(std::string_view text) {
  if (text.starts_with("Invalid read of size ") || text.starts_with("Invalid write of size ")) {
    Meaning meaning = cause(Knows::Error, "invalid access");
    std::string_view size = text.substr(text.rfind(' ') + 1);
    meaning.access =
        say(text.starts_with("Invalid read") ? "READ " : "WRITE ", take_number(size).value_or(0));
    meaning.begins = meaning.apart = true;
    return meaning;
  }
  for (const auto& [words, kind] : valgrind_errors)
    if (text.starts_with(words)) {
      Meaning meaning = cause(Knows::Error, kind);
      meaning.begins = meaning.apart = true;
      return meaning;
    }
  if (text.starts_with("Process terminating with default action of signal ")) {
    const std::string_view signal = signal_in(text);
    Meaning meaning = cause(known_by_signal(signal), signal.empty() ? "signal" : signal);
    meaning.begins = true;
    return meaning;
  }
  if (auto meaning = valgrinds_leak(text)) return meaning;
  if (text.starts_with("Address 0x") && (text.contains("block of size") || text.contains("stack")))
    return stack_heading(Role::Other);
  return {};
}

// Android: "Cause: [GWP-ASan]: Use After Free, 0 bytes into a 41-byte allocation at 0x7f"; nothing for
// causes that say no more than the signal.
Meaning of_android_cause(std::string_view text) {
  if (!take_word(text, "Cause: ")) return {};
  Meaning meaning = cause(Knows::Error, "stack overflow");
  meaning.continues = true;
  if (text.contains("due to stack overflow")) return meaning;
  if (!take_word(text, "[GWP-ASan]: ") && !take_word(text, "[MTE]: ")) return {};
  meaning.kind = in_lower_case(trimmed(text.substr(0, text.find(','))));
  std::ranges::replace(meaning.kind, ' ', '-');
  return meaning.kind.starts_with("unknown") ? Meaning{} : meaning;
}

Meaning of_stack(std::string_view text) {
  if (begins_with_any(
          text, {"freed by thread", "previously allocated by", "allocated by thread", "Thread T", "Previous ",
                 "deallocated by thread", "This conflicts with a previous", "Uninitialized value was ",
                 "Memory was marked", "Location is heap block", "Mutex M", "deallocated here",
                 "Cause:", "allocated here", "Block was alloc'd at"}) &&
      !text.contains("(crashed)"))
    return stack_heading(Role::Other);
  if (text.starts_with("Address ") && text.contains(" is located in stack"))
    return stack_heading(Role::Other);
  if (text.starts_with("Task trace:")) return stack_heading(Role::Other);
  if (text.starts_with("SUMMARY: ")) return {.what = Meaning::What::End};
  return {};
}

}  // namespace

Meaning sanitizers_meaning(std::string_view text) {
  std::string_view process;
  const std::string_view rest = text.starts_with("==") ? behind_process(text, process) : text;
  if (rest.empty()) return {};
  if (auto report = sanitizers_report(rest)) {
    report->process = process;
    report->begins = report->knows >= Knows::Fault;
    return *report;
  }
  if (!process.empty())
    if (auto check = failed_check(rest)) {
      check->process = process;
      check->begins = true;
      return *check;
    }
  if (std::string access = access_of(rest); !access.empty()) {
    Meaning meaning = cause(Knows::Nothing, "");
    meaning.access = std::move(access);
    meaning.continues = true;
    return meaning;
  }
  if (says_runtime_error(rest)) return undefined_behaviour(rest);
  if (auto meaning = of_android_cause(rest)) return meaning;
  if (auto meaning = of_stack(rest)) return meaning;
  if (auto meaning = leak(rest)) return meaning;
  if (auto meaning = of_cast(rest)) return meaning;
  return process.empty() ? Meaning{} : valgrinds(rest);
}

}  // namespace symkit::group
