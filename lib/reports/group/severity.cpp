#include "reports/group/severity.h"

#include <algorithm>
#include <array>

#include "ground/base/words.h"

namespace symkit::group {
namespace {

constexpr std::string_view exploitable = "EXPLOITABLE", probably = "PROBABLY_EXPLOITABLE",
                           not_exploitable = "NOT_EXPLOITABLE", undefined = "UNDEFINED";

// A kind, "SIGSEGV near null READ 8", in its parts.
struct Told {
  explicit Told(std::string_view kind) : error(kind) {
    for (const std::string_view checker : {"KASAN: ", "KFENCE: ", "KMSAN: "})
      if (error.starts_with(checker)) error.remove_prefix(checker.size());
    is_near_null = cut(" near null");
    is_read = cut(" ATOMIC READ") || cut(" READ");
    is_write = cut(" ATOMIC WRITE") || cut(" WRITE");
  }

  std::string_view error;
  bool is_near_null = false, is_read = false, is_write = false;

 private:
  bool cut(std::string_view words) {
    const std::size_t at = whole_.find(words);
    if (at == std::string_view::npos) return false;
    error = error.substr(0, std::min(error.size(), error.find(words)));
    return true;
  }
  std::string_view whole_ = error;
};

// Memory that a program must not use: whether it reads or writes decides.
struct Misuse {
  std::string_view error;
  std::string_view memory;
};

constexpr auto misuses = std::to_array<Misuse>({
    {"heap-buffer-overflow", "beyond a heap block"},
    {"global-buffer-overflow", "beyond a global variable"},
    {"stack-buffer-overflow", "beyond a variable on the stack"},
    {"dynamic-stack-buffer-overflow", "beyond an array on the stack"},
    {"stack-buffer-underflow", "before a variable on the stack"},
    {"stack-use-after-scope", "in a variable whose scope has ended"},
    {"stack-use-after-return", "in a variable of a function that has returned"},
    {"heap-use-after-free", "in memory that was freed"},
    {"container-overflow", "beyond a container's elements"},
    {"intra-object-overflow", "beyond a member of an object"},
    {"tag-mismatch", "through a pointer to other memory"},
    {"invalid-access", "through a pointer to other memory"},
    {"invalid access", "where no block is"},  // valgrind's
    // of Linux' kernel
    {"slab-out-of-bounds", "beyond a heap block"},
    {"vmalloc-out-of-bounds", "beyond a heap block"},
    {"out-of-bounds", "beyond a heap block"},
    {"global-out-of-bounds", "beyond a global variable"},
    {"stack-out-of-bounds", "beyond a variable on the stack"},
    {"alloca-out-of-bounds", "beyond an array on the stack"},
    {"slab-use-after-free", "in memory that was freed"},
    {"use-after-free", "in memory that was freed"},
    {"use-after-scope", "in a variable whose scope has ended"},
    {"wild-memory-access", "at an address that is no memory"},
    {"user-memory-access", "in a process's memory"},
});

struct Known {
  std::string_view error;
  std::string_view type;
  std::string_view name;
  std::string_view reason;
};

constexpr auto known = std::to_array<Known>({
    {"use-after-poison", probably, "use-after-poison", "it uses memory that the program has marked"},
    {"double-free", not_exploitable, "double-free", "a block is freed twice, and the checker stops it"},
    {"invalid-free", not_exploitable, "bad-free", "no block is freed, and the checker stops it"},
    {"alloc-dealloc-mismatch", not_exploitable, "alloc-dealloc-mismatch",
     "a block is freed by the wrong function"},
    {"new-delete-type-mismatch", not_exploitable, "new-delete-type-mismatch",
     "an object is deleted with another size"},
    {"bad-malloc_usable_size", not_exploitable, "bad-malloc_usable_size", "the size of no block is asked"},
    {"memcpy-param-overlap", exploitable, "param-overlap", "it copies between ranges that overlap"},
    {"strcpy-param-overlap", exploitable, "param-overlap", "it copies between ranges that overlap"},
    {"overlap", exploitable, "param-overlap", "it copies between ranges that overlap"},
    {"invalid jump", exploitable, "SegFaultOnPc", "it jumped to an address that has no code"},
    {"negative-size-param", probably, "negative-size-param", "it uses memory with a negative size"},
    {"overwrites-const-input", probably, "overwrites-const-input", "it writes to its constant input"},
    {"initialization-order-fiasco", not_exploitable, "initialization-order-fiasco",
     "it uses a global variable before its initialization"},
    {"odr-violation", not_exploitable, "odr-violation", "two files define one variable"},
    {"unknown-crash", not_exploitable, "unknown-crash", "the checker does not know the memory"},
    {"use-of-uninitialized-value", not_exploitable, "use-of-uninitialized-value",
     "a value decides that was never set"},
    {"uninitialised value", not_exploitable, "use-of-uninitialized-value",
     "a value decides that was never set"},
    {"uninit-value", not_exploitable, "use-of-uninitialized-value", "a value decides that was never set"},
    {"allocation-size-too-big", not_exploitable, "allocation-size-too-big",
     "more memory is requested than there can be"},
    {"leak", not_exploitable, "memory-leaks", "memory is lost, not harmed"},
    {"indirect leak", not_exploitable, "memory-leaks", "memory is lost, not harmed"},
    {"possible leak", not_exploitable, "memory-leaks", "memory is lost, not harmed"},
    {"out of memory", not_exploitable, "out-of-memory", "memory is used up, not harmed"},
    {"timeout", not_exploitable, "timeout", "it is slow, its memory is not harmed"},
    {"ANR", not_exploitable, "timeout", "it waits, its memory is not harmed"},
    {"kernel BUG: memory leak", not_exploitable, "memory-leaks", "memory is lost, not harmed"},
    {"kernel hung task", not_exploitable, "timeout", "it waits, its memory is not harmed"},
    {"soft lockup", not_exploitable, "timeout", "it runs without end, its memory is not harmed"},
    {"rcu detected stall", not_exploitable, "timeout", "it runs without end, its memory is not harmed"},
    {"stack overflow", not_exploitable, "StackOverflow", "its stack is used up, usually by recursion"},
    {"stack-overflow", not_exploitable, "StackOverflow", "its stack is used up, usually by recursion"},
    {"SIGFPE", not_exploitable, "FPE", "an arithmetic operation failed"},
    {"division by zero", not_exploitable, "FPE", "an arithmetic operation failed"},
    {"divide error", not_exploitable, "FPE", "an arithmetic operation failed"},
    {"SIGTRAP", not_exploitable, "TrapSignal", "it stopped at a trap in its code"},
    {"breakpoint", not_exploitable, "TrapSignal", "it stopped at a trap in its code"},
    {"SIGILL", probably, "BadInstruction", "it ran what is no instruction"},
    {"SIGSYS", probably, "BadInstruction", "it made a system call that is not allowed"},
    {"double-free or invalid-free", probably, "double-free", "a block is freed twice, or none is freed"},
    {"invalid free", probably, "bad-free", "what is freed is no block"},
    {"memory corruption", exploitable, "heap-buffer-overflow(write)", "it wrote beyond a heap block"},
    {"allocation-tail-overwritten", exploitable, "heap-buffer-overflow(write)",
     "it wrote beyond a heap block"},
    {"kernel BUG: corrupted list", probably, "HeapError", "a list's links were overwritten"},
    {"kernel panic: stack is corrupted", probably, "StackGuard", "a function's frame was overwritten"},
    {"V8 sandbox violation", exploitable, "DestAv", "it reached memory outside of the sandbox"},
    {"heap corruption", probably, "HeapError", "the allocator found its own data overwritten"},
    {"stack smashing", probably, "StackGuard", "a function's frame was overwritten"},
    {"buffer overflow", not_exploitable, "SafeFunctionCheck", "a checked function stopped before it wrote"},
    {"null-ptr-deref", not_exploitable, "SourceAvNearNull", "it uses a null pointer"},
    {"null dereference", not_exploitable, "SourceAvNearNull", "it uses a null pointer"},
});

Severity made(std::string_view type, std::string_view name, std::string_view reason) {
  return {type, std::string(name), std::string(reason)};
}

// A fault of the processor, some of which say what was tried.
struct Fault {
  std::string_view error;
  bool is_read = false, is_write = false;
};

constexpr auto faults = std::to_array<Fault>({
    {"SIGSEGV"},
    {"SEGV"},
    {"SIGBUS"},
    {"EAccessViolation"},
    {"kernel page fault"},
    {"general protection fault"},
    {"unhandled fault"},
    {"page fault on read", true},
    {"page fault on write", false, true},
    {"LoadProhibited", true},
    {"StoreProhibited", false, true},
});

Severity of_fault(const Told& told) {
  if (told.is_near_null && told.is_write)
    return made(probably, "DestAvNearNull", "it writes through a pointer that is nearly null");
  if (told.is_near_null && told.is_read)
    return made(not_exploitable, "SourceAvNearNull", "it reads through a pointer that is nearly null");
  if (told.is_near_null)
    return made(not_exploitable, "AccessViolation", "it uses a pointer that is nearly null");
  if (told.is_write) return made(exploitable, "DestAv", "it writes to an address that it may not write");
  if (told.is_read) return made(not_exploitable, "SourceAv", "it reads at an address that it may not read");
  return made(undefined, "AccessViolation", "the log does not say whether it read or wrote");
}

Severity of_misuse(const Misuse& misuse, const Told& told) {
  if (told.is_write) return {exploitable, say(misuse.error, "(write)"), say("it writes ", misuse.memory)};
  if (told.is_read) return {not_exploitable, say(misuse.error, "(read)"), say("it reads ", misuse.memory)};
  return {probably, std::string(misuse.error), say("it reads or writes ", misuse.memory)};
}

}  // namespace

Severity severity_of(const Signature& signature) {
  Told told(signature.kind);
  if (signature.clue == Clue::Jumped)
    return told.is_near_null
               ? made(probably, "SegFaultOnPcNearNull", "it called a function whose address is nearly null")
               : made(exploitable, "SegFaultOnPc", "it jumped to an address that has no code");
  if (const auto* at = std::ranges::find(faults, told.error, &Fault::error); at != faults.end()) {
    told.is_read = told.is_read || at->is_read;
    told.is_write = told.is_write || at->is_write;
    return of_fault(told);
  }
  if (const auto* at = std::ranges::find(misuses, told.error, &Misuse::error); at != misuses.end())
    return of_misuse(*at, told);
  std::string_view error = told.error;
  if (signature.clue == Clue::Heap) error = "heap corruption";
  if (signature.clue == Clue::CheckedFunction) error = "buffer overflow";
  if (signature.clue == Clue::StackGuard) error = "stack smashing";
  if (const auto* at = std::ranges::find(known, error, &Known::error); at != known.end())
    return made(at->type, at->name, at->reason);
  if (error.starts_with("PySecSan: ") || error.contains("FuzzerSecurityIssue"))
    return made(undefined, "Undefined", "a checker of security says what it found");
  if (signature.clue == Clue::OwnWords || error == "SIGABRT")
    return made(not_exploitable, "AbortSignal", "the program stopped itself");
  return made(undefined, "Undefined", "the log does not say what happened to memory");
}

std::string_view score_of(const Severity& severity) {
  if (severity.name == "SegFaultOnPc") return "9.0";
  if (severity.type == exploitable) return "8.0";
  if (severity.type == probably) return "6.0";
  return severity.type == not_exploitable ? "3.0" : "";
}

}  // namespace symkit::group
