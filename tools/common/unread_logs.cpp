#include "common/unread_logs.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::tools {
namespace {

constexpr std::string_view not_yet = "which symkit does not read yet";
constexpr std::string_view has_names = "which already have function names";

struct Family {
  std::string_view needle;  // a text in its logs
  std::string_view name;    // "they look like …"
  std::string_view reader;  // the tool that reads it, or what to know about it
  std::string_view advice = {};
};

// If several match, the first counts: the more specific ones come first.
constexpr auto families = std::to_array<Family>({
    {"Memcheck, a memory error detector", "valgrind's", "symlookup"},
    {"== HEAP SUMMARY:", "valgrind's", "symlookup"},
    {"== Helgrind, ", "valgrind's", "symlookup"},
    {"== Command: ", "valgrind's", "symlookup"},
    {"# callgrind format", "callgrind's profile", not_yet},
    {"heap_tree=", "massif's profile", not_yet},
    {"MDMP", "a minidump", not_yet, "convert it with minidump_stackwalk, whose text symlookup reads"},
    {"Found by: given as instruction pointer", "minidump_stackwalk's", "symlookup"},
    {"Child-SP          RetAddr", "WinDbg's", "symlookup"},
    {"EXCEPTION_RECORD:", "WinDbg's", "symlookup"},
    {"heap profile: ", "gperftools' heap profile", "symlookup"},
    {"heap_v2/", "jemalloc's heap profile", "symlookup"},
    {"Guru Meditation Error", "an ESP32's panic", "symlookup"},
    {"*** Aborted at ", "glog's", "symlookup"},
    {"PC: @ ", "glog's", "symlookup"},
    {"Received signal 11 SEGV_", "Chromium's", "symlookup"},
    {"(No symbol) [0x", "Chromium's", "symlookup"},
    {" 0# 0x", "Boost.Stacktrace's", "symlookup"},
    {" 0# ", "Boost.Stacktrace's", has_names},
    {"Traceback (most recent call last)", "Python's", has_names},
    {"(most recent call first):\n  File \"", "output of Python's faulthandler",
     "with frames of Python, which already have function names",
     "Python 3.14 and later also print the C stack, which symlookup reads"},
    {"goroutine ", "Go's", has_names},
    {"note: run with `RUST_BACKTRACE=1`", "Rust panics without a backtrace", "which have no frames",
     "run it with RUST_BACKTRACE=1"},
    {"(package:", "Dart's", has_names},
    {"PHP Stack trace:", "PHP's", has_names},
    {"PHP Fatal error:", "PHP's", has_names},
    {":in `", "Ruby's", has_names},
    {"   at System.", ".NET's", not_yet},
    {"wasm-function[", "WebAssembly's", "smapresolve"},
    {".js:", "JavaScript's", "smapresolve"},
    {".mjs:", "JavaScript's", "smapresolve"},
    {".bundle:", "JavaScript's", "smapresolve"},
    {"(Unknown Source)", "Java's", "retrace"},
    {"(SourceFile:", "Java's", "retrace"},
    {"\tat ", "Java's", "retrace"},
    {"Exception in thread ", "Java's", "retrace"},
    {"ERROR: AddressSanitizer", "a sanitizer's", "symlookup"},
    {"WARNING: ThreadSanitizer", "a sanitizer's", "symlookup"},
    {"Incident Identifier:", "Apple's", "symlookup"},
    {"backtrace:\n", "Android's", "symlookup"},
    {"A fatal error has been detected by the Java Runtime", "a Java virtual machine's", "symlookup"},
});

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::string_view(value) != "false";
}

bool is_tool(std::string_view reader) { return !reader.contains(' '); }

}  // namespace

bool is_advice_read() { return ::isatty(STDERR_FILENO) == 1 || is_set("CI"); }

std::string told_of_unread(std::string_view beginning, std::string_view tool) {
  for (const Family& family : families) {
    if (!beginning.contains(family.needle)) continue;
    const std::string looks = say("they look like ", family.name, family.name.ends_with("'s") ? " logs" : "");
    if (family.reader == tool) return say(looks, ", but have no frames that can be looked up");
    if (is_tool(family.reader)) return say(looks, "; ", family.reader, " reads them");
    return say(looks, ", ", family.reader, family.advice.empty() ? "" : "; ", family.advice);
  }
  return say("not a known log format; man ", tool, " lists the known ones");
}

void NothingFound::looked_at(const io::Input& input) {
  if (beginning_.empty()) beginning_ = input.given_first();
}

void NothingFound::say_so(std::uint64_t lines, bool asked) const {
  if (!asked && !is_advice_read()) return;
  const std::string line =
      lines == 0 ? say(tool_, ": no ", things_, ": the input is empty\n")
                 : say(tool_, ": 0 ", things_, " in ", lines,
                       lines == 1 ? " line: " : " lines: ", told_of_unread(beginning_, tool_), '\n');
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace symkit::tools
