// What a line of a log says about a crash: that one begins, why the program stopped, whose stack follows,
// when and where it was. The format that reads the frames of a kind of log reads these lines, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::crashlog {

// How much a line reveals of what went wrong. Of several lines about one crash the one that reveals most
// counts.
enum class Knows : std::uint8_t {
  Nothing,
  Stopped,  // that the program was stopped: SIGABRT, "deadly signal"
  Fault,    // which fault the processor raised: SIGSEGV
  Error,    // what was wrong: heap-use-after-free
  Reason,   // what the program itself said: a failed check, a panic, an exception
};

// Whether an exception ended the program.
enum class Exception : std::uint8_t { None, Unknown, Fatal };

// Whose stack it is.
enum class Role : std::uint8_t {
  Crashed,  // of the thread that crashed
  Origin,   // of the exception that caused the one before: it reveals more
  FreedBy,
  AllocatedBy,
  LockHolder,
  LockTaker,  // of the one who asks for a lock that it must not take
  Processor,  // of a processor that was asked what it does
  OtherThread,
};

// Which of the stacks with such a heading matter.
enum class Series : std::uint8_t { None, Goroutines, FirstOfMany, Suppressed, OfDebugger };

inline constexpr std::string_view kernel_panic = "kernel panic";
inline constexpr std::string_view hung_task = "kernel hung task";
inline constexpr std::string_view kernel_world = "kernel";
inline constexpr std::string_view kernel_image = "vmlinux";

struct Cause {
  enum class What : std::uint8_t {
    Nothing,  // of the crash; it may say when and where it was
    Reason,
    Stack,   // a heading
    Chain,   // the next exception was caused by the one before
    End,     // of the stacks; with a world, of its reports
    Signal,  // came here: the frames before are its handler's
  };

  What what = What::Nothing;
  Knows knows = Knows::Nothing;
  std::string kind = {};                       // "heap-use-after-free", "SIGSEGV", "java.io.IOException"
  std::string access = {};                     // "READ 8"
  std::optional<std::uint64_t> accessed = {};  // the address at which the program failed
  bool jumped = false;                         // that address is the one of the code, too
  std::string message = {};                    // as in the log
  bool message_tells = false;                  // it is the text of a check, of a panic
  Exception exception = Exception::None;
  std::string_view refines = {};  // the line only means this after a line of this kind
  bool appends = false;           // the message is added to earlier ones
  bool begins = false;            // begins a report, whatever came before
  bool apart = false;          // does not end a program, and is no part of what a program says when it ends
  bool from_outside = false;   // from a debugger or the system, which does not know what the program said
  bool at_crash = false;       // the stack begins where the program failed, not with a handler
  bool waits = false;          // counts only if a stack follows: lines of any log look like this
  bool repeats = false;        // a heading: it may say once more what the report before it has said
  bool continues = false;      // adds to what the line before began
  bool words_follow = false;   // the message is the next line
  std::string_view file = {};  // the file that the line names
  std::uint32_t line = 0;
  Role role = Role::Crashed;
  bool lasts = false;           // stacks without a heading after this one are of this role, too
  Role tells = Role::Crashed;   // whose stack tells what went wrong, besides that of the thread that crashed
  std::string_view world = {};  // who reports, if rules are for it
  Series series = Series::None;
  std::string_view process = {};  // the process number
  std::string_view program = {};
  // When and where it was, as in the log; the version of the program, or for a kernel its release.
  std::string_view time = {}, version = {}, device = {};
};

// How a format reads such a line. The text has no prefix and no blanks around it, and at least four bytes.
using ReadCause = std::optional<Cause> (*)(std::string_view text);

// Asks each format.
std::optional<Cause> cause_in(std::string_view text);

// For the line that ends a Python stack: "shop.Closed: till 7", whatever the exception is called.
std::optional<Cause> python_error(std::string_view text);

// What formats make them from.
Cause stack_follows(Role role, Series series = Series::None);
Cause cause(Knows knows, std::string_view kind);
Cause reason(std::string_view kind, std::string_view message = {});
// Knows::Stopped for the signals with which programs end themselves. Of a memory fault the address matters.
Cause signalled(std::string_view signal, std::string_view address = {});

// "SIGSEGV" for "SEGV", "11 (SIGSEGV)", "EXC_BAD_ACCESS (SIGSEGV)"; empty if no signal is named.
std::string_view signal_in(std::string_view text);

// "SIGSEGV" for 11, as Linux numbers them; "signal" for a number that no crash has.
std::string_view signal_numbered(std::uint64_t number);

// Signals that others send to end a program, which is no crash.
bool asks_to_end(std::string_view signal);

// The address at the beginning of the text, with or without 0x.
std::optional<std::uint64_t> address_at(std::string_view text);
// The address after the word: "0x8" of "fault addr 0x8".
std::string_view address_behind(std::string_view text, std::string_view word);

// Stores the place at the end of the text, as in "src/a.rs:1:2" and "shop: a.cpp:12", in the cause.
void take_place_of(std::string_view text, Cause& cause);

}  // namespace symkit::crashlog
