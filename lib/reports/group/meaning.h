// What a line of a log that is no frame says of a crash: that one begins, why the program stopped, whose
// stack comes next. Each family of writers has a file; all are asked in turn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::group {

// How much a line knows of what went wrong. Of several lines about one crash the one that knows most counts.
enum class Knows : std::uint8_t {
  Nothing,
  Stopped,  // that the program was made to stop: SIGABRT, "deadly signal"
  Fault,    // which fault the processor met: SIGSEGV
  Error,    // what was wrong: heap-use-after-free
  Reason,   // what the program said itself: a failed check, a panic, an exception
};

// Whether an exception ended the program.
enum class Exception : std::uint8_t { None, Unknown, Fatal };

// Which stack a heading is of.
enum class Role : std::uint8_t {
  Crash,  // of the thread that crashed, where it did
  Cause,  // of the exception behind the one before: it tells more
  Other,  // another thread; who freed or allocated what was used
};

// What headings of stacks are of where only the first of them is meant, or none of what follows: marks in the
// place of a thread's name.
inline constexpr std::string_view goroutine = "goroutine", first_of_many = "first of many",
                                  suppressed = "suppressed", of_debugger = "of a debugger";

inline constexpr std::string_view kernel_panic = "kernel panic";

struct Meaning {
  enum class What : std::uint8_t { Nothing, Cause, Stack, Chain, End };

  What what = What::Nothing;
  Knows knows = Knows::Nothing;
  std::string kind = {};       // "heap-use-after-free", "SIGSEGV", "java.lang.IllegalStateException"
  std::string access = {};     // "READ 8", "near null"
  std::string message = {};    // as the log has it
  bool message_tells = false;  // it belongs to the signature: the text of a check, of a panic
  Exception exception = Exception::None;
  std::string_view refines = {};  // only the line behind one of this kind means that
  bool appends = false;           // the message is one of several
  bool begins = false;            // a report of its own, whatever came before
  bool apart = false;             // nothing that ends a program: no part of what one says when it does
  bool from_outside = false;      // a debugger, the system: it knows nothing of what the program said
  bool waits = false;             // only where a stack follows: lines of any log look so
  bool continues = false;         // says more of what the line before began
  bool words_follow = false;      // the message is the next line
  std::string_view file = {};     // where it was, as the line says: what there is where no stack follows
  std::uint32_t line = 0;
  Role role = Role::Crash;
  std::string_view thread = {};
  std::string_view process = {};  // its number
  std::string_view program = {};

  explicit operator bool() const { return what != What::Nothing; }
};

// `text` is a line's own, without prefix and blanks round it.
Meaning meaning_of(std::string_view text);

// Of the line that ends a stack of Python's: "shop.Closed: till 7", whatever the exception is called.
Meaning python_error(std::string_view text);

// The families, in the order in which they are asked.
Meaning sanitizers_meaning(std::string_view text);
Meaning checks_meaning(std::string_view text);
Meaning managed_meaning(std::string_view text);
Meaning systems_meaning(std::string_view text);
Meaning kernel_meaning(std::string_view text);

// What these have in common.
Meaning stack_heading(Role role, std::string_view thread = {});
Meaning cause(Knows knows, std::string_view kind);
Meaning reason(std::string_view kind, std::string_view message);

// "near null" where the address is that of a member of what a null pointer points to; else nothing.
std::string_view near_null(std::string_view address);

// "SIGSEGV" for "SEGV", "11 (SIGSEGV)", "EXC_BAD_ACCESS (SIGSEGV)"; empty where no signal is named.
std::string_view signal_in(std::string_view text);

// The place that ends the text, as "src/a.rs:1:2" and "shop: a.cpp:12", goes into the meaning.
void take_place_of(std::string_view text, Meaning& meaning);

// Knows::Stopped for the signals with which programs end themselves.
Knows known_by_signal(std::string_view signal);

}  // namespace symkit::group
