// What a line of a log that is not a frame says about a crash: that a crash begins, why the program
// stopped, whose stack follows. Each family of writers has a file; all families examine a line in turn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::group {

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

// Which stack a heading introduces.
enum class Role : std::uint8_t {
  Crash,  // of the thread that crashed
  Cause,  // of the exception that caused the one before: it reveals more
  Other,  // another thread; the code that freed or allocated the memory
};

// Marks that replace a thread's name, for headings of several stacks where only the first is wanted, or
// none.
inline constexpr std::string_view goroutine = "goroutine", first_of_many = "first of many",
                                  suppressed = "suppressed", of_debugger = "of a debugger";

inline constexpr std::string_view kernel_panic = "kernel panic";

struct Meaning {
  enum class What : std::uint8_t { Nothing, Cause, Stack, Chain, End };

  What what = What::Nothing;
  Knows knows = Knows::Nothing;
  std::string kind = {};       // "heap-use-after-free", "SIGSEGV", "java.lang.IllegalStateException"
  std::string access = {};     // "READ 8", "near null"
  std::string message = {};    // as in the log
  bool message_tells = false;  // it is part of the signature: the text of a check, of a panic
  Exception exception = Exception::None;
  std::string_view refines = {};  // the line only means this after a line of this kind
  bool appends = false;           // the message is added to earlier ones
  bool begins = false;            // begins a report, whatever came before
  bool apart = false;          // does not end a program, and is no part of what a program says when it ends
  bool from_outside = false;   // from a debugger or the system, which does not know what the program said
  bool waits = false;          // counts only if a stack follows: lines of any log look like this
  bool continues = false;      // adds to what the line before began
  bool words_follow = false;   // the message is the next line
  std::string_view file = {};  // the file that the line names, used if no stack follows
  std::uint32_t line = 0;
  Role role = Role::Crash;
  std::string_view thread = {};
  std::string_view process = {};  // the process number
  std::string_view program = {};

  explicit operator bool() const { return what != What::Nothing; }
};

// `text` is a line without its prefix and the blanks around it.
Meaning meaning_of(std::string_view text);

// For the line that ends a Python stack: "shop.Closed: till 7", whatever the exception is called.
Meaning python_error(std::string_view text);

// The families, in the order in which they examine a line.
Meaning sanitizers_meaning(std::string_view text);
Meaning checks_meaning(std::string_view text);
Meaning managed_meaning(std::string_view text);
Meaning systems_meaning(std::string_view text);
Meaning kernel_meaning(std::string_view text);

// Helpers that the families share.
Meaning stack_heading(Role role, std::string_view thread = {});
Meaning cause(Knows knows, std::string_view kind);
Meaning reason(std::string_view kind, std::string_view message);

// "near null" if the address is that of a member behind a null pointer; otherwise empty.
std::string_view near_null(std::string_view address);

// "SIGSEGV" for "SEGV", "11 (SIGSEGV)", "EXC_BAD_ACCESS (SIGSEGV)"; empty if no signal is named.
std::string_view signal_in(std::string_view text);

// Stores the place at the end of the text, as in "src/a.rs:1:2" and "shop: a.cpp:12", in the meaning.
void take_place_of(std::string_view text, Meaning& meaning);

// Knows::Stopped for the signals with which programs end themselves.
Knows known_by_signal(std::string_view signal);

}  // namespace symkit::group
