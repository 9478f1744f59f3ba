// The grammar's corners of what the Linux kernel logs of itself.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("name, offset and size") {
  CHECK(read_line(" do_exit+0x12/0xa0") == "returns to vmlinux do_exit+12/a0");
  CHECK(read_line("[  1.234567]  ? ext4_writepages+0x4a/0x120 [ext4]") ==
        "returns to ext4 ext4_writepages+4a/120");
  CHECK(read_line(" f.isra.0+0x1/0x2 [mod 0123456789abcdef]") ==
        "returns to mod f.isra.0+1/2 <0123456789abcdef>");
  CHECK(read_line("[<ffffffff81234567>] f+0x1/0x2") == "returns to vmlinux f+1/2");
  CHECK(read_line(" [<ffffffff81234567>] ? f+0x1/0x2 [mod]") == "returns to mod f+1/2");
  CHECK(read_line("[<c010fb0c>] (unwind_backtrace) from [<c010bd9c>] (show_stack+0x10/0x14)") ==
        "returns to vmlinux show_stack+10/14");
  CHECK(read_line(" unwind_backtrace from show_stack+0x10/0x14 [mod]") == "returns to mod show_stack+10/14");
  CHECK(read_line("[c0000003d1233b40] [c000000000012345] f+0x20/0x30 (unreliable)") ==
        "returns to vmlinux f+20/30");
}

TEST_CASE("where the processor was is exact, all else returns") {
  for (const std::string_view line :
       {"RIP: 0010:f+0x1/0x2", "RIP: 0010:[<ffffffff81234567>]  [<ffffffff81234567>] f+0x1/0x2",
        "EIP: f+0x1/0x2", "EIP is at f+0x1/0x2", "IP: [<ffffffff81234567>] f+0x1/0x2", "pc : f+0x1/0x2",
        "PC is at f+0x1/0x2", "epc : f+0x1/0x2", "NIP [c000000000012345] f+0x1/0x2", " f+0x1/0x2 (P)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "at vmlinux f+1/2");
  }
  for (const std::string_view line :
       {"lr : f+0x1/0x2", " ra : f+0x1/0x2", "LR is at f+0x1/0x2", " f+0x1/0x2 (L)"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "returns to vmlinux f+1/2");
  }
  // A stack may begin with that place, or have it in its middle.
  CHECK(read_log({"pc : f+0x1/0x2", "Call trace:", " f+0x1/0x2"}) == "at vmlinux f+1/2");
  CHECK(read_log({"pc : f+0x1/0x2", "BUG: unable to handle", " f+0x1/0x2"}) == "returns to vmlinux f+1/2");
  CHECK(read_log({"RIP: 0010:f+0x1/0x2", "Call Trace:", " g+0x1/0x2"}) == "returns to vmlinux g+1/2");
}

TEST_CASE("the description comes behind the name, and takes the module's place") {
  CHECK(kept_of(" ? f+0x1/0x2") == " ? f+0x1/0x2|");
  CHECK(kept_of(" ? f+0x1/0x2 [mod 0123] (P)") == " ? f+0x1/0x2| (P)");
  CHECK(kept_of("[<c0>] (g) from [<c1>] (f+0x1/0x2 [mod])") == "[<c0>] (g) from [<c1>] (f+0x1/0x2 [mod])|");
}

TEST_CASE("lines of an oops that are no frames") {
  for (const std::string_view line :
       {"Workqueue: events work_fn [mod]", "Hardware name: QEMU +0x1", "Modules linked in: a(OE) b",
        "RIP: 0033:0x7f1c9a0b7d2e", "Code: 48 8b 05 <0f> 0b", "---[ end trace 0000000000000000 ]---",
        "+0x1/0x2", "f+0x/0x2", "f+0x1/2", "<TASK>", "0xfee00000", "registers at 0xffffffff81234567 were",
        "0xffffffff81234567"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what the kernel says of itself at the end of a line is its build id") {
  CHECK(read_log(
            {"CPU: 1 PID: 88 Comm: insmod Not tainted 5.14.0 #1 0123456789abcdef0123456789abcdef01234567",
             " f+0x1/0x2"}) == "returns to vmlinux f+1/2 <0123456789abcdef0123456789abcdef01234567> in 88");
  CHECK(read_log({"CPU: 1 UID: 0 PID: 88 Comm: insmod Not tainted 6.12.0 #1", " f+0x1/0x2 [mod]"}) ==
        "returns to mod f+1/2 in 88");
}

TEST_CASE("numbers that are none") {
  CHECK(read_line(" f+0x12345678901234567/0x2") ==
        "returns to vmlinux f/2 (the log's address has more than 64 bits)");
  CHECK(read_line("[<ffffffff812345678901234567>]") ==
        "returns to vmlinux (the log's address has more than 64 bits)");
}

TEST_CASE("a bare address needs to know where the kernel is") {
  CHECK(read_line("[<ffffffffad0010cf>]").contains("give --kallsyms"));
  CHECK(read_log({"Kernel Offset: 0x2c000000 from 0xffffffff81000000", " ? 0xffffffffad0010cf"}) ==
        "returns to vmlinux runtime ffffffffad0010cf slide 2c000000");
  CHECK(read_log({"Kernel Offset: disabled", "RIP: 0010:0xffffffff810010cf"}) ==
        "at vmlinux runtime ffffffff810010cf slide 0");
}

TEST_CASE("the kernel's place holds until the next boot") {
  for (const std::string_view boot :
       {"[    0.000000] Linux version 6.1.0 (gcc) #1 SMP", "[    0.000000] Booting Linux on physical CPU 0x0",
        "-- Boot 0123456789abcdef --", "-- Reboot --"}) {
    CAPTURE(boot);
    CHECK(read_log({"Kernel Offset: 0x2c000000 from 0xffffffff81000000", boot, " ? 0xffffffffad0010cf"})
              .contains("give --kallsyms"));
  }
}

TEST_CASE("what syzkaller has looked up stays") {
  CHECK(read_line(" dump_stack_lvl+0x1f0/0x1b0 lib/dump_stack.c:106") ==
        "named dump_stack_lvl at lib/dump_stack.c:106 in vmlinux");
  CHECK(read_line(" f+0x1/0x2 [sensor] drivers/sensor.c:12") == "named f at drivers/sensor.c:12 in sensor");
  CHECK(read_line("BUG: KASAN: slab-use-after-free in sensor_read+0x1c/0x60 drivers/sensor.c:12") ==
        "named sensor_read at drivers/sensor.c:12 in vmlinux");
  CHECK(read_line(" f+0x1/0x2 at 12:34") == "returns to vmlinux f+1/2");
  CHECK(read_line("BUG: KFENCE: out-of-bounds read in f+0x1/0x2") == "returns to vmlinux f+1/2");
  CHECK(read_log({"BUG: KASAN: double-free in kfree+0x1/0x2",
                  "Allocated by task 4711:", " kmalloc+0x12/0x34"}) == "returns to vmlinux kmalloc+12/34");
}

TEST_CASE("a heading with a place begins another report, too") {
  CHECK(read_log({"pc : f+0x1/0x2", "BUG: KASAN: double-free in kfree+0x1/0x2", " f+0x1/0x2"}) ==
        "returns to vmlinux f+1/2");
  CHECK(read_log({"CPU: 1 PID: 4711 Comm: kiosk Not tainted 6.8.0 #1",
                  "BUG: KFENCE: invalid read in f+0x1/0x2"}) == "returns to vmlinux f+1/2");
}

TEST_CASE("Xen") {
  CHECK(read_line("(XEN)    [<ffff82d0402b1234>] R do_x+0x12/0x34") == "at xen-syms do_x+12/34");
  CHECK(read_line("(XEN) RIP:    e008:[<ffff82d0402b1234>] do_x+0x12/0x34") == "at xen-syms do_x+12/34");
  CHECK(read_log({"(XEN) RIP:    e008:[<ffff82d0402b1234>] do_x+0x12/0x34", "(XEN) Xen call trace:",
                  "(XEN)    [<ffff82d0402b1234>] R do_x+0x12/0x34"}) == "at xen-syms do_x+12/34");
  CHECK(read_line("(XEN)    [<ffff82d0402443a3>] S core.c#sched_wait_rendezvous_in+0xe3/0x2b0") ==
        "returns to xen-syms sched_wait_rendezvous_in+e3/2b0");
  CHECK(read_line("(XEN) [2023-10-16 20:57:11] RIP:    e008:[<ffff82d04023a355>] credit2.c#f+0x65/0xd0") ==
        "at xen-syms f+65/d0");
  CHECK(read_line("(XEN)    [<00000a0000251b18>] do_x+0x12/0x34 (PC)") == "at xen-syms do_x+12/34");
  CHECK(read_line("(XEN)    [<00000a0000251b18>] do_x+0x12/0x34 (LR)") == "returns to xen-syms do_x+12/34");
}
