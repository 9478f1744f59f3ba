// What programs say themselves before they end: failed checks and assertions, fatal errors.
//   kiosk: till.cpp:12: int take(int): Assertion `n > 0' failed.
//   terminate called after throwing an instance of 'std::out_of_range'
// It has no frames: the stack after such a message has the form of another.
#include "logs/crashlog/program_message.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

Cause failed_check(std::string_view expression) { return reason("check failed", checked_in(expression)); }

// The text between the words; nothing unless both occur.
std::optional<std::string_view> text_between(std::string_view text, std::string_view before,
                                             std::string_view behind) {
  if (!take_before(text, before)) return std::nullopt;
  const std::size_t end = text.rfind(behind);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(0, end);
}

// "till.cc: 12: FAILED ceph_assert(is_closed)"
std::optional<Cause> cephs_assertion(std::string_view text) {
  if (!text.ends_with(')')) return std::nullopt;
  for (const std::string_view words : {": FAILED ceph_assert(", ": FAILED assert("})
    if (const auto said = text_between(text, words, ")")) {
      Cause made = reason("assertion failed", *said);
      made.continues = true;
      return made;
    }
  return std::nullopt;
}

// "till.cc: In function 'void Till::open()' thread 7f11 time 2026-11-28T10:00:00.000000+0000": Ceph says
// where before it says what.
std::optional<Cause> cephs_place(std::string_view text) {
  const auto file = take_before(text, ": In function '");
  if (!file || file->contains(' ') || !take_before(text, "' thread ") || !text.contains(" time "))
    return std::nullopt;
  return reason("assertion failed");
}

// assert() of the C and C++ libraries, of GLib, Android, Qt and PostgreSQL.
std::optional<Cause> failed_assertion(std::string_view text) {
  if (!text.contains("ssert") && !text.starts_with("ASSERT")) return std::nullopt;
  if (auto found = cephs_assertion(text)) return found;
  constexpr auto around = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"Assertion `", "' failed"},
      {"Assertion '", "' failed"},
      {"assertion '", "' failed"},
      {"assertion \"", "\" failed"},
      {": assertion ", " failed: "},
      {"libc++ Hardening assertion ", " failed: "},
      {"ASSERT: \"", "\" in file "},
      {"ASSERTION FAILED: ", ""},  // WebKit
      {"TRAP: failed Assert(\"", "\"), File: "},
      {"TRAP: FailedAssertion(\"", "\", File: "},
  });
  for (const auto& [before, behind] : around)
    if (const auto said = text_between(text, before, behind)) return reason("assertion failed", *said);
  // MPICH and Intel MPI: "Assertion failed in file ../till.c at line 12: till->is_open"
  if (std::string_view rest = text; take_word(rest, "Assertion failed in file "))
    if (take_before(rest, " at line ") && take_before(rest, ": ")) return reason("assertion failed", rest);
  if (take_word(text, "ASSERT failure in "))
    return reason("assertion failed", text.substr(0, text.rfind(", file ")));
  if (text.contains("Error: Assertion failed: ")) take_before(text, "Error: ");  // Unreal's prefix of a line
  if (take_word(text, "Assertion failed: ")) {
    if (const auto said = text_between(text, "(", "), function ")) return reason("assertion failed", *said);
    return reason("assertion failed", text.substr(0, std::min(text.find(", file "), text.find(" [File:"))));
  }
  const bool is_of_glib = text.contains("ERROR:") && take_before(text, ": assertion failed: ");
  return is_of_glib ? std::optional(reason("assertion failed", text)) : std::nullopt;
}

// "a.cpp:3301 CHECK_EQ( (unsigned)ptr[0],1u) failed: 25 vs. 1"
std::optional<Cause> failed_macro(std::string_view text) {
  const std::size_t at = text.find(" CHECK");
  const std::size_t end = text.rfind(") failed");
  if (at == std::string_view::npos || end == std::string_view::npos || end < at || at > 200)
    return std::nullopt;
  if (!text.substr(0, at).contains(':')) return std::nullopt;
  return reason("check failed", text.substr(at + 1, end - at));
}

constexpr auto words_of_libraries = std::to_array<std::pair<std::string_view, std::string_view>>({
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
});

std::optional<Cause> words_of_library(std::string_view text) {
  if (take_word(text, "terminate called after throwing an instance of '"))
    return reason(say("uncaught ", text.substr(0, text.find('\''))));
  if (text.starts_with("libc++abi: ") || text.starts_with("libc++abi.dylib: ")) {
    if (!take_before(text, "uncaught exception of type ")) return std::nullopt;
    return reason(say("uncaught ", text.substr(0, text.find(": "))));
  }
  if (take_word(text, "*** Error in `")) take_before(text, "': ");  // glibc before 2.26
  for (const auto& [words, kind] : words_of_libraries)
    if (begins(text, words)) return reason(kind);
  if (text == "SHOULD NEVER BE REACHED") return reason("unreachable");  // WebKit
  if (text.contains("*** error for object 0x")) return reason("heap corruption");
  if (text.ends_with(": cannot open shared object file: No such file or directory"))
    if (const auto name = text_between(text, "error while loading shared libraries: ", ": cannot open"))
      return reason("missing library", *name);
  if (std::string_view rest = text; take_word(rest, "slurm"))  // "slurmctld: fatal: text"
    if (const auto daemon = take_before(rest, ": fatal: "); daemon && !daemon->contains(' '))
      return reason("fatal error", rest);
  if (text.starts_with("CANNOT LINK EXECUTABLE"))
    if (const auto name = text_between(text, "library \"", "\" not found"))
      return reason("missing library", *name);
  return std::nullopt;
}

}  // namespace

std::string_view checked_in(std::string_view text) {
  if (const std::size_t values = text.rfind(" (");
      values != std::string_view::npos && text.substr(values).contains(" vs. "))
    text = text.substr(0, values);
  text = text.substr(0, text.find("; "));
  while (text.ends_with('.') || text.ends_with(';')) text.remove_suffix(1);
  return trimmed(text.substr(0, text.find(". ")));
}

Cause fatal_message(std::string_view said) {
  for (const std::string_view words :
       {"DCHECK failed: ", "Check failed: ", "CHECK failed: ", "Assert failed: ", "NOTREACHED hit. "})
    if (take_word(said, words)) return failed_check(said);
  if (take_word(said, "Check failed:")) return failed_check(said);
  if (said.starts_with("check(") && said.ends_with(')')) return failed_check(said.substr(6, said.size() - 7));
  return reason("fatal error", checked_in(said));
}

std::optional<Cause> runtime_message(std::string_view text) {
  for (const ReadCause reader : {failed_assertion, cephs_place, words_of_library, failed_macro})
    if (auto found = reader(text)) return found;
  return std::nullopt;
}

std::unique_ptr<Format> program_message() { return std::make_unique<FramelessFormat>(runtime_message); }

}  // namespace symkit::crashlog
