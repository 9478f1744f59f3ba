// The words in which programs and their runtimes say that a signal ended them:
//   *** Caught signal (Segmentation fault) **           mysqld got signal 11 ;
//   # Redis 3.2.4 crashed by signal: 11                 Got a SIGSEGV while executing native code.
//   (EE) Segmentation fault at address 0x0              *** caught segfault ***
//   Application: Till (till), signal: Aborted           *** Segmentation fault
//   panic(main thread): Segmentation fault at address 0x18
//   =   KILLED BY SIGNAL: 11 (Segmentation fault)       srun: error: node1: task 0: Segmentation fault (core
//   dumped)
// It has no frames: the stack after such a message has the form of another. Signals that ask a program to
// end are none of its crashes.
#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/needles.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t longest_message = 400;

constexpr auto signal_words = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"segmentation fault", "SIGSEGV"},
    {"segmentation violation", "SIGSEGV"},
    {"segfault", "SIGSEGV"},
    {"memory fault", "SIGSEGV"},
    {"abort", "SIGABRT"},
    {"bus error", "SIGBUS"},
    {"illegal instruction", "SIGILL"},
    {"illegal operation", "SIGILL"},
    {"floating point exception", "SIGFPE"},
    {"floating-point exception", "SIGFPE"},
    {"arithmetic exception", "SIGFPE"},
    {"trace/breakpoint trap", "SIGTRAP"},
    {"bad system call", "SIGSYS"},
});

bool begins_with(std::string_view text, std::string_view words) {
  return text.size() >= words.size() && lower_case(text.front()) == words.front() &&
         std::ranges::equal(text.substr(0, words.size()), words, {}, lower_case);
}

// "SIGSEGV", "11", "(Segmentation fault)" at the text's beginning: of a crash, or empty.
std::string_view fatal_signal_at(std::string_view text) {
  take_word(text, "(");
  std::string_view signal;
  if (text.starts_with("SIG")) signal = signal_in(text.substr(0, 7));
  for (const auto& [words, name] : signal_words)
    if (signal.empty() && begins_with(text, words)) signal = name;
  if (signal.empty())
    if (const auto number = take_number(text); number && (text.empty() || !is_in_word(text.front())))
      signal = signal_numbered(*number);
  return signal == "signal" || asks_to_end(signal) ? std::string_view() : signal;
}

// What stands directly before the signal.
constexpr auto announcements = std::to_array<std::string_view>({
    "aught signal ",    // Ceph, Xorg, UCX
    "aught signal: ",   // g3log
    "eceived signal ",  // ClickHouse
    "eceived signal: ",
    "atal signal: ",
    "atal signal ",
    "got signal ",             // MySQL
    "Got signal: ",            // MongoDB
    "ERROR: Signal ",          // Samba
    "Error: signal ",          // what programs commonly print from their own handlers
    "rashed by signal: ",      // Redis
    "rashed with signal ",     // Godot
    "erminated with signal ",  // gdb
    "*** Signal ",             // folly
    "Signal=",                 // Unreal
    "Signal: ",                // Open MPI
    "[signal ",                // Go
    "Got a ",                  // Mono
    "*** caught ",             // R
    "*** Break *** ",          // ROOT
    "[BUG] ",                  // Ruby
    "Unhandled Exception: ",   // Unreal
    "Crashed: Thread :  ",     // Crashlytics
});

// The words of those who started the program and see it end: the launchers of MPI, Slurm, ROS, PHP-FPM and
// Apache.
constexpr auto of_launchers = std::to_array<std::string_view>({
    "KILLED BY SIGNAL: ",  // Intel MPI
    "THE EXIT STRING: ",   // MPICH
    " exited on signal ",  // Open MPI, PHP-FPM
    " exit signal ",       // Apache
    ", exit code -",       // ROS 2
});

// "srun: error: node1: task 0: Segmentation fault (core dumped)", "srun: error: node1: tasks 1-3: Aborted"
std::string_view signal_of_srun(std::string_view text) {
  if (!take_word(text, "srun: error: ") || !take_before(text, ": task")) return {};
  return take_before(text, ": ") ? fatal_signal_at(text) : std::string_view();
}

std::string_view signal_of_launcher(std::string_view text) {
  static const Needles needles(of_launchers);
  if (text.starts_with("srun: ")) return signal_of_srun(text);
  if (!needles.any_in(text)) return {};
  for (const std::string_view before : of_launchers)
    if (const std::size_t at = text.find(before); at != std::string_view::npos)
      return fatal_signal_at(text.substr(at + before.size()));
  return {};
}

// Go's line, also behind what the program wrote without ending its line: "Total: 7SIGABRT: abort"
std::string_view signal_of_go(std::string_view text) {
  for (const std::string_view words :
       {"SIGABRT: abort", "SIGSEGV: segmentation violation", "SIGBUS: bus error",
        "SIGILL: illegal instruction", "SIGFPE: floating-point exception"})
    if (text.ends_with(words)) return words.substr(0, words.find(':'));
  return {};
}

// "(EE) Segmentation fault at address 0x78", "SIGSEGV: segmentation violation", "Signal 11 caught."
std::string_view plain_signal(std::string_view text) {
  take_word(text, "(EE) ");
  if (begins(text, "panic(")) take_before(text, "): ");  // Bun
  const bool says_address = text.contains(" at address 0x") || text.starts_with("SIG");
  if (text.starts_with("SIG") && !text.contains(": ")) return {};
  if (says_address)
    if (const std::string_view signal = fatal_signal_at(text); !signal.empty()) return signal;
  if (text.ends_with(" caught.") && take_word(text, "Signal ")) return fatal_signal_at(text);
  if (take_word(text, "panic(")) take_before(text, "): ");  // Bun
  if (text.starts_with("Segmentation fault at address 0x")) return "SIGSEGV";
  if (take_word(text, "Application: "))  // KDE
    return take_before(text, "), signal: ") ? fatal_signal_at(text) : std::string_view();
  // glibc's catchsegv
  if (take_word(text, "*** "))
    for (const auto& [words, name] : signal_words)
      if (text.size() == words.size() && begins_with(text, words)) return name;
  return {};
}

std::string_view address_in(std::string_view text) {
  for (const std::string_view before : {"at address ", "addr=", "(0x", "Accessing address: "})
    if (const std::size_t at = text.find(before); at != std::string_view::npos)
      return text.substr(before == "(0x" ? at + 1 : at + before.size());
  return {};
}

// Few lines have any: they are searched for all at once.
bool has_announcement(std::string_view text) {
  static const Needles needles(announcements);
  return needles.any_in(text);
}

std::string_view announced_signal(std::string_view text) {
  if (!has_announcement(text)) return {};
  std::string_view signal;
  for (const std::string_view before : announcements) {
    if (!signal.empty()) break;
    if (const std::size_t at = text.find(before); at != std::string_view::npos)
      signal = fatal_signal_at(text.substr(at + before.size()));
  }
  return signal;
}

std::optional<Cause> words_of_signal(std::string_view text) {
  if (text.size() > longest_message) return std::nullopt;
  const bool is_kdes = text.starts_with("Application: ");
  std::string_view signal = signal_of_go(text);
  if (signal.empty()) signal = plain_signal(text);
  if (signal.empty()) signal = announced_signal(text);
  const bool is_launchers = signal.empty();
  if (is_launchers) signal = signal_of_launcher(text);
  if (signal.empty()) return std::nullopt;
  Cause made = signalled(signal, address_in(text));
  // Xorg and Mono say it behind the stack, and so do launchers.
  made.continues = is_launchers || text.starts_with("(EE) ") || text.contains("Got a SIG");
  made.begins = is_kdes;
  made.from_outside = is_kdes || is_launchers;
  return made;
}

}  // namespace

std::unique_ptr<Format> signal_message() { return std::make_unique<FramelessFormat>(words_of_signal); }

}  // namespace symkit::crashlog
