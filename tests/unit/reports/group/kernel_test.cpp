// What Linux' kernel reports: which stack counts, which frame of it tells, and where a report ends.
#include <doctest/doctest.h>

#include "grouped.h"

using symkit::group::texts_in;
using Texts = std::vector<std::string>;

TEST_CASE("what leads to the frame that tells counts only behind it") {
  CHECK(texts_in("BUG: unable to handle page fault for address: ffff888000000010\n"
                 "RIP: 0010:memcpy_orig+0x1/0x2\nCall Trace:\n kmemdup+0x1/0x2\n till_copy+0x1/0x2\n"
                 " kmemdup+0x1/0x2\n till_read+0x1/0x2\n") ==
        Texts{"kernel page fault in till_copy, kmemdup, till_read"});
}

TEST_CASE("a processor that does not get on is told by what it was called for, behind the tick") {
  CHECK(texts_in(
            "rcu: INFO: rcu_preempt self-detected stall on CPU\n"
            "rcu: RCU grace-period kthread stack dump:\nCall Trace:\n rcu_gp_kthread+0x1/0x2\n"
            "NMI backtrace for cpu 1\nCall Trace:\n <IRQ>\n till_tick+0x1/0x2\n hrtimer_interrupt+0x1/0x2\n"
            " </IRQ>\n asm_sysvec_apic_timer_interrupt+0x1/0x2\nRIP: 0010:till_spin+0x1/0x2\n"
            " till_loop+0x1/0x2\n __x64_sys_till+0x1/0x2\n do_syscall_64+0x1/0x2\n") ==
        Texts{"rcu detected stall in sys_till"});
}

TEST_CASE("of tasks that hang together the one that holds up the others tells") {
  const std::string head =
      "INFO: task till:7 blocked for more than 120 seconds.\nCall Trace:\n __schedule+0x1/0x2\n";
  const std::string waits = head + " rtnl_lock+0x1/0x2\n till_open+0x1/0x2\n";
  CHECK(texts_in(waits) == Texts{"kernel hung task in rtnl_lock, till_open"});
  CHECK(texts_in(waits + head +
                 " __synchronize_srcu+0x1/0x2\n synchronize_srcu+0x1/0x2\n till_close+0x1/0x2\n") ==
        Texts{"kernel hung task in synchronize_rcu, till_close"});
}

TEST_CASE("who asks for a lock tells a deadlock; who only waits for work does not") {
  const std::string head =
      "WARNING: possible circular locking dependency detected\n"
      "till/7 is trying to acquire lock:\n";
  const std::string chain =
      "\nthe existing dependency chain (in reverse order) is:\n\n-> #1 (b){+.+.}:\n"
      "       flush_workqueue+0x1/0x2\n       till_stop+0x1/0x2\n\n"
      "other info that might help us debug this:\n\nstack backtrace:\nCall Trace:\n"
      " dump_stack+0x1/0x2\n process_one_work+0x1/0x2\n";
  CHECK(texts_in(head +
                 " (a){+.+.}, at: till_take+0x1/0x2\n\nbut task is already holding lock:\n"
                 " (b){+.+.}, at: till_hold+0x1/0x2\n" +
                 chain) == Texts{"possible deadlock in till_take, till_hold"});
  CHECK(texts_in(head + " (a){+.+.}, at: process_one_work+0x1/0x2\n" + chain) ==
        Texts{"possible deadlock in till_stop"});
}

TEST_CASE("one report is one group, whatever follows from it") {
  const std::string warning =
      "------------[ cut here ]------------\nodd: hint: till_hint+0x0/0x2\n"
      "WARNING: CPU: 1 PID: 7 at till.c:1 till_open+0x1/0x2\n";
  CHECK(texts_in(warning + "Kernel panic - not syncing: kernel: panic_on_warn set ...\nCall Trace:\n"
                           " panic+0x1/0x2\n __warn+0x1/0x2\n do_invalid_op+0x1/0x2\n invalid_op+0x1/0x2\n"
                           "RIP: 0010:till_open+0x1/0x2\n till_pay+0x1/0x2\n") ==
        Texts{"kernel warning in till_open, till_pay"});
  CHECK(texts_in("Kernel panic - not syncing: corrupted stack end detected inside scheduler\nCall Trace:\n"
                 " panic+0x1/0x2\n __schedule+0x1/0x2\n till_work+0x1/0x2\n"
                 "till invoked oom-killer: gfp_mask=0x1\n process_one_work+0x1/0x2\n") ==
        Texts{"kernel panic: corrupted stack end in till_work"});
  // But a kernel that has started again reports something else.
  CHECK(texts_in(warning + "Linux version 6.1.0\nCall Trace:\n till_close+0x1/0x2\n").size() == 2);
}

TEST_CASE("NetBSD's and OpenBSD's panics") {
  CHECK(texts_in("fatal page fault in supervisor mode\ntrap type 6 code 0 rip 0xffffffff80512345 cs 0x8\n"
                 "panic: trap\ncpu1: Begin traceback...\nvpanic() at netbsd:vpanic+0x183\n"
                 "panic() at netbsd:panic+0x3c\ntrap() at netbsd:trap+0xb51\n--- trap (number 6) ---\n"
                 "till_read() at netbsd:till_read+0x51\nsyscall() at netbsd:syscall+0x196\n"
                 "--- syscall (number 3) ---\nnetbsd:syscall+0x196:\ncpu1: End traceback...\n") ==
        Texts{"kernel page fault in till_read"});
  const std::string frames =
      "till_open(ffff80001f2b6a30,8) at till_open+0x2d3\ntill_pay(0) at till_pay+0x37\n";
  CHECK(texts_in(
            "kernel: page fault trap, code=0\nStopped at      till_open+0x2d3:        movq 0x18(%rax),%rcx\n"
            "    TID    PID    UID     PRFLAGS     PFLAGS  CPU  COMMAND\n" +
            frames + "end trace frame: 0x0, count: 7\nddb{0}> trace\n" + frames +
            "end trace frame: 0x0, count: -8\n") == Texts{"kernel page fault in till_open, till_pay"});
  CHECK(
      texts_in("panic: till 7 is closed\nStarting stack trace...\npanic(ffffffff820b0a41) at panic+0x130\n" +
               frames + "End of stack trace.\n") ==
      Texts{"kernel panic: till N is closed in till_open, till_pay"});
}
