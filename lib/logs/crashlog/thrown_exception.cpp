// Exceptions of Java, C#, JavaScript and similar languages, with their causes:
//   Exception in thread "main" java.lang.IllegalStateException: closed
//   Caused by: java.io.IOException: full
// A format without frames: the stack after such a line has the form of its language.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// Whether it can be the name of an exception's class.
bool is_class_name(std::string_view word) {
  if (word.empty() || is_digit(word.front())) return false;
  return std::ranges::all_of(word, [](char c) { return is_in_word(c) || c == '$' || c == '.' || c == '/'; });
}

// Whether only the message follows the name: "Error: closed", "AssertionError [ERR_ASSERTION]: closed"
bool ends_behind_name(std::string_view text, std::size_t size) {
  std::string_view rest = text.substr(size);
  if (rest.starts_with(" [")) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
  return rest.empty() || rest.front() == ':';
}

Cause exception_called(std::string_view word, std::string_view text) {
  Cause made = cause(Knows::Reason, word);
  if (take_before(text, ": ")) made.message = text;
  if (word.ends_with("OutOfMemoryError") || word == "MemoryError")
    made.kind = say("out of memory (", word, ")");
  if (word.ends_with("StackOverflowError") || word == "RecursionError" ||
      made.message.starts_with("Maximum call stack size exceeded") ||
      made.message.starts_with("too much recursion"))
    made.kind = say("stack overflow (", word, ")");
  made.waits = true;
  // "a.b.C: …" is Java's, whose programs may survive it. In other languages it ends the program, or that
  // cannot be known.
  if (word.contains('.')) made.exception = Exception::Unknown;
  return made;
}

// "java.lang.IllegalStateException: closed" → its first word; empty if that does not name an exception.
std::string_view exception_in(std::string_view text) {
  for (const std::string_view before :
       {"Uncaught (in promise) ", "Uncaught Kotlin exception: ", "Uncaught ", "Unhandled exception. ",
        "Unhandled Exception: ", "Unhandled Promise Rejection: ", "[Error: ", "Error: Uncaught ", "ERROR  "})
    take_word(text, before);
  const std::string_view word = text.substr(0, first_of<": \t]">(text));
  if (!is_class_name(word) || word.size() > 200) return {};
  if (!ends_behind_name(text, word.size())) return {};
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

// Python's come last in the report, Java's first; a stack must be next to them.
std::optional<Cause> exception(std::string_view text) {
  // .NET Framework: "A: closed ---> B: full", and the stack is that of the inner one
  if (const std::size_t inner = text.rfind(" ---> "); inner != std::string_view::npos)
    if (const std::string_view behind = text.substr(inner + 6); !exception_in(behind).empty()) text = behind;
  const std::string_view word = exception_in(text);
  return word.empty() ? std::nullopt : std::optional(exception_called(word, text));
}

// If the line says that it is an exception, also names that a shrinker has made: "a.d: closed".
std::optional<Cause> surely_exception(std::string_view text) {
  const std::string_view word = text.substr(0, first_of<": \t">(text));
  const bool ends_there = word.size() == text.size() || text[word.size()] == ':';
  if (exception_in(text).empty() && ends_there && word.contains('.') && is_class_name(word))
    return exception_called(word, text);
  return exception(text);
}

// An exception with a cause: Java's, C#'s, Node's.
std::optional<Cause> chained_exception(std::string_view text) {
  if (text.starts_with("---> (Inner Exception #") ||  // repeated
      text.starts_with("--- End of inner exception stack trace ---"))
    return stack_follows(Role::OtherThread);
  for (const std::string_view before : {"Caused by: ", "Wrapped by: ", "---> ", "[cause]: "}) {
    std::string_view rest = text;
    if (!take_word(rest, before)) continue;
    auto made = exception(rest);
    if (!made) return stack_follows(Role::Origin);
    made->waits = false;
    made->continues = true;
    made->role = before.starts_with("Wrapped") ? Role::OtherThread : Role::Origin;
    return made;
  }
  return std::nullopt;
}

std::optional<Cause> javas_exception(std::string_view text) {
  if (text.starts_with("Suppressed: ")) return stack_follows(Role::OtherThread, Series::Suppressed);
  if (std::string_view rest = text; take_word(rest, "Exception in thread \"") && take_before(rest, "\" ")) {
    auto made = surely_exception(rest);
    if (!made) return std::nullopt;
    made->begins = true;
    made->exception = Exception::Fatal;
    return made;
  }
  if (text.starts_with("FATAL EXCEPTION")) {
    Cause made = cause(Knows::Nothing, "exception");
    made.begins = made.waits = true;
    made.exception = Exception::Fatal;
    return made;
  }
  return take_word(text, "== Java Exception: ") ? exception(text) : std::nullopt;
}

// JUnit: "1) testOpen(com.example.TillTest)", followed by the exception.
std::optional<Cause> junits_failure(std::string_view text) {
  if (!take_number(text) || !take_word(text, ") ") || !text.ends_with(')')) return std::nullopt;
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !is_class_name(text.substr(0, open)) ||
      !is_class_name(text.substr(open + 1, text.size() - open - 2)))
    return std::nullopt;
  Cause made = reason("failed test", text);
  made.waits = true;
  return made;
}

std::optional<Cause> thrown(std::string_view text) {
  for (const ReadCause reader : {chained_exception, javas_exception, junits_failure, exception})
    if (auto found = reader(text)) return found;
  return std::nullopt;
}

}  // namespace

std::optional<Cause> python_error(std::string_view text) {
  const std::string_view word = text.substr(0, first_of<": \t">(text));
  if (!is_class_name(word) || !ends_behind_name(text, word.size())) return std::nullopt;
  return exception_called(word, text);
}

std::unique_ptr<Format> thrown_exception() { return std::make_unique<FramelessFormat>(thrown); }

}  // namespace symkit::crashlog
