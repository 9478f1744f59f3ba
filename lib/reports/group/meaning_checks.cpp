// What programs say themselves before they end: failed checks and assertions, fatal errors, missing
// libraries.
#include <array>
#include <optional>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/line_parts.h"
#include "reports/group/meaning.h"

namespace symkit::group {
namespace {

// "len > 0 (-1 vs. 0)", "x; y", "!terminated_.": only the expression.
std::string_view expression_of(std::string_view text) {
  if (const std::size_t values = text.rfind(" (");
      values != std::string_view::npos && text.substr(values).contains(" vs. "))
    text = text.substr(0, values);
  if (const std::size_t more = text.find("; "); more != std::string_view::npos) text = text.substr(0, more);
  while (text.ends_with('.') || text.ends_with(';')) text.remove_suffix(1);
  if (const std::size_t more = text.find(". "); more != std::string_view::npos) text = text.substr(0, more);
  return trimmed(text);
}

Meaning check(std::string_view expression) { return reason("check failed", expression_of(expression)); }

// The text after the place in a line of Chromium's or glog's: "Check failed: x", or a last message.
Meaning fatal(std::string_view said) {
  for (const std::string_view words :
       {"DCHECK failed: ", "Check failed: ", "CHECK failed: ", "Assert failed: ", "NOTREACHED hit. "})
    if (take_word(said, words)) return check(said);
  if (said.starts_with("Check failed:")) return check(said.substr(13));
  if (said.starts_with("check(") && said.ends_with(')')) return check(said.substr(6, said.size() - 7));
  return reason("fatal error", expression_of(said));
}

// "[1:1:0308/122440.968711:FATAL:a.cc(243)] Check failed: …"
std::optional<Meaning> of_chromium(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  const std::size_t mark = text.find(":FATAL:");
  const std::size_t end = text.find("] ");
  if (mark == std::string_view::npos || end == std::string_view::npos || end < mark) return std::nullopt;
  return fatal(text.substr(end + 2));
}

// "F0812 20:32:32.874783   47273 file.h:195] Log fatal."
std::optional<Meaning> of_glog(std::string_view text) {
  if (text.size() < 10 || text[0] != 'F' || !is_digit(text[1]) || !is_digit(text[4])) return std::nullopt;
  const std::size_t end = text.find("] ");
  if (end == std::string_view::npos || end > 160 || !text.substr(0, end).contains(':')) return std::nullopt;
  return fatal(text.substr(end + 2));
}

// V8: "# Fatal error in ../../src/a.cc, line 394", then "# Check failed: a == b."
std::optional<Meaning> of_v8(std::string_view text) {
  if (take_word(text, "# Fatal error")) return reason("fatal error", "");
  if (text == "# V8 correctness failure") return reason("V8 correctness failure", "");
  if (text.starts_with("## V8 sandbox violation")) return reason("V8 sandbox violation", "");
  if (take_word(text, "abort: CSA_")) {
    const std::size_t place = text.rfind(" [");
    return reason(
        "assertion failed",
        expression_of(text.substr(text.find(": ") + 2,
                                  place == std::string_view::npos ? place : place - text.find(": ") - 2)));
  }
  if (take_word(text, "# V8 correctness ")) {
    Meaning meaning = reason("V8 correctness failure", text);
    meaning.continues = meaning.appends = true;
    meaning.refines = "V8 correctness failure";
    return meaning;
  }
  const bool is_hotspots =
      text.starts_with("#  SIG") || text.starts_with("# A fatal error has been detected by");
  if (is_hotspots || !take_word(text, "# ") || text.empty()) return std::nullopt;
  Meaning meaning = fatal(text);
  meaning.continues = true;
  meaning.refines = "fatal error";
  return meaning;
}

// The text between the words; nothing unless both occur.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view behind) {
  if (!take_before(text, before)) return std::nullopt;
  const std::size_t end = text.rfind(behind);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(0, end);
}

// assert() of the C and C++ libraries, of GLib, Android and Qt.
std::optional<Meaning> assertion(std::string_view text) {
  if (!text.contains("ssertion") && !text.starts_with("ASSERT")) return std::nullopt;
  constexpr auto around = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"Assertion `", "' failed"},
      {"Assertion '", "' failed"},
      {"assertion '", "' failed"},
      {"assertion \"", "\" failed"},
      {": assertion ", " failed: "},
      {"libc++ Hardening assertion ", " failed: "},
      {"ASSERT: \"", "\" in file "},
  });
  for (const auto& [before, behind] : around)
    if (const auto said = between(text, before, behind)) return reason("assertion failed", *said);
  if (take_word(text, "ASSERT failure in "))
    return reason("assertion failed", text.substr(0, std::min(text.rfind(", file "), text.size())));
  if (text.starts_with("Assertion failed: ")) {
    std::string_view rest = text.substr(18);
    if (const auto said = between(rest, "(", "), function ")) return reason("assertion failed", *said);
    return reason("assertion failed", rest.substr(0, std::min(rest.find(", file "), rest.size())));
  }
  if (const std::size_t at = text.find(": assertion failed: ");
      at != std::string_view::npos && text.contains("ERROR:"))
    return reason("assertion failed", text.substr(at + 20));
  return std::nullopt;
}

// "a.cpp:3301 CHECK_EQ( (unsigned)ptr[0],1u) failed: 25 vs. 1"
std::optional<Meaning> of_android_check(std::string_view text) {
  const std::size_t at = text.find(" CHECK");
  const std::size_t end = text.rfind(") failed");
  if (at == std::string_view::npos || end == std::string_view::npos || end < at || at > 200)
    return std::nullopt;
  if (!text.substr(0, at).contains(':')) return std::nullopt;
  return reason("check failed", text.substr(at + 1, end - at));
}

constexpr auto said_by_libraries = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"*** stack smashing detected ***", "stack smashing"},
    {"*** buffer overflow detected ***", "buffer overflow"},
    {"double free or corruption", "heap corruption"},
    {"malloc(): ", "heap corruption"},
    {"free(): ", "heap corruption"},
    {"realloc(): ", "heap corruption"},
    {"corrupted size vs. prev_size", "heap corruption"},
    {"munmap_chunk(): ", "heap corruption"},
    {"malloc_consolidate(): ", "heap corruption"},
    {"corrupted double-linked list", "heap corruption"},
    {"pure virtual method called", "pure virtual call"},
    {"terminate called without an active exception", "terminate without exception"},
    {"terminate called recursively", "terminate in terminate"},
    {"memory allocation of ", "out of memory"},
    {"fatal runtime error: stack overflow", "stack overflow"},
});

std::optional<Meaning> of_library(std::string_view text) {
  if (take_word(text, "terminate called after throwing an instance of '"))
    return reason(say("uncaught ", text.substr(0, text.find('\''))), "");
  if (text.starts_with("libc++abi: ") || text.starts_with("libc++abi.dylib: ")) {
    const std::size_t type = text.find("uncaught exception of type ");
    if (type == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(type + 27);
    return reason(say("uncaught ", rest.substr(0, rest.find(':'))), "");
  }
  if (take_word(text, "*** Error in `")) take_before(text, "': ");  // glibc before 2.26
  for (const auto& [words, kind] : said_by_libraries)
    if (text.starts_with(words)) return reason(kind, "");
  if (take_word(text, "FATAL ERROR: ")) {  // Node
    const bool is_memory = text.contains("out of memory") || text.contains("Allocation failed");
    return is_memory ? reason("out of memory", "") : reason("fatal error", expression_of(text));
  }
  if (text.contains("*** error for object 0x")) return reason("heap corruption", "");
  if (text.ends_with(": cannot open shared object file: No such file or directory"))
    if (const auto name = between(text, "error while loading shared libraries: ", ": cannot open"))
      return reason("missing library", *name);
  if (text.starts_with("CANNOT LINK EXECUTABLE"))
    if (const auto name = between(text, "library \"", "\" not found"))
      return reason("missing library", *name);
  return std::nullopt;
}

// Android's tombstones, and Swift's "Fatal error: "
std::optional<Meaning> stated(std::string_view text) {
  if (take_word(text, "Abort message: ")) {
    if (text.starts_with('\'') && text.ends_with('\'')) text = text.substr(1, text.size() - 2);
    for (const auto& found : {of_android_check(text), assertion(text), of_library(text)})
      if (found) return found;
    return fatal(text);
  }
  if (const std::size_t at = text.find(": Fatal error: ");
      at != std::string_view::npos && text.substr(0, at).contains(".swift:"))
    return reason("Swift fatal error", text.substr(at + 15));
  take_word(text, "PHP ");
  if (!take_word(text, "Fatal error: ")) return std::nullopt;
  take_blanks(text);
  if (!take_word(text, "Uncaught ")) return reason("fatal error", text);
  Meaning meaning = reason(say("uncaught ", text.substr(0, text.find(':'))), "");  // PHP's
  meaning.begins = true;
  return meaning;
}

}  // namespace

Meaning checks_meaning(std::string_view text) {
  using Reader = std::optional<Meaning> (*)(std::string_view);
  const char first = text.front();
  if (first == '[')
    if (const auto found = of_chromium(text)) return *found;
  if (first == 'F')
    if (const auto found = of_glog(text)) return *found;
  if (first == '#' || text.starts_with("abort: "))
    if (const auto found = of_v8(text)) return *found;
  constexpr std::array<Reader, 4> readers = {stated, assertion, of_library, of_android_check};
  for (const Reader reader : readers)
    if (const auto found = reader(text)) return *found;
  return {};
}

}  // namespace symkit::group
