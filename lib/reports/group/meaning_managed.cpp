// Lines of languages that report their errors themselves: Java, Python, Go, Rust, C#, JavaScript, PHP and
// similar ones.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/line_parts.h"
#include "reports/group/meaning.h"

namespace symkit::group {
namespace {

bool is_name(std::string_view word) {
  if (word.empty() || is_digit(word.front())) return false;
  return std::ranges::all_of(word, [](char c) {
    return is_digit(c) || c == '_' || c == '$' || c == '.' || c == '/' ||
           (lower_case(c) >= 'a' && lower_case(c) <= 'z');
  });
}

// Whether only the message follows the name: "Error: closed", "AssertionError [ERR_ASSERTION]: closed"
bool ends_behind(std::string_view text, std::size_t size) {
  std::string_view rest = text.substr(size);
  if (rest.starts_with(" [")) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
  return rest.empty() || rest.front() == ':';
}

// "java.lang.IllegalStateException: closed" → its first word; empty if that does not name an exception.
std::string_view exception_in(std::string_view text) {
  for (const std::string_view before :
       {"Uncaught (in promise) ", "Uncaught Kotlin exception: ", "Uncaught ", "Unhandled exception. ",
        "Unhandled Exception: ", "Unhandled Promise Rejection: ", "[Error: ", "Error: Uncaught ", "ERROR  "})
    take_word(text, before);
  const std::string_view word = text.substr(0, text.find_first_of(": \t]"));
  if (!is_name(word) || word.size() > 200) return {};
  if (!ends_behind(text, word.size())) return {};
  constexpr std::array<std::string_view, 6> ends = {"Error",   "Exception", "Throwable",
                                                    "Warning", "Interrupt", "Exit"};
  if (word == "java.lang.Thread.State") return {};  // of a dump
  const bool ends_so = std::ranges::any_of(ends, [&](std::string_view end) { return word.ends_with(end); });
  // "com.example.Closed: …": Java, judging by the form of the class name
  const std::size_t dot = word.rfind('.');
  const bool is_class = dot != std::string_view::npos && dot + 1 < word.size() && word[dot + 1] >= 'A' &&
                        word[dot + 1] <= 'Z' && word.find('.') != dot && !word.contains('/');
  return ends_so || is_class ? word : std::string_view();
}

Meaning exception_called(std::string_view word, std::string_view text) {
  Meaning meaning = cause(Knows::Reason, word);
  if (word.ends_with("OutOfMemoryError") || word == "MemoryError")
    meaning.kind = say("out of memory (", word, ")");
  if (word.ends_with("StackOverflowError") || word == "RecursionError")
    meaning.kind = say("stack overflow (", word, ")");
  const std::size_t at = text.find(": ");
  if (at != std::string_view::npos) meaning.message = text.substr(at + 2);
  if (meaning.message.starts_with("Maximum call stack size exceeded") ||
      meaning.message.starts_with("too much recursion"))
    meaning.kind = say("stack overflow (", word, ")");
  meaning.waits = true;
  // "a.b.C: …" is Java's, whose programs may survive it. In other languages it ends the program, or that
  // cannot be known.
  if (word.contains('.')) meaning.exception = Exception::Unknown;
  return meaning;
}

// Python's come last in the report, Java's first; a stack must be next to them.
Meaning exception(std::string_view text) {
  // .NET Framework: "A: closed ---> B: full", and the stack is that of the inner one
  if (const std::size_t inner = text.rfind(" ---> "); inner != std::string_view::npos)
    if (const std::string_view behind = text.substr(inner + 6); !exception_in(behind).empty()) text = behind;
  const std::string_view word = exception_in(text);
  return word.empty() ? Meaning() : exception_called(word, text);
}

// If the line says that it is an exception, also names that a shrinker has made: "a.d: closed".
Meaning surely_exception(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(": \t"));
  const bool ends_there = word.size() == text.size() || text[word.size()] == ':';
  if (exception_in(text).empty() && ends_there && word.contains('.') && is_name(word))
    return exception_called(word, text);
  return exception(text);
}

// An exception with a cause: Java's, C#'s, Node's.
Meaning of_chain(std::string_view text) {
  if (text.starts_with("---> (Inner Exception #")) return stack_heading(Role::Other);  // repeated
  for (const std::string_view before : {"Caused by: ", "Wrapped by: ", "---> ", "[cause]: "}) {
    std::string_view rest = text;
    if (!take_word(rest, before)) continue;
    Meaning meaning = exception(rest);
    if (!meaning) return stack_heading(Role::Cause);
    meaning.what = Meaning::What::Cause;
    meaning.waits = false;
    meaning.continues = true;
    meaning.role = before.starts_with("Wrapped") ? Role::Other : Role::Cause;
    return meaning;
  }
  if (text.starts_with("--- End of inner exception stack trace ---")) return stack_heading(Role::Other);
  return {};
}

Meaning of_java(std::string_view text) {
  if (text.starts_with("Suppressed: ")) return stack_heading(Role::Other, suppressed);
  std::string_view rest = text;
  if (take_word(rest, "Exception in thread \"") && take_before(rest, "\" ")) {
    Meaning meaning = surely_exception(rest);
    meaning.begins = static_cast<bool>(meaning);
    meaning.exception = Exception::Fatal;
    return meaning;
  }
  if (text.starts_with("FATAL EXCEPTION")) {
    Meaning meaning = cause(Knows::Nothing, "exception");
    meaning.begins = true;
    meaning.waits = true;
    meaning.exception = Exception::Fatal;
    return meaning;
  }
  if (take_word(rest, "== Java Exception: ")) return exception(rest);
  return {};
}

// JUnit: "1) testOpen(com.example.TillTest)", followed by the exception.
Meaning of_junit(std::string_view text) {
  std::string_view rest = text;
  if (!take_number(rest) || !take_word(rest, ") ") || !rest.ends_with(')')) return {};
  const std::size_t open = rest.find('(');
  if (open == std::string_view::npos || !is_name(rest.substr(0, open)) ||
      !is_name(rest.substr(open + 1, rest.size() - open - 2)))
    return {};
  Meaning meaning = reason("failed test", rest);
  meaning.waits = true;
  return meaning;
}

// ActivityManager's "ANR in com.example.shop (com.example.shop/.Main)", then "Reason: Input dispatching
// timed out"; a dump's "----- pid 4711 at …", "Cmd line: com.example.shop", and since Android 12
// "Subject: …".
Meaning of_anr(std::string_view text) {
  std::string_view rest = text;
  if (take_word(rest, "ANR in ")) {
    Meaning meaning = cause(Knows::Reason, "ANR");
    meaning.begins = true;
    meaning.program = rest.substr(0, rest.find(' '));
    return meaning;
  }
  if (text.starts_with("Subject: Input dispatching timed out")) return cause(Knows::Reason, "ANR");
  const bool is_javas = text.starts_with("Full thread dump ");
  if (text.starts_with("Found one Java-level deadlock")) {  // whose stacks are repeated
    Meaning meaning = reason("deadlock", "");
    meaning.begins = true;
    return meaning;
  }
  if (is_javas || (take_word(rest, "----- pid ") && take_number(rest) && rest.starts_with(" at "))) {
    Meaning meaning = cause(Knows::Nothing, "thread dump");
    meaning.begins = meaning.apart = true;
    return meaning;
  }
  if (take_word(rest, "Cmd line: ")) {
    Meaning meaning = cause(Knows::Nothing, "");
    meaning.program = rest.substr(0, rest.find(' '));
    meaning.continues = true;
    return meaning;
  }
  return {};
}

Meaning of_art(std::string_view text) {
  // '"main" prio=5 tid=1 Native'
  if (text.starts_with('"') && text.contains(" prio=") && text.contains(" tid=")) {
    const std::string_view name = text.substr(1, text.find('"', 1) - 1);
    return stack_heading(name == "main" ? Role::Crash : Role::Other, name);
  }
  return {};
}

Meaning of_go(std::string_view text) {
  if (text.starts_with("goroutine ") && text.ends_with("]:")) return stack_heading(Role::Crash, goroutine);
  std::string_view rest = text;
  if (take_word(rest, "fatal error: ")) {
    if (rest.starts_with("all goroutines are asleep")) return reason("deadlock", "");
    if (rest == "stack overflow") return reason("stack overflow", "");
    if (rest.contains("out of memory")) return reason("out of memory", "");
    return reason("Go fatal error", rest);
  }
  if (!text.contains("panic") && !text.contains("Panic in ")) return {};
  // An HTTP server continues, and logs the client that it served.
  const bool is_said =
      take_word(rest, "panic: ") || (take_before(rest, "http: panic serving ") && take_before(rest, ": "));
  const bool is_runtimes = take_before(rest, "runtime error: ").has_value();
  if (!is_said && !(is_runtimes && (text.starts_with("panic") || text.contains("Panic in ")))) return {};
  for (const std::string_view tail : {" [recovered", "\n"}) rest = rest.substr(0, rest.find(tail));
  if (!is_runtimes) return reason("Go panic", rest);
  // "slice bounds out of range [1:0]", "index out of range [3] with length 3"
  rest = rest.substr(0, rest.find(" ["));
  return reason(say("Go panic: ", rest), "");
}

// "thread 'main' panicked at 'text', src/a.rs:1:2", since 1.73 "… panicked at src/a.rs:1:2:" with the
// text on the next line, since 1.91 "thread 'main' (4711) panicked at …".
Meaning of_rust(std::string_view text) {
  std::string_view said = text;
  if (!take_word(said, "thread '") || !take_before(said, " panicked at ")) return {};
  Meaning meaning = reason("Rust panic", "");
  if (said.starts_with('\'')) {
    const std::size_t close = said.rfind('\'');
    meaning = reason("Rust panic", said.substr(1, close == 0 ? std::string_view::npos : close - 1));
    take_place_of(said, meaning);
  } else if (said.ends_with(':')) {
    meaning.words_follow = true;
    take_place_of(said.substr(0, said.size() - 1), meaning);
  }
  meaning.begins = true;
  return meaning;
}

Meaning of_python(std::string_view text) {
  if (text.ends_with("Traceback (most recent call last):")) {
    Meaning meaning = cause(Knows::Nothing, "exception");
    meaning.begins = true;
    meaning.waits = true;
    return meaning;
  }
  if (text.starts_with("During handling of the above exception") ||
      text.starts_with("The above exception was the direct cause"))
    return {.what = Meaning::What::Chain};
  if (text.starts_with("Fatal Python error: ")) return reason("Python fatal error", text.substr(20));
  if (text.ends_with(" (most recent call first):"))  // of faulthandler
    return text.starts_with("Thread 0x") ? stack_heading(Role::Other) : stack_heading(Role::Crash);
  if (text.starts_with("===BUG DETECTED: "))
    return reason(trimmed(text.substr(17, text.rfind("===") - 17)), "");
  return {};
}

// C# and Node, if no stack identifies the error.
Meaning of_others(std::string_view text) {
  if (text == "Stack overflow." || text == "Out of memory.") {
    Meaning meaning = reason(text == "Stack overflow." ? "stack overflow" : "out of memory", "");
    meaning.waits = true;
    return meaning;
  }
  if (text == "Unhandled exception:") {  // Dart's
    Meaning meaning = reason("unhandled exception", "");
    meaning.begins = true;
    return meaning;
  }
  if (text.starts_with("Process is terminated due to StackOverflowException"))
    return reason("stack overflow", "");
  std::string_view rest = text;
  if (!take_word(rest, "[UnhandledPromiseRejection: ")) return {};
  const bool says_why = take_before(rest, " with the reason ").has_value();
  return reason("unhandled rejection", says_why ? rest.substr(0, rest.rfind(".]")) : std::string_view());
}

}  // namespace

Meaning python_error(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(": \t"));
  return is_name(word) && ends_behind(text, word.size()) ? exception_called(word, text) : Meaning();
}

Meaning managed_meaning(std::string_view text) {
  using Reader = Meaning (*)(std::string_view);
  constexpr std::array<Reader, 10> readers = {of_chain, of_java, of_junit,  of_anr,    of_art,
                                              of_go,    of_rust, of_python, of_others, exception};
  for (const Reader reader : readers)
    if (auto meaning = reader(text)) return meaning;
  return {};
}

}  // namespace symkit::group
