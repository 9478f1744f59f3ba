// What a Linux kernel says of its own errors.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::crashlog::cause_in;
using symkit::test::cause_of;

namespace {

std::string kind_in(std::string_view line) {
  const auto cause = cause_in(line);
  return cause && cause->what == symkit::crashlog::Cause::What::Reason ? cause->kind : "nothing";
}

}  // namespace

TEST_CASE("the line with which a report begins names its kind") {
  CHECK(kind_in("BUG: KASAN: slab-out-of-bounds in f+0x1/0x2") == "KASAN: slab-out-of-bounds");
  CHECK(kind_in("BUG: KCSAN: data-race in f / g") == "KCSAN: data-race");
  CHECK(kind_in("BUG: unable to handle page fault for address: ffff888000000010") == "kernel page fault");
  CHECK(kind_in("BUG: Unable to handle kernel data access at 0x10") == "kernel page fault");
  CHECK(kind_in("Unable to handle kernel paging request at virtual address dead000000000100") ==
        "kernel page fault");
  CHECK(
      kind_in(
          "general protection fault, probably for non-canonical address 0xdffffc0000000003: 0000 [#1] SMP") ==
      "general protection fault");
  CHECK(kind_in("Oops: general protection fault, maybe for address 0x0: 0000 [#1] SMP") ==
        "general protection fault");
  CHECK(kind_in("divide error: 0000 [#1] SMP") == "divide error");
  CHECK(kind_in("divide_error: 0000 [#1] SMP") == "divide error");
  CHECK(kind_in("BUG kmalloc-64 (Not tainted): Object already free") == "kernel BUG: Object already free");
  CHECK(kind_in("kernel BUG at mm/slub.c:3!") == "kernel BUG");
  CHECK(kind_in("kernel BUG at lib/list_debug.c:29!") == "kernel BUG: corrupted list");
  CHECK(kind_in("UBSAN: array-index-out-of-bounds in drivers/net/shop.c:12:3") ==
        "UBSAN: array-index-out-of-bounds");
  CHECK(kind_in("watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [shop:7]") == "soft lockup");
  CHECK(kind_in("rcu: INFO: rcu_preempt self-detected stall on CPU") == "rcu detected stall");
  CHECK(kind_in("INFO: task shop:7 blocked for more than 120 seconds.") == "kernel hung task");
}

TEST_CASE("the checker of locks has its own words, with and without brackets") {
  CHECK(kind_in("WARNING: possible circular locking dependency detected") == "possible deadlock");
  CHECK(kind_in("[ INFO: possible recursive locking detected ]") == "possible deadlock");
  CHECK(kind_in("WARNING: SOFTIRQ-safe -> SOFTIRQ-unsafe lock order detected") == "possible deadlock");
  CHECK(kind_in("WARNING: inconsistent lock state") == "inconsistent lock state");
  CHECK(kind_in("[ BUG: shop/7 still has locks held! ]") == "still has locks held");
}

TEST_CASE("a failed check is told by the file that checks") {
  CHECK(kind_in("WARNING: CPU: 1 PID: 7 at net/shop.c:12 f+0x1/0x2") == "kernel warning");
  CHECK(kind_in("WARNING: CPU: 1 PID: 7 at lib/refcount.c:28 f+0x1/0x2") == "kernel warning: refcount bug");
  CHECK(kind_in("WARNING: lib/debugobjects.c:505 at f+0x1/0x2, CPU#1: shop/7") ==
        "kernel warning: ODEBUG bug");
  CHECK(kind_in("WARNING: the till is nearly full") == "nothing");
}

TEST_CASE("numbers, processors and addresses are no part of a kind") {
  CHECK(kind_in("BUG: spinlock recursion on CPU#0, shop/7") == "kernel BUG: spinlock recursion");
  CHECK(kind_in("BUG: using smp_processor_id() in preemptible [00000000] code: shop/7") ==
        "kernel BUG: using smp_processor_id() in preemptible code");
  CHECK(kind_in("BUG: TASK stack guard page was hit at ffffc900054afff8 (stack is a..b)") ==
        "kernel BUG: stack guard page was hit");
}

TEST_CASE("a panic because of an error adds nothing to it") {
  CHECK(cause_in("Kernel panic - not syncing: kernel: panic_on_warn set ...")->knows ==
        symkit::crashlog::Knows::Stopped);
  CHECK(kind_in("Kernel panic - not syncing: stack-protector: Kernel stack is corrupted in: f+0x1/0x2") ==
        "kernel panic: stack is corrupted");
  CHECK(cause_in("Kernel panic - not syncing: Attempted to kill init!")->message ==
        "Attempted to kill init!");
}

TEST_CASE("headings say whose stack follows") {
  CHECK(cause_of("Freed by task 7:") == "stack of the one that freed");
  CHECK(cause_of("Uninit was created at:") == "stack of the one that allocated");
  CHECK(cause_of("shop/7 is trying to acquire lock:") == "stack of who asks for a lock");
  CHECK(cause_of("2 locks held by shop/7:") == "stack of a lock holder");
  CHECK(cause_of("stack backtrace:") == "stack of the crash");
  CHECK(cause_of("NMI backtrace for cpu 1") == "stack of a processor");
  CHECK(cause_of("rcu: RCU grace-period kthread stack dump:") == "stack of another thread");
  CHECK(cause_of("---[ end trace 0000000000000000 ]---") == "end");
}

TEST_CASE("a kernel that starts says nothing of errors") {
  for (const std::string_view line :
       {"Linux version 6.1.0 (gcc 12) #1 SMP", "x86/fpu: Supporting XSAVE feature 0x001",
        "INFO: lockdep is off", "rcu: Hierarchical RCU implementation.", "Kernel command line: panic=1",
        "PCI: Using ACPI for IRQ routing", "WARNING: port 80 is still in use (by till)",
        "INFO: order 7 blocked for more than 5 minutes"}) {
    CAPTURE(line);
    CHECK(kind_in(line) == "nothing");
  }
}
