// Messages of the Linux kernel when it has found an error of its own.
#include <array>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/line_parts.h"
#include "reports/group/meaning.h"

namespace symkit::group {
namespace {

Meaning begun(Meaning meaning) {
  meaning.begins = meaning.from_outside = meaning.apart = true;
  return meaning;
}

// "BUG: KASAN: slab-out-of-bounds in f+0x1/0x2", "BUG: unable to handle page fault for address: …"
Meaning bug(std::string_view said) {
  for (const std::string_view sanitizer : {"KASAN: ", "KMSAN: ", "KCSAN: ", "KFENCE: "})
    if (take_word(said, sanitizer))
      return begun(cause(Knows::Error, say(sanitizer, said.substr(0, said.find(" in ")))));
  if (said.starts_with("unable to handle") || said.starts_with("kernel NULL pointer")) {
    const bool is_null = said.contains("NULL pointer");
    Meaning meaning = begun(cause(Knows::Fault, "kernel page fault"));
    if (is_null) meaning.access = "near null";
    return meaning;
  }
  if (said.starts_with("soft lockup") || said.starts_with("workqueue lockup"))
    return begun(cause(Knows::Error, "kernel lockup"));
  for (const std::string_view end : {" at ", ": ", ", "}) said = said.substr(0, said.find(end));
  return begun(cause(Knows::Error, say("kernel BUG: ", said)));
}

// If the kernel panics because of an earlier error, that error is the reason.
Meaning panic(std::string_view said) {
  constexpr std::array<std::string_view, 6> because = {"Fatal exception", "panic_on_", "KASAN",
                                                       "kasan",           "hung_task", "softlockup"};
  for (const std::string_view one : because)
    if (said.starts_with(one)) return cause(Knows::Stopped, kernel_panic);
  return reason(kernel_panic, said);
}

// "java invoked oom-killer: gfp_mask=…" has the stack of the process that requested memory; "Out of
// memory: Killed process 4711 (java) total-vm:…" names the one that was killed.
Meaning out_of_memory(std::string_view text) {
  if (text.contains("-killer: gfp_mask=")) return begun(cause(Knows::Error, "out of memory"));
  if (!text.contains(": Kill") || !take_before(text, "ut of memory: Kill")) return {};
  if (!take_before(text, " process ")) return {};
  if (!take_before(text, " (")) return {};
  return reason("out of memory", text.substr(0, text.find(')')));
}

}  // namespace

Meaning kernel_meaning(std::string_view text) {
  std::string_view rest = text;
  if (take_word(rest, "kernel BUG at ")) {
    Meaning meaning = reason("kernel BUG", rest.substr(0, rest.find(':')));
    return begun(meaning);
  }
  if (take_word(rest, "BUG: ")) return bug(rest);
  if (take_word(rest, "watchdog: BUG: ")) return bug(rest);
  if (take_word(rest, "Unable to handle kernel ")) {
    Meaning meaning = begun(cause(Knows::Fault, "kernel page fault"));
    if (rest.starts_with("NULL pointer")) meaning.access = "near null";
    return meaning;
  }
  if (text.starts_with("general protection fault"))
    return begun(cause(Knows::Fault, "general protection fault"));
  if (text.starts_with("Internal error: ") || text.starts_with("Oops: ")) {
    Meaning meaning = cause(Knows::Fault, "kernel oops");
    meaning.continues = true;
    return meaning;
  }
  if (take_word(rest, "Kernel panic - not syncing: ")) return panic(rest);
  if (auto meaning = out_of_memory(text)) return meaning;
  if (text.starts_with("KDB: stack backtrace:")) {  // of a BSD, which has said "panic: " before
    Meaning meaning = cause(Knows::Nothing, kernel_panic);
    meaning.continues = true;
    return meaning;
  }
  if (text.starts_with("WARNING: ") &&
      (text.contains("at /") || text.contains(" PID: ") || text.starts_with("WARNING: at ")))
    return begun(cause(Knows::Error, "kernel warning"));
  if (text.starts_with("INFO: task ") && text.contains("blocked for more than"))
    return begun(cause(Knows::Error, "kernel hung task"));
  if (text.starts_with("Call Trace:") || text.starts_with("Backtrace:") || text.starts_with("Call trace:"))
    return {.what = Meaning::What::Stack, .continues = true};  // after the processor's position
  if (text.starts_with("Allocated by task ") || text.starts_with("Freed by task "))
    return stack_heading(Role::Other);
  if (text.starts_with("---[ end trace")) return {.what = Meaning::What::End};
  return {};
}

}  // namespace symkit::group
