// Lines of languages that tell of their errors themselves: Java, Python, Go, Rust, C#, JavaScript, PHP's kin.
#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/words.h"
#include "group/line_parts.h"
#include "group/meaning.h"

namespace symkit::group {
namespace {

bool is_name(std::string_view word) {
  if (word.empty() || is_digit(word.front())) return false;
  return std::ranges::all_of(word, [](char c) {
    return is_digit(c) || c == '_' || c == '$' || c == '.' || c == '/' ||
           (lower_case(c) >= 'a' && lower_case(c) <= 'z');
  });
}

// "java.lang.IllegalStateException: closed" → its first word; empty where that names no exception.
std::string_view exception_in(std::string_view text) {
  for (const std::string_view before : {"Uncaught (in promise) ", "Uncaught ", "Unhandled exception. ",
                                        "Unhandled Exception: ", "[Error: ", "Error: Uncaught "})
    take_word(text, before);
  const std::string_view word = text.substr(0, text.find_first_of(": \t]"));
  if (!is_name(word) || word.size() > 200) return {};
  if (word.size() < text.size() && text[word.size()] != ':') return {};
  constexpr std::array<std::string_view, 6> ends = {"Error",   "Exception", "Throwable",
                                                    "Warning", "Interrupt", "Exit"};
  const bool ends_so = std::ranges::any_of(ends, [&](std::string_view end) { return word.ends_with(end); });
  // "com.example.Closed: …": of Java, by what a class is called
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
  meaning.waits = true;
  // "a.b.C: …" is of Java; what other languages write so ends the program, or nobody can say.
  if (word.contains('.')) meaning.exception = Exception::Unknown;
  return meaning;
}

// Python's are last in the report, Java's first; a stack must stand beside them.
Meaning exception(std::string_view text) {
  const std::string_view word = exception_in(text);
  return word.empty() ? Meaning() : exception_called(word, text);
}

// Where it is said to be one, also what a shrinker has called it: "a.d: closed".
Meaning surely_exception(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(": \t"));
  const bool ends_there = word.size() == text.size() || text[word.size()] == ':';
  if (exception_in(text).empty() && ends_there && word.contains('.') && is_name(word))
    return exception_called(word, text);
  return exception(text);
}

Meaning of_java(std::string_view text) {
  for (const std::string_view before : {"Caused by: ", "Wrapped by: "}) {
    std::string_view rest = text;
    if (!take_word(rest, before)) continue;
    Meaning meaning = exception(rest);
    if (!meaning) return stack_heading(Role::Cause);
    meaning.what = Meaning::What::Cause;
    meaning.waits = false;
    meaning.continues = true;
    meaning.role = before.starts_with("Caused") ? Role::Cause : Role::Other;
    return meaning;
  }
  if (text.starts_with("Suppressed: ")) return stack_heading(Role::Other);
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

// JUnit: "1) testOpen(com.example.TillTest)", and then the exception.
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

Meaning of_art(std::string_view text) {
  if (text.starts_with("ANR in ")) {
    Meaning meaning = cause(Knows::Reason, "ANR");
    meaning.begins = true;
    return meaning;
  }
  // '"main" prio=5 tid=1 Native'
  if (text.starts_with('"') && text.contains(" prio=") && text.contains(" tid=")) {
    const std::string_view name = text.substr(1, text.find('"', 1) - 1);
    return stack_heading(name == "main" ? Role::Crash : Role::Other, name);
  }
  return {};
}

Meaning of_go(std::string_view text) {
  if (text.starts_with("goroutine ") && text.ends_with("]:")) return stack_heading(Role::Crash, "goroutine");
  std::string_view rest = text;
  if (take_word(rest, "fatal error: ")) {
    if (rest.starts_with("all goroutines are asleep")) return reason("deadlock", "");
    if (rest == "stack overflow") return reason("stack overflow", "");
    if (rest.contains("out of memory")) return reason("out of memory", "");
    return reason("Go fatal error", rest);
  }
  const std::size_t at = text.find("runtime error: ");
  const bool is_panic =
      text.starts_with("panic: ") ||
      (at != std::string_view::npos && (text.starts_with("panic") || text.contains("Panic in ")));
  if (!is_panic) return {};
  rest = at == std::string_view::npos ? text.substr(7) : text.substr(at + 15);
  for (const std::string_view tail : {" [recovered", "\n"}) rest = rest.substr(0, rest.find(tail));
  if (at == std::string_view::npos) return reason("Go panic", rest);
  // "slice bounds out of range [1:0]", "index out of range [3] with length 3"
  rest = rest.substr(0, rest.find(" ["));
  return reason(say("Go panic: ", rest), "");
}

// "thread 'main' panicked at 'text', src/a.rs:1:2", or since 1.73 "… panicked at src/a.rs:1:2:" and the text
// in the next line.
Meaning of_rust(std::string_view text) {
  if (!text.starts_with("thread '")) return {};
  const std::size_t at = text.find("' panicked at ");
  if (at == std::string_view::npos) return {};
  std::string_view said = text.substr(at + 14);
  Meaning meaning = reason("Rust panic", "");
  if (said.starts_with('\'')) {
    const std::size_t close = said.rfind('\'');
    meaning = reason("Rust panic", said.substr(1, close == 0 ? std::string_view::npos : close - 1));
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
  if (text.starts_with("===BUG DETECTED: "))
    return reason(trimmed(text.substr(17, text.rfind("===") - 17)), "");
  return {};
}

}  // namespace

Meaning managed_meaning(std::string_view text) {
  using Reader = Meaning (*)(std::string_view);
  constexpr std::array<Reader, 7> readers = {of_java, of_junit, of_art, of_go, of_rust, of_python, exception};
  for (const Reader reader : readers)
    if (auto meaning = reader(text)) return meaning;
  return {};
}

}  // namespace symkit::group
