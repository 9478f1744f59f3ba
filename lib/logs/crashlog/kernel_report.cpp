// What a Linux kernel says of its own errors: the line with which a report begins, and the headings of the
// stacks in it.
//   BUG: KASAN: use-after-free in f+0x12/0x34           INFO: task till:7 blocked for more than 120 seconds.
//   WARNING: CPU: 1 PID: 2 at lib/refcount.c:28 f+0x1/0x2
//   WARNING: possible circular locking dependency detected
// The first such line decides what the report is: the oops and the panic that it leads to are part of it.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "ground/base/words.h"
#include "logs/crashlog/format.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/kernel_release.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// A line that begins a report.
Cause kernel_begins(Knows knows, std::string_view kind, Role tells = Role::Crashed) {
  Cause made = cause(knows, kind);
  made.begins = made.from_outside = made.apart = true;
  made.world = kernel_world;
  made.tells = tells;
  return made;
}

// A line within a report; alone it is one.
Cause kernel_adds(Knows knows, std::string_view kind) {
  Cause made = cause(knows, kind);
  made.continues = true;
  made.world = kernel_world;
  return made;
}

Cause kernel_page_fault(std::string_view said) {
  Cause made = kernel_begins(Knows::Fault, "kernel page fault");
  if (said.contains("NULL pointer")) made.accessed = 0;
  return made;
}

// How a line begins, what else it contains, the kind that it means, and whose stack tells.
struct Headline {
  std::string_view begin;
  std::string_view words;
  std::string_view kind;
  Role tells = Role::Crashed;
};

constexpr auto headlines = std::to_array<Headline>({
    // of the checker of locks
    {"possible ", "locking dependency detected", "possible deadlock", Role::LockTaker},
    {"possible recursive locking detected", "", "possible deadlock", Role::LockTaker},
    {"possible irq lock inversion", "", "possible deadlock", Role::LockTaker},
    {"", "-unsafe lock order detected", "possible deadlock", Role::LockTaker},
    {"inconsistent lock state", "", "inconsistent lock state"},
    {"bad unlock balance detected", "", "bad unlock balance"},
    {"bad contention detected", "", "bad unlock balance"},
    {"held lock freed!", "", "held lock freed", Role::LockHolder},
    {"", "still has locks held!", "still has locks held", Role::LockHolder},
    {"lock held when returning to user", "", "lock held when returning to user space", Role::LockHolder},
    {"suspicious RCU usage", "", "suspicious RCU usage"},
    {"suspicious rcu_dereference", "", "suspicious RCU usage"},
    {"Invalid wait context", "", "invalid wait context"},
    {"Nested lock was not taken", "", "nested lock was not taken"},
    {"trying to register non-static key", "", "non-static key"},
    // of watchdogs
    {"rcu", "detected stall", "rcu detected stall", Role::Processor},
    {"rcu", "self-detected stall", "rcu detected stall", Role::Processor},
    {"rcu", "detected expedited stall", "rcu detected stall", Role::Processor},
    {"task ", " blocked for more than ", hung_task},
    {"task ", " blocked in I/O wait for more than ", hung_task},
    {"task ", " can't die for more than ", "task can't die"},
    {"soft lockup", "", "soft lockup", Role::Processor},
    {"workqueue lockup", "", "workqueue lockup", Role::Processor},
    {"Watchdog detected hard LOCKUP", "", "hard lockup", Role::Processor},
    // of memory
    {"", " stack guard page was hit at ", "kernel BUG: stack guard page was hit"},
    {"Dentry ", " still in use (", "kernel BUG: Dentry still in use"},
    {"Bad page state", "", "kernel BUG: Bad page state", Role::AllocatedBy},
    {"Bad page map", "", "kernel BUG: Bad page map"},
    {"Bad rss-counter", "", "kernel BUG: Bad rss-counter state"},
    {"kernel stack regs at ", " has bad ", "kernel stack regs has bad value"},
    {"kernel stack frame pointer at ", " has bad ", "kernel stack regs has bad value"},
});

std::optional<Cause> known_headline(std::string_view said) {
  for (const auto& [begin, words, kind, tells] : headlines)
    if (begins(said, begin) && said.contains(words)) return kernel_begins(Knows::Error, kind, tells);
  return std::nullopt;
}

// "spinlock recursion on CPU#0", "using f() in preemptible [00000000] code": without what differs in
// each run.
std::string without_run_values(std::string_view said) {
  for (const std::string_view end : {" at ", ": ", ", ", " on CPU#", "!"})
    said = said.substr(0, said.find(end));
  std::string kept;
  while (!said.empty()) {
    const std::size_t end = std::min(said.find(' '), said.size());
    const std::string_view word = said.substr(0, end);
    const bool is_value = word.starts_with('[') || word.starts_with("0x") ||
                          (word.size() >= 8 && std::ranges::all_of(word, is_hex_digit));
    if (!is_value) kept += say(kept.empty() ? "" : " ", word);
    said.remove_prefix(std::min(end + 1, said.size()));
  }
  return kept;
}

// "BUG: KASAN: slab-out-of-bounds in f+0x1/0x2", "BUG: unable to handle page fault for address: …"
Cause kernel_bug(std::string_view said) {
  for (const std::string_view checker : {"KASAN: ", "KMSAN: ", "KCSAN: ", "KFENCE: "})
    if (said.starts_with(checker)) return kernel_begins(Knows::Error, said.substr(0, said.find(" in ")));
  if (said.starts_with("unable to handle") || said.starts_with("Unable to handle kernel") ||
      said.starts_with("kernel NULL pointer"))
    return kernel_page_fault(said);
  if (auto known = known_headline(said)) return *known;
  return kernel_begins(Knows::Error, say("kernel BUG: ", without_run_values(said)));
}

// Code that checks others: what is wrong is told by the file of the check.
using Check = std::pair<std::string_view, std::string_view>;
constexpr auto bugs = std::to_array<Check>({
    {"mm/usercopy.c", "bad usercopy"},
    {"lib/list_debug.c", "corrupted list"},
});
constexpr auto warnings = std::to_array<Check>({
    {"lib/debugobjects.c", "ODEBUG bug"},
    {"lib/refcount.c", "refcount bug"},
    {"include/linux/refcount.h", "refcount bug"},
    {"kernel/locking/lockdep.c", "locking bug"},
    {"kernel/lockdep.c", "locking bug"},
    {"lib/kobject.c", "kobject bug"},
    {"fs/proc/generic.c", "proc registration bug"},
    {"mm/usercopy.c", "bad usercopy"},
    {"mm/slab_common.c", "kmalloc bug"},
    {"mm/slub.c", "kmalloc bug"},
    {"mm/slab.c", "kmalloc bug"},
    {"mm/util.c", "kmalloc bug"},
    {"mm/vmalloc.c", "zero-size vmalloc"},
    {"lib/list_debug.c", "corrupted list"},
});

std::string kind_by_file(std::string_view kind, std::span<const Check> checks, std::string_view place) {
  const std::string_view file = place.substr(0, place.find(':'));
  for (const auto& [ending, what] : checks)
    if (file.ends_with(ending)) return say(kind, ": ", what);
  return std::string(kind);
}

// "WARNING: CPU: 1 PID: 2 at a.c:3 f+0x1/0x2", "WARNING: at a.c:3 f+0x1/0x2()", "WARNING: a.c:3 at f+0x1/0x2,
// CPU#1: shop/2", and what the checker of locks finds.
std::optional<Cause> kernel_warning(std::string_view said) {
  if (said.contains("Sanitizer: ")) return std::nullopt;
  std::string_view place = said;
  if (const std::size_t at = said.find(" at "), processor = said.find(", CPU#");
      processor != std::string_view::npos && at < processor)
    place = said.substr(0, at);
  else if (said.starts_with("at "))
    place = said.substr(3);
  else if (at != std::string_view::npos && (said.contains(" PID: ") || said.substr(at + 4).starts_with('/')))
    place = said.substr(at + 4);
  else
    return known_headline(said);
  return kernel_begins(Knows::Error, kind_by_file("kernel warning", warnings, place));
}

// If the kernel panics because of an earlier error, that error is the reason.
Cause kernel_panics(std::string_view said) {
  constexpr std::array<std::string_view, 6> because = {
      "Fatal exception", "panic_on_", "KASAN: ", "kasan", "hung_task: ", "softlockup: "};
  for (const std::string_view one : because)
    if (said.contains(one)) return kernel_adds(Knows::Stopped, kernel_panic);
  Cause made = kernel_adds(Knows::Reason, kernel_panic);
  if (said.starts_with("stack-protector: ")) {
    made.kind = say(kernel_panic, ": stack is corrupted");
  } else if (said.starts_with("corrupted stack end")) {
    made.kind = say(kernel_panic, ": corrupted stack end");
    made.tells = Role::Processor;
  } else {
    made.message = said;
    made.message_tells = true;
  }
  return made;
}

// "general protection fault, probably for non-canonical address 0x…: 0000 [#1] SMP", "Oops: divide error:
// 0000
// [#1]"; of the ones that others lead to only the first of a report counts.
std::optional<Cause> trap(std::string_view text) {
  const bool is_oops = take_word(text, "Oops: ");
  const std::size_t mark = text.find(" [#");
  if (const std::size_t at = text.find("general protection fault");
      at != std::string_view::npos && (at < 2 || mark != std::string_view::npos))
    return kernel_begins(Knows::Fault, "general protection fault");
  if (text.starts_with("divide error: ") || text.starts_with("divide_error: "))
    return kernel_begins(Knows::Fault, "divide error");
  take_word(text, "traps: ");
  if (text.starts_with("PANIC: double fault")) return kernel_begins(Knows::Fault, "double fault");
  if (is_oops || text.starts_with("Internal error: ")) return kernel_adds(Knows::Fault, "kernel oops");
  if (mark == std::string_view::npos) return std::nullopt;
  for (const std::string_view name :
       {"invalid opcode", "stack segment", "double fault", "int3", "stack guard page"})
    if (text.starts_with(name)) return kernel_adds(Knows::Fault, name);
  return std::nullopt;
}

// "java invoked oom-killer: gfp_mask=…" has the stack of the process that requested memory; "Out of
// memory: Killed process 4711 (java) total-vm:…" names the one that was killed.
std::optional<Cause> oom_killer(std::string_view text) {
  if (text.contains("-killer: gfp_mask=")) {
    Cause made = kernel_begins(Knows::Error, "out of memory");
    made.world = {};
    return made;
  }
  if (!take_before(text, "ut of memory: Kill") || !take_before(text, " process ") || !take_before(text, " ("))
    return std::nullopt;
  return reason("out of memory", text.substr(0, text.find(')')));
}

// "BUG kmalloc-64 (Not tainted): Object already free": of the allocator, about an object of a cache.
std::optional<Cause> slab_bug(std::string_view text) {
  if (!take_word(text, "BUG ") || !text.contains("ainted") || !take_before(text, "): ")) return std::nullopt;
  return kernel_begins(Knows::Error, say("kernel BUG: ", text));
}

// The kernel's messages when it has found an error of its own.
std::optional<Cause> kernel_error(std::string_view text) {
  if (take_word(text, "kernel BUG at ") || take_word(text, "Kernel BUG at ")) {
    Cause made = kernel_begins(Knows::Reason, kind_by_file("kernel BUG", bugs, text));
    made.message = text.substr(0, text.find(':'));
    return made;
  }
  if (take_word(text, "BUG: ") || take_word(text, "watchdog: BUG: ") ||
      take_word(text, "NMI watchdog: BUG: ") || take_word(text, "[ BUG: "))
    return kernel_bug(text);
  if (text.starts_with("Unable to handle kernel ")) return kernel_page_fault(text);
  if (text.starts_with("Unhandled fault: ")) return kernel_begins(Knows::Fault, "unhandled fault");
  if (take_word(text, "Kernel panic - not syncing: ")) return kernel_panics(text);
  if (take_word(text, "WARNING: ")) return kernel_warning(text);
  if (take_word(text, "UBSAN: "))
    return kernel_begins(Knows::Error, say("UBSAN: ", text.substr(0, text.rfind(" in "))));
  take_word(text, "rcu: ");
  if (take_word(text, "INFO: ") || take_word(text, "[ INFO: ")) return known_headline(text);
  take_word(text, "NMI ");
  if (take_word(text, "watchdog: ") || text.starts_with("Watchdog ")) return known_headline(text);
  if (auto found = slab_bug(text)) return found;
  if (auto found = trap(text)) return found;
  return oom_killer(text);
}

// A line of a report, and the stacks that follow.
struct Section {
  std::string_view words;
  Role role;
  bool lasts = false;
};

constexpr auto sections = std::to_array<Section>({
    {"Allocated by task ", Role::AllocatedBy},
    {"Freed by task ", Role::FreedBy},
    {"page last allocated via", Role::AllocatedBy},
    {"page last free ", Role::FreedBy},
    {"INFO: Allocated in ", Role::AllocatedBy},
    {"INFO: Freed in ", Role::FreedBy},
    {"Last potentially related work creation", Role::OtherThread},
    {"Second to last potentially related", Role::OtherThread},
    {"Last call_rcu", Role::OtherThread},
    {"Last breaking-event", Role::OtherThread},
    {"Uninit was ", Role::AllocatedBy},
    {"Preemption disabled at:", Role::LockHolder},
    {"irq event stamp: ", Role::LockHolder, true},
    {"Showing all locks held", Role::LockHolder, true},
    {"the existing dependency chain", Role::LockHolder, true},
    {"the shortest dependencies", Role::LockHolder, true},
    {"other info that might help us debug", Role::LockHolder, true},
    {"stack backtrace:", Role::Crashed},
    {"NMI backtrace for cpu", Role::Processor},
    {"Task dump for CPU", Role::Processor},
    {"RCU grace-period kthread stack dump", Role::OtherThread},
    {"rcu: RCU grace-period kthread stack dump", Role::OtherThread},
    {"... which became ", Role::LockTaker},
});

std::optional<Cause> kernel_section(std::string_view text) {
  const auto made = [](Role role, bool lasts) {
    Cause heading = stack_follows(role);
    heading.lasts = lasts;
    return heading;
  };
  for (const auto& [words, role, lasts] : sections)
    if (begins(text, words)) return made(role, lasts);
  if (text.ends_with("is trying to acquire lock:") || text.ends_with("just changed the state of lock:"))
    return made(Role::LockTaker, false);
  if ((text.ends_with(" takes:") && text.contains("[HC")) || text.ends_with("is trying to acquire:") ||
      text.ends_with(" state was registered at:"))
    return made(Role::LockHolder, true);
  if (text.starts_with("Local variable ") && text.ends_with(" created at:"))
    return made(Role::AllocatedBy, false);
  if (is_digit(text.front()) && (text.contains(" lock held by ") || text.contains(" locks held by ")))
    return made(Role::LockHolder, false);
  return std::nullopt;
}

std::optional<Cause> kernels_cause(std::string_view text) {
  if (text.starts_with("Call Trace:") || text.starts_with("Backtrace:") || text.starts_with("Call trace:"))
    return Cause{.what = Cause::What::Stack, .continues = true};  // after the processor's position
  if (text.starts_with("but task is already holding lock:"))
    return Cause{.what = Cause::What::Stack, .continues = true};  // after the lock that it asks for
  if (text.starts_with("Linux version ") || text.starts_with("Booting Linux on "))
    return Cause{.what = Cause::What::End, .world = kernel_world};
  if (text.starts_with("------------[ cut here")) {
    Cause made = kernel_begins(Knows::Nothing, {});
    made.role = Role::OtherThread;  // of functions that its message names
    return made;
  }
  if (text.starts_with("---[ end trace")) return Cause{.what = Cause::What::End};
  if (text.starts_with("CPU: ")) return Cause{.version = kernel_release_in(text)};
  if (take_word(text, "Hardware name: ")) return Cause{.device = text};
  if (auto found = kernel_error(text)) return found;
  return kernel_section(text);
}

}  // namespace

std::unique_ptr<Format> kernel_report() { return std::make_unique<FramelessFormat>(kernels_cause); }

}  // namespace symkit::crashlog
