// The classes and their types are those of libcasr's table; where it has none, the memory that is harmed
// and whether it is read or written decide.
#include "reports/group/severity.h"

#include "grouped.h"

namespace {

using symkit::group::Clue;
using symkit::group::score_of;
using symkit::group::Severity;
using symkit::group::severity_of;
using symkit::group::Signature;

Severity of(std::string_view kind, Clue clue = Clue::None) {
  return severity_of(Signature{.kind = std::string(kind), .clue = clue});
}

struct Expected {
  std::string_view kind;
  std::string_view type;
  std::string_view name;
};

constexpr Expected table[] = {
    {"heap-use-after-free WRITE 8", "EXPLOITABLE", "heap-use-after-free(write)"},
    {"heap-use-after-free READ 8", "NOT_EXPLOITABLE", "heap-use-after-free(read)"},
    {"heap-use-after-free", "PROBABLY_EXPLOITABLE", "heap-use-after-free"},
    {"stack-buffer-underflow WRITE 1", "EXPLOITABLE", "stack-buffer-underflow(write)"},
    {"container-overflow READ 4", "NOT_EXPLOITABLE", "container-overflow(read)"},
    {"KASAN: slab-out-of-bounds WRITE 4", "EXPLOITABLE", "slab-out-of-bounds(write)"},
    {"KASAN: use-after-free READ 8", "NOT_EXPLOITABLE", "use-after-free(read)"},
    {"KFENCE: memory corruption", "EXPLOITABLE", "heap-buffer-overflow(write)"},
    {"tag-mismatch ATOMIC WRITE 8", "EXPLOITABLE", "tag-mismatch(write)"},
    {"use-after-poison READ 8", "PROBABLY_EXPLOITABLE", "use-after-poison"},
    {"memcpy-param-overlap", "EXPLOITABLE", "param-overlap"},
    {"negative-size-param", "PROBABLY_EXPLOITABLE", "negative-size-param"},
    {"double-free", "NOT_EXPLOITABLE", "double-free"},
    {"invalid-free", "NOT_EXPLOITABLE", "bad-free"},
    {"leak", "NOT_EXPLOITABLE", "memory-leaks"},
    {"SIGSEGV near null READ", "NOT_EXPLOITABLE", "SourceAvNearNull"},
    {"SIGSEGV near null WRITE", "PROBABLY_EXPLOITABLE", "DestAvNearNull"},
    {"SIGSEGV READ", "NOT_EXPLOITABLE", "SourceAv"},
    {"SIGSEGV WRITE", "EXPLOITABLE", "DestAv"},
    {"SIGSEGV", "UNDEFINED", "AccessViolation"},
    {"SIGBUS", "UNDEFINED", "AccessViolation"},
    {"page fault on read near null", "NOT_EXPLOITABLE", "SourceAvNearNull"},
    {"StoreProhibited", "EXPLOITABLE", "DestAv"},
    {"SIGILL", "PROBABLY_EXPLOITABLE", "BadInstruction"},
    {"SIGABRT", "NOT_EXPLOITABLE", "AbortSignal"},
    {"SIGFPE", "NOT_EXPLOITABLE", "FPE"},
    {"stack overflow", "NOT_EXPLOITABLE", "StackOverflow"},
    {"stack smashing", "PROBABLY_EXPLOITABLE", "StackGuard"},
    {"data race WRITE 4", "UNDEFINED", "Undefined"},
    {"crash", "UNDEFINED", "Undefined"},
};

TEST_CASE("The type follows from what was harmed and whether it was written") {
  for (const auto& [kind, type, name] : table) {
    CAPTURE(kind);
    const Severity severity = of(kind);
    CHECK(severity.type == type);
    CHECK(severity.name == name);
    CHECK_FALSE(severity.reason.empty());
  }
}

TEST_CASE("A jump to where no code is says more than the signal") {
  CHECK(of("SIGSEGV", Clue::Jumped).name == "SegFaultOnPc");
  CHECK(of("SIGSEGV near null", Clue::Jumped).name == "SegFaultOnPcNearNull");
  CHECK(score_of(of("SIGSEGV", Clue::Jumped)) == "9.0");
}

TEST_CASE("Of a program that aborts its functions tell why") {
  CHECK(of("SIGABRT", Clue::StackGuard).name == "StackGuard");
  CHECK(of("SIGABRT", Clue::CheckedFunction).type == "NOT_EXPLOITABLE");
  CHECK(of("SIGABRT", Clue::Heap).name == "HeapError");
}

TEST_CASE("Who stops with words of its own is not exploitable, except for what a checker of security says") {
  CHECK(of("assertion failed", Clue::OwnWords).name == "AbortSignal");
  CHECK(of("heap corruption", Clue::OwnWords).type == "PROBABLY_EXPLOITABLE");
  CHECK(of("com.code_intelligence.jazzer.api.FuzzerSecurityIssueHigh", Clue::OwnWords).type == "UNDEFINED");
}

TEST_CASE("Logs give the clues") {
  const auto severity = [](const std::string& log) {
    const auto found = symkit::group::signatures_in(log);
    REQUIRE(found.size() == 1);
    return severity_of(found.front());
  };
  CHECK(severity("==7==ERROR: AddressSanitizer: SEGV on unknown address 0x7f0041414141 (pc 0x7f0041414141 bp "
                 "0x7ffd0 sp 0x7ffc8 T0)\n"
                 "    #0 0x7f0041414141  (<unknown module>)\n"
                 "    #1 0x4f1b2c in shop::ring(shop::Till*) /src/till.cpp:7:3\n")
            .name == "SegFaultOnPc");
  CHECK(severity("Program received signal SIGABRT, Aborted.\n"
                 "#0  __pthread_kill_implementation () at ./nptl/pthread_kill.c:44\n"
                 "#1  0x00007ffff7a7ec8d in __GI_abort () at ./stdlib/abort.c:79\n"
                 "#2  0x00007ffff7b2f5ea in __fortify_fail (msg=0x7) at fortify_fail.c:26\n"
                 "#3  0x00007ffff7b2f5b6 in __stack_chk_fail () at stack_chk_fail.c:24\n"
                 "#4  0x0000555555555189 in take (from=0x0) at till.c:9\n")
            .name == "StackGuard");
}

}  // namespace
