"""The logs of Linux and Android that `make` writes. Each function is one log; frames are placed at real calls.

A return address is the address behind a call; what is looked up is one byte (x86), four (arm64) or two (arm) before it.
"""

import os
import subprocess
import tempfile

STEP_BACK = {"x86": 1, "arm64": 4, "arm": 2}


def linked(Image, path):
    """A relocatable file as an image with addresses of its own: the linker, not symkit, says what is where."""
    output = os.path.join(tempfile.mkdtemp(), os.path.basename(path))
    here = os.path.dirname(os.path.realpath(__file__))
    subprocess.run(
        ["ld.lld-19", "--unresolved-symbols=ignore-all", "-e", "0", os.path.join(here, "../native", path), "-o", output],
        check=True,
    )
    return Image(output)


class Tables:
    """The images that several logs use, read once."""

    def __init__(self, Image):
        self.market = Image("elf-arch/market-aarch64-clang-dwarf4.so", load=0x7A5C400000)
        self.market_arm = Image("elf-arch/market-armv7-thumb-clang-dwarf4.so", load=0xB6C00000)
        self.market_x86 = Image("elf-x86_64/market-clang-dwarf5.so", load=0x7F3A2D600000)
        self.tokenizer = Image("elf-x86_64/tokenizer-clang-dwarf5.so", load=0x7F3A2C400000)
        self.tokenizer_arm = Image("elf-arch/tokenizer-armv7-thumb-clang-dwarf5.so")
        self.program = Image("elf-container/tokenizer-exe-base-0x400000", load=0x400000)
        self.driver = linked(Image, "elf-container/driver-x86_64-gcc.ko")
        self.driver_arm = linked(Image, "elf-container/driver-aarch64-clang.ko")


MATCH = "_ZN6market4BookILNS_4SideE1EE5matchERKNS_5OrderERNS_8ListenerE"
TRADED = "_ZN6market12_GLOBAL__N_14Tape6tradedENS_5PriceEj"
SETTLE = "_ZN6market12_GLOBAL__N_16settleEjj"
WORTH = "_ZN6market4BookILNS_4SideE1EE5worthEv"


def android(Log, t):
    """Every form of a tombstone's frame, 64 and 32 bits, behind logcat's columns and without; an ANR's traces."""
    log = Log("linux/processes.tombstone")
    m, a = t.market, t.market_arm
    overflow = m.at("_ZN6market14raise_overflowEl", "bl .*__cxa_throw")
    traded, match = m.at(TRADED, "bl "), m.at(MATCH, "^blr")

    def frame(prefix, image, address, behind, digits=16):
        log.frame(f"{prefix} pc {address:0{digits}x}  {behind}", image, address, address)

    column = "01-15 13:31:06.831 13140 13140 F DEBUG   : "
    app = "/data/app/~~Jq0aXk3vT1mB7rYc==/com.example.market-2dF8sLwPq5Zk9A=="
    build_id = f"(BuildId: {m.identity()})"
    log.add(
        f"""01-15 13:31:06.702  1821  1839 I ActivityManager: Process com.example.market (pid 13140) has died: pc 12
{column}*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
{column}Build fingerprint: 'example/phone/phone:13/TQ3A.230805.001/10316531:user/release-keys'
{column}ABI: 'arm64'
{column}pid: 13140, tid: 13177, name: matching pool  >>> com.example.market <<<
{column}signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
{column}    x28 00000072a41ff5d0  x29 00000072a41ff680
{column}    lr  00000075a4d0e8a4  sp  00000072a41ff5b0  pc  00000075a4d0e8d0  pst 0000000000001000
{column}15 total frames
{column}backtrace:"""
    )
    number = column + "      #{:02}"
    frame(number.format(0), m, overflow, f"{app}/base.apk!libmarket.so (offset 0x930000) {build_id}")
    frame(
        number.format(1),
        m,
        traded,
        f"{app}/base.apk!libmarket.so (offset 0x930000) "
        f"(market::(anonymous namespace)::Tape::traded(market::Price, unsigned int)+88) {build_id}",
    )
    frame(number.format(2), m, match, f"/data/my app/lib (1)/libmarket.so {build_id}")
    frame(number.format(3), m, match, f"{app}/lib/arm64/libmarket.so (deleted) {build_id}")
    frame(number.format(4), m, match, f"{app}/lib/arm64/libmarket.so ({MATCH}+184) {build_id}")
    for i, where in enumerate(
        (
            "<anonymous:0000007a1b2c3000>",
            "[vdso] (__kernel_rt_sigreturn)",
            "/apex/com.android.runtime/lib64/bionic/libc.so (abort) (BuildId: 4e07915368c859b1910c68c84a8de75f)",
            "/memfd:jit-cache (deleted)",
            "[anon:dalvik-classes.dex extracted in memory from /data/app/x/base.apk] (com.example.Market.run+12)",
            "<unknown>",
            "/dev/ashmem/dalvik-jit-code-cache (deleted)",
            "/apex/com.android.art/lib64/libart.so (art_quick_invoke_stub+568) (BuildId: 8b9d5f9a11bd0e9a)",
            "/system/framework/arm64/boot.oat (art_jni_trampoline+152) (BuildId: xyz)",
        )
    ):
        log.add(f"{number.format(5 + i)} pc 0000000000001{i}44  {where}")
    log.add(f"{number.format(14)} pc 123456789012345678  {app}/lib/arm64/libmarket.so {build_id}")
    log.add(f"{column}      #99999999999 pc 0000000000001644  {app}/lib/arm64/libmarket.so {build_id}")
    log.add(
        f"""{column}--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
{column}pid: 13140, tid: 13181, name: valuation  >>> com.example.market <<<
{column}backtrace:"""
    )
    frame(number.format(0), m, m.at(WORTH, "bl "), f"{app}/lib/arm64/libmarket.so {build_id}")
    log.add(
        f"""{column}
{column}memory map (1 entry):
{column}    0000007a'5c400000-0000007a'5c411fff r-x         0     12000  {app}/lib/arm64/libmarket.so {build_id}
F/DEBUG   (  512): *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
F/DEBUG   (  512): ABI: 'arm'
F/DEBUG   (  512): pid: 2051, tid: 2066, name: Thread-12  >>> com.example.market <<<
F/DEBUG   (  512): backtrace:"""
    )
    old = "F/DEBUG   (  512):     #{:02}"
    frame(old.format(0), a, a.at(TRADED, "blx"), "/data/app-lib/com.example.market-1/libmarket32.so", 8)
    frame(
        old.format(1),
        a,
        a.at(MATCH, "blx"),
        "/data/app-lib/com.example.market-1/libmarket32.so (market::Book<1>::match+132)",
        8,
    )
    log.add(
        """
----- pid 13140 at 2023-11-14 22:13:20.123456789+0100 -----
Cmd line: com.example.market
ABI: 'arm64'

"main" prio=5 tid=1 Native
  | group="main" sCount=1 ucsCount=0 flags=1 obj=0x72a9d4b8 self=0xb400007a1b2c3000
  | sysTid=13140 nice=-10 cgrp=default sched=0/0 handle=0x7b0a4d34f8"""
    )
    frame("  native: #00", m, m.at(SETTLE, "bl "), f"{app}/lib/arm64/libmarket.so (settle+60) {build_id}")
    frame("  native: #01", m, m.at("market_run_session", "bl .*settle"), f"{app}/lib/arm64/libmarket.so {build_id}")
    log.add("""  at com.example.market.Session.run(Native method)

"matching" sysTid=13177""")
    frame("    #00", m, match, f"{app}/lib/arm64/libmarket.so {build_id}")
    log.write()


def bugly(Log, t):
    """Ids cut to 16 bytes, in Breakpad's order, and whole."""
    log = Log("linux/market.bugly")
    m = t.market
    digits = m.identity()
    guid = digits[6:8] + digits[4:6] + digits[2:4] + digits[0:2] + digits[10:12] + digits[8:10]
    guid += digits[14:16] + digits[12:14] + digits[16:32]
    log.add("#00 pc 00000000000538d0 /apex/com.android.runtime/lib64/bionic/libc.so (abort+180) [arm64-v8a::4e07915368c859b1910c68c84a8de75f]")
    path = "/data/app/~~x3J9==/com.example.market-1==/lib/arm64/libmarket.so"
    one, two = m.at(TRADED, "bl "), m.at(MATCH, "^blr")
    three, four = m.at("market_run_session", "bl .*match"), m.at(SETTLE, "bl ")
    log.frame(f"#01 pc {one:016x} {path} [arm64-v8a::{digits[:32]}]", m, one, one)
    log.frame(f"#02 pc {two:016x} {path} (market_match+12) [arm64-v8a::{guid}]", m, two, two)
    log.frame(f"#03 pc {three:016x} {path} [arm64-v8a::{digits}]", m, three, three)
    log.add("java:\ncom.example.market.Session.run(Session.java:12)")
    log.frame(f"pc 0x{four:016x} libmarket.so [arm64-v8a::{digits[:32].upper()}]", m, four, four)
    log.add(f"pc 0x{four:016x} libmarket.so [arm64-v8a::00000000000000000000000000000000]")
    log.write()


def harmony(Log, t):
    log = Log("linux/market.cppcrash")
    m = t.market
    log.add(
        """Generated by HiviewDFX@OpenHarmony
Device info:OpenHarmony 3.2
Pid:2051
Uid:20010044
Process name:com.example.market
Reason:Signal:SIGABRT(SI_TKILL)@0x0000080300000803
Tid:2066, Name:matching
#00 pc 00000000001843f0 /system/lib/ld-musl-aarch64.so.1(epoll_wait+80)(6c643df40fcfff22745e25b37e2ca85b)"""
    )
    for number, address, symbol in (
        (1, m.at("_ZN6market14raise_overflowEl", "bl .*__cxa_throw"), ""),
        (2, m.at(TRADED, "bl "), "(market::(anonymous namespace)::Tape::traded(market::Price, unsigned int)+88)"),
        (3, m.at(MATCH, "^blr"), ""),
    ):
        text = f"#{number:02} pc {address:016x} /data/storage/el1/bundle/libs/arm64/libmarket.so{symbol}({m.identity()})"
        log.frame(text, m, address, address)
    log.add("#04 pc 00000000000c2a40 /system/lib/ld-musl-aarch64.so.1(6c643df40fcfff22745e25b37e2ca85b)\nOther thread info:\nTid:2051, Name:com.example.market")
    address = m.at("market_run_session", "bl .*match")
    log.frame(f"#00 pc {address:016x} /data/storage/el1/bundle/libs/arm64/libmarket.so({m.identity()})", m, address, address)
    log.write()


def sanitizers(Log, t):
    """Each sanitizer's forms; Windows line ends are tried on this log too."""
    log = Log("linux/kiosk.sanitizers")
    k, p = t.tokenizer, t.program
    path = "/usr/lib/kiosk/tokenizer-clang-dwarf5.so"
    next_call = k.after("tokenizer_next", "call.*read_string") - 1
    depth_call = k.after("depth_below", "call.*tokenizer_next") - 1
    document = k.after("document_depth", "call.*depth_below") - 1
    main_call = p.after("main", "call.*document_depth") - 1
    build_id = f"(BuildId: {k.identity()})"
    name = "/opt/my kiosk (2)/tokenizer-exe-base-0x400000"

    def frame(number, image, address, text, load=None):
        runtime = address + (image.load if load is None else load)
        log.frame(f"    #{number} {runtime:#x} {text.format(address=f'{address:#x}')}", image, runtime, address)

    log.add(
        """=================================================================
==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000011 at pc 0x7f3a2c4019db bp 0x7ffd2b1c8d10 sp 0x7ffd2b1c8d08
READ of size 1 at 0x602000000011 thread T1"""
    )
    frame(0, k, next_call, f" ({path}+{{address}}) {build_id}")
    frame(1, k, depth_call, f"in depth_below ({path}+{{address}}) {build_id}")
    frame(2, k, document, f"in document_depth(char const*, (anonymous namespace)::Limit) ({path}+{{address}})")
    frame(3, p, main_call, f"in main ({name}+{{address}})", 0)
    log.add(
        """    #4 0x7f3a2be29d8f  (<unknown module>)
    #5 0x55d0c1a2b3c4 in already_known /src/kiosk/main.c:12:3
    #6 0x55d0c1a2b3c4 in already_known /src/kiosk/main.c:12
    #7 0x55d0c1a2b3c4 in gcc_knows_it ../../src/kiosk/main.c:12 (kiosk+0x12)
    #8 0x7f3a2be29d8fffffff  (/usr/lib/kiosk/tokenizer-clang-dwarf5.so+0x12345678901234567)

0x602000000011 is located 1 bytes inside of 8-byte region [0x602000000010,0x602000000018)
freed by thread T0 here:
    #0 0x49a2b1 in free (/opt/my kiosk (2)/kiosk+0x49a2b1) (BuildId: 0011223344556677)"""
    )
    frame(1, k, document, f" ({path}+{{address}}) {build_id}")
    log.add("\npreviously allocated by thread T2 here:")
    frame(0, k, depth_call, f" ({path}+{{address}}) {build_id}")
    log.add("\nThread T1 created by T0 here:")
    frame(0, p, main_call, f" ({name}+{{address}})", 0)
    log.add(
        f"""
SUMMARY: AddressSanitizer: heap-use-after-free ({path}+{next_call:#x}) {build_id} in tokenizer_next
==4711==ABORTING
==================
WARNING: ThreadSanitizer: data race (pid=4712)
  Write of size 4 at 0x7b0400000000 by thread T2:"""
    )
    for number, address, text in ((0, next_call, "tokenizer_next"), (1, depth_call, "<null>")):
        log.frame(f"    #{number} {text} <null> (tokenizer-clang-dwarf5.so+{address:#x}) {build_id}", k, address, address)
    log.add("    #2 known main.c:12 (kiosk+0x4d)\n\n  Previous read of size 4 at 0x7b0400000000 by main thread:")
    log.frame(f"    #0 document_depth <null> (tokenizer-clang-dwarf5.so+{document:#x})", k, document, document)
    log.add(
        """
==4713==WARNING: MemorySanitizer: use-of-uninitialized-value"""
    )
    frame(0, k, next_call, f"in tokenizer_next ({path}+{{address}}) {build_id}")
    log.add("main.c:12:7: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'")
    frame(0, k, depth_call, f"in depth_below ({path}+{{address}})")
    log.add("\n=================================================================\n==4714==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 object(s) allocated from:")
    frame(0, k, document, f"in document_depth ({path}+{{address}}) {build_id}")
    log.add("\n==4715==ERROR: HWAddressSanitizer: tag-mismatch on address 0x0042000000a0 at pc 0x7f3a2c4019db\nREAD of size 4 at 0x0042000000a0 tags: 2d/08 (ptr/mem) in thread T0")
    frame(0, k, next_call, f" ({path}+{{address}}) {build_id}")
    log.write()


def glibc(Log, t):
    log = Log("linux/kiosk.backtrace")
    k, p, x = t.tokenizer, t.program, t.market_x86

    def frame(text, image, runtime, looked_up):
        log.frame(text, image, runtime, looked_up - 1)

    path = "/usr/lib/kiosk/tokenizer-clang-dwarf5.so"
    log.add("kiosk: caught SIGSEGV, this is where it was:")
    for address, form in (
        (k.after("tokenizer_next", "call.*read_string"), "(+{0:#x})[{1:#x}]"),
        (k.after("depth_below", "call.*depth_below"), "(+{0:#x}) [{1:#x}]"),
        (k.after("depth_below", "call.*tokenizer_next"), "(depth_below+{2:#x})[{1:#x}]"),
        (k.after("document_depth", "call.*depth_below"), "(document_depth+{2:#x}) [{1:#x}]"),
    ):
        function = "document_depth" if "document" in form else "depth_below"
        runtime = k.load + address
        frame(path + form.format(address, runtime, address - k.first(function)), k, runtime, address)
    address = p.after("main", "call.*document_depth")
    frame(f"./tokenizer-exe-base-0x400000() [{address:#x}]", p, address, address)
    frame(f"./tokenizer-exe-base-0x400000[{address:#x}]", p, address, address)
    frame(f"./tokenizer-exe-base-0x400000(main+{address - p.first('main'):#x}) [{address:#x}]", p, address, address)
    frame(f"#12 ./tokenizer-exe-base-0x400000(main+{address - p.first('main'):#x}) [{address:#x}]", p, address, address)
    frame(f"[bt] (3) ./tokenizer-exe-base-0x400000() [{address:#x}]".replace("(3) ", ""), p, address, address)
    address = x.after(MATCH, "callq")
    runtime = x.load + address
    frame(f"/opt/my kiosk (2)/market-clang-dwarf5.so({MATCH}+{address - x.first(MATCH):#x}) [{runtime:#x}]", x, runtime, address)
    # The frame above the trampoline of a signal handler was interrupted: its address is exact.
    address = x.at(SETTLE, "call")
    log.add("/opt/glibc/lib/libc.so.6(__restore_rt+0x0)[0x7f294aa42520]")
    log.frame(f"/usr/lib/kiosk/market-clang-dwarf5.so(+{address:#x})[{x.load + address:#x}]", x, x.load + address, address)
    # Two functions have this name; where in its page the address lies tells which of them it is.
    frame(f"{path}(check+0x5)[{k.load + 0x1b45:#x}]", k, k.load + 0x1b45, 0x1b45)
    log.add(
        "/opt/glibc/lib/libc.so.6(__libc_start_main+0x8b)[0x7f294aa2a28b]\n"
        "[0x7ffd2b1c8d10]\n"
        "the registers were: rax=[0x12]"
    )
    log.write()


def kernel(Log, t):
    """x86: an oops in a module, with everything that stands round it."""
    log = Log("linux/sensor.oops")
    d, p = t.driver, t.program

    def place(image, function, address, size=None, module=" [sensor]"):
        names = [address for lines in image.functions.values() for address, _ in lines]
        start = image.first(function)
        if size is None:  # as kallsyms counts: up to the next symbol
            later = [lines[0][0] for lines in image.functions.values() if lines and lines[0][0] > start]
            size = (min(later) if later else max(names) + 1) - start
        return f"{function}+{address - start:#x}/{size:#x}{module}"

    def frame(text, image, address, exact=False):
        log.frame(text, image, address, address if exact else address - 1)

    log.add(
        """[  812.345601] sensor: registers at 0x00000000fee00000
[  812.345678] BUG: kernel NULL pointer dereference, address: 000000000000000c
[  812.345680] #PF: supervisor read access in kernel mode
[  812.345682] Oops: 0000 [#1] PREEMPT SMP NOPTI
[  812.345684] CPU: 1 PID: 4711 Comm: kworker/1:2 Tainted: G           OE     5.14.0-1-amd64 #1
[  812.345686] Hardware name: QEMU Standard PC (Q35 + ICH9, 2009), BIOS 1.16.0 04/01/2014
[  812.345688] Workqueue: events sensor_work [sensor]"""
    )
    sample = d.at("sensor_sample", "movl|mov")
    frame(f"[  812.345690] RIP: 0010:{place(d, 'sensor_sample', sample)}", d, sample, exact=True)
    log.add(
        """[  812.345692] Code: 48 8b 05 00 00 00 00 8b 40 08 25 ff 0f 00 00 8d 04 80 01 c0 c1 e8 04 83 e8 28
[  812.345694] RSP: 0018:ffffb1c2c0a3fdf8 EFLAGS: 00010246
[  812.345696] RAX: 0000000000000000 RBX: ffff9a1c0a2b3c40 RCX: 0000000000000000
[  812.345698] Call Trace:
[  812.345700]  <TASK>"""
    )
    call = d.after("init_module", "call")
    poll = d.after("bus_poll", "call")
    frame(f"[  812.345702]  {place(d, 'bus_poll', poll)}", d, poll)
    frame(f"[  812.345704]  ? {place(d, 'sensor_sample', sample)}", d, sample, exact=True)
    frame(f"[  812.345706]  ? {place(d, 'init_module', call)[:-1]} 154d5216c4193163432d317851d203c364017eb7]", d, call)
    for function, pattern in (
        ("tokenizer_next", "call.*read_string"),
        ("check.isra.0", "mov|add"),
        ("depth_below", "call.*depth_below"),
        ("tokenizer_next.cold", "call.*token_error"),
    ):
        address = p.after(function, pattern)
        frame(f"[  812.345708]  {place(p, function, address, module='')}", p, address)
    log.add("[  812.345710]  </TASK>\n[  812.345712]  <IRQ>")
    address = p.after("document_depth", "call.*depth_below")
    frame(f"[  812.345714]  [<{0xFFFFFFFF81000000 + address:016x}>] ? {place(p, 'document_depth', address, module='')}", p, address)
    log.add(
        """[  812.345716]  </IRQ>
[  812.345718]  ? no_such_function+0x12/0x30
[  812.345720]  ? register_read+0x5/0x2000 [sensor]
[  812.345722]  ? other_module_function+0x5/0x20 [other]
[  812.345723]  ? bus_poll+0x12345678901234567/0x21 [sensor]
[  812.345724] RIP: 0033:0x7f1c9a0b7d2e
[  812.345726] Modules linked in: sensor(OE) other e1000e
[  812.345728] ---[ end trace 0000000000000000 ]---
Nov 14 22:13:21 kiosk kernel: [  813.000001] watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [kiosk:4711]"""
    )
    address = p.at("main", "call.*document_depth")
    frame(f"Nov 14 22:13:21 kiosk kernel: [  813.000002] EIP is at {place(p, 'main', address, module='')}", p, address, exact=True)
    address = p.after("main", "call.*number_value")
    frame(f"2023-11-14T22:13:22.123456+01:00 kiosk kernel: [<c010fb0c>] (dump_backtrace) from [<c010bd9c>] ({place(p, 'main', address, module='')})", p, address)
    frame(f"<4>[  814.000001][ T4711]  show_stack from {place(p, 'main', address, module='')}", p, address)
    address = p.at("read_string", "call")
    frame(f"[  815.000001] epc : {place(p, 'read_string', address, module='')}", p, address, exact=True)
    frame(f"[  815.000002]  ra : {place(p, 'main', p.after('main', 'call.*document'), module='')}", p, p.after("main", "call.*document"))
    frame(f"[  815.000003] [<ffffffff80201234>] {place(p, 'read_string', address, module='')}", p, address, exact=True)
    address = p.after("main", "call.*tokenizer_next")
    frame(f"[  816.000001] NIP [c000000000012345] {place(p, 'main', address, module='')}", p, address, exact=True)
    log.write()


def kernel_arm64(Log, t):
    """arm64: pc and lr, and a stack whose first entry is the pc; two functions of one name told apart by size."""
    log = Log("linux/sensor-arm64.oops")
    d, k = t.driver_arm, t.tokenizer
    poll = d.after("bus_poll", "^bl ")
    read = d.at("register_read", "ldr|add")
    size = lambda function: d.functions[function][-1][0] + 4 - d.first(function)
    log.add(
        """[   31.100001] Unable to handle kernel NULL pointer dereference at virtual address 0000000000000008
[   31.100002] Internal error: Oops: 0000000096000004 [#1] SMP
[   31.100003] CPU: 0 PID: 88 Comm: insmod Tainted: G           OE      6.1.0 #1
[   31.100004] pstate: 60000005 (nZCv daif -PAN -UAO -TCO -DIT -SSBS BTYPE=--)"""
    )
    reading = f"register_read+{read - d.first('register_read'):#x}/{size('register_read'):#x} [sensor]"
    polling = f"bus_poll+{poll - d.first('bus_poll'):#x}/{size('bus_poll'):#x} [sensor]"
    log.frame(f"[   31.100005] pc : {reading}", d, read, read)
    log.frame(f"[   31.100006] lr : {polling}", d, poll, poll - 4)
    log.add("[   31.100007] sp : ffff80000a3bbc20\n[   31.100008] Call trace:")
    log.frame(f"[   31.100009]  {reading}", d, read, read)
    log.frame(f"[   31.100010]  {polling}", d, poll, poll - 4)
    log.frame(f"[   31.100011]  {polling} (P)", d, poll, poll)
    # vmlinux is x86 here: two functions are called `check`; the sizes say which.
    sizes = {}
    for line in subprocess.run(
        ["llvm-nm-19", "-S", os.path.join(os.path.dirname(os.path.realpath(__file__)), "../native", k.path)],
        capture_output=True, text=True, check=True,
    ).stdout.split("\n"):
        if line.endswith(" t check"):
            sizes[int(line.split()[0], 16)] = int(line.split()[1], 16)
    for begin, size_of_it in sorted(sizes.items()):
        log.frame(f"[   31.100012]  check+0x8/{size_of_it:#x}", k, begin + 8, begin + 7)
        padded = (size_of_it + 15) // 16 * 16
        log.frame(f"[   31.100013]  check+0x8/{padded:#x}", k, begin + 8, begin + 7)
    log.add("[   31.100014]  check+0x8/0x300\n[   31.100015]  check+0x8/0x9\n[   31.100016] ---[ end trace 0000000000000000 ]---")
    log.write()


def kernel_kaslr(Log, t):
    """Addresses without names: the kernel says how far it was moved, or its own symbols do."""
    log = Log("linux/bare.oops")
    p = t.program
    slide = 0x2C000000 + 0xFFFFFFFF80C00000
    address = p.after("main", "call.*document_depth")
    other = p.at("document_depth", "call")
    bare = lambda address: f"{address + slide & 0xFFFFFFFFFFFFFFFF:016x}"
    log.add("[   12.000001] Kernel panic - not syncing: Fatal exception")
    log.frame(f"[   12.000002]  [<{bare(address)}>]", p, int(bare(address), 16), address - 1)
    log.add(f"[   12.000003] Kernel Offset: {slide:#x} from 0xffffffff81000000 (relocation range: 0xffffffff80000000-0xffffffffbfffffff)")
    log.frame(f"[   12.000004] RIP: 0010:0x{bare(other)}", p, int(bare(other), 16), other)
    log.frame(f"[   12.000005]  [<{bare(address)}>]", p, int(bare(address), 16), address - 1)
    log.frame(f"[   12.000006]  ? 0x{bare(address)}", p, int(bare(address), 16), address - 1)
    log.add("[   12.000007]  ? 0xffffffffc0a12345\n[   12.000008]  [<ffffffff812345678901234567>]")
    log.write()


def dart(Log, t):
    log = Log("linux/flutter.dart")
    m = t.market
    base = 0x751C2B3000
    column = "I/flutter ( 8353): "
    stars = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"
    # The program's own symbols are other than in this sample, where the fixture stands for libapp.so.
    log.add(
        f"""{column}Unhandled exception:
{column}RangeError (index): Invalid value: Not in inclusive range 0..2: 3
{column}{stars}
{column}pid: 8353, tid: 8399, name 1.ui
{column}os: android arch: arm64 comp: yes sim: no
{column}build_id: '{m.identity()}'
{column}isolate_dso_base: {base:x}, vm_dso_base: {base:x}
{column}isolate_instructions: {base + 0x11000:x}, vm_instructions: {base + 0x10000:x}"""
    )
    first = m.first(WORTH)
    addresses = [m.after(TRADED, "bl ") - 1, m.after(MATCH, "^blr") - 1, m.after("market_run_session", "bl .*match") - 1]
    for number, address in enumerate(addresses):
        log.frame(
            f"{column}    #{number:02} abs {base + address:016x} virt {address:016x} _kDartIsolateSnapshotInstructions+{address - 0x11000:#x}",
            m, base + address, address,
        )
    log.add(f"{column}    #03 abs 0000000000000000 <invalid Dart instruction address>")
    log.frame(f"{column}    #04 abs 0000000000000000 virt {addresses[1]:016x} _kDartIsolateSnapshotInstructions+{addresses[1] - 0x11000:#x}", m, 0, addresses[1])
    log.add(f"{column}<asynchronous suspension>")
    log.add(
        f"""flutter: {stars}
flutter: os: ios arch: arm64 comp: no sim: no
flutter: build_id: '{m.identity()}'
flutter: isolate_dso_base: {base + 0x4000:x}, vm_dso_base: {base + 0x4000:x}"""
    )
    for number, address in enumerate(addresses):
        log.frame(f"    #{number:02} abs {base + 0x4000 + address:016x} _kDartIsolateSnapshotInstructions+{address - first:#x}", m, base + 0x4000 + address, address)
    log.write()


def markup(Log, t):
    log = Log("linux/fuchsia.markup")
    k, m = t.tokenizer, t.market
    bias = 0x20000000
    log.add(
        f"""[00012.345] 01234.05678> crash in kiosk {{{{{{reset}}}}}}
[00012.345] 01234.05678> {{{{{{module:0:kiosk/tokenizer.so:elf:{k.identity()}}}}}}}
[00012.345] 01234.05678> {{{{{{mmap:{k.load + 0x1000:#x}:0x1000:load:0:rx:0x1000}}}}}}
[00012.345] 01234.05678> {{{{{{module:0x1:libmarket.so:elf:{m.identity()}}}}}}}{{{{{{mmap:{m.load + bias + 0x10000:#x}:0x2000:load:0x1:rx:0x10000}}}}}}"""
    )
    column = "[00012.346] 01234.05678> "
    at = k.at("read_string", "mov")
    log.frame(f"{column}{{{{{{bt:0:{k.load + at:#x}:pc}}}}}}", k, k.load + at, at)
    at = k.after("tokenizer_next", "call.*read_string")
    log.frame(f"{column}{{{{{{bt:1:{k.load + at:#x}:ra}}}}}}", k, k.load + at, at - 1)
    at = m.after(MATCH, "^blr")
    log.frame(f"{column}{{{{{{bt:2:{m.load + bias + at:#x}}}}}}}", m, m.load + bias + at, at - 4)
    log.frame(f"{column}here: {{{{{{pc:{m.load + bias + at:#x}}}}}}}, as it was", m, m.load + bias + at, at)
    log.add(
        f"{column}{{{{{{bt:3:0x7fffdeadbeef:ra}}}}}}\n{column}{{{{{{symbol:_ZN6market8ListenerD2Ev}}}}}} {{{{{{data:0x7fffdeadbeef}}}}}} {{{{{{bt:4:nonsense}}}}}} {{{{{{pc"
    )
    log.write()


def coredump(Log, t):
    """coredumpctl's text, gdb's with and without a list of mappings."""
    log = Log("linux/kiosk.coredump")
    k, p, x = t.tokenizer, t.program, t.market_x86
    log.add(
        f"""Nov 14 22:13:20 kiosk systemd-coredump[4720]: [🡕] Process 4711 (kiosk) of user 1000 dumped core.

                Module /usr/lib/kiosk/tokenizer-clang-dwarf5.so with build-id {k.identity()}
                Module market-clang-dwarf5.so with build-id {x.identity()}
                Module libz.so.1 without build-id.
                Module libc.so.6 from deb glibc-2.36-9.amd64
                Stack trace of thread 4711:"""
    )

    def frame(number, image, address, name, symbol="n/a", exact=False, base=0):
        text = f"                #{number:<2} {image.load - base + address:#018x} {symbol} ({name} + {address - base:#x})"
        log.frame(text, image, image.load - base + address, address - (0 if exact else 1))

    frame(0, k, k.at("read_string", "mov"), "tokenizer-clang-dwarf5.so", exact=True)
    frame(1, k, k.after("tokenizer_next", "call.*read_string"), "tokenizer-clang-dwarf5.so", "tokenizer_next")
    log.add("                #2  0x00007237452cb3f4 __restore_rt (libc.so.6 + 0x3fe20)")
    frame(3, x, x.at(SETTLE, "call"), "/usr/lib/kiosk/market-clang-dwarf5.so", exact=True)
    frame(4, x, x.after(MATCH, "callq"), "market-clang-dwarf5.so", "market::Book<(market::Side)1>::match(market::Order const&, market::Listener&)")
    frame(5, p, p.after("main", "call.*document_depth"), "tokenizer-exe-base-0x400000", "main", base=0x400000)
    log.add(
        """                #6  0x00007237452cb3f4 n/a (n/a + 0x0)

                Stack trace of thread 4712:"""
    )
    frame(0, x, x.at(WORTH, "call"), "market-clang-dwarf5.so", exact=True)
    log.add("                ELF object binary architecture: AMD x86-64\n")

    def gdb(number, image, address, text, exact=False):
        log.frame(f"#{number:<2} {image.load + address:#018x} in {text}", image, image.load + address, address - (0 if exact else 1))

    log.add(
        f"""(gdb) info proc mappings
process 4711
Mapped address spaces:

          Start Addr           End Addr       Size     Offset  Perms  objfile
      {k.load:#x}     {k.load + 0x1000:#x}     0x1000        0x0  r--p   /usr/lib/kiosk/tokenizer-clang-dwarf5.so
      {k.load + 0x1000:#x}     {k.load + 0x2000:#x}     0x1000     0x1000  r-xp   /usr/lib/kiosk/tokenizer-clang-dwarf5.so
      {x.load + 0x1000:#x}     {x.load + 0x3000:#x}     0x2000     0x1000  r-xp   /usr/lib/kiosk/market-clang-dwarf5.so
      0x7ffd2b1a9000     0x7ffd2b1ca000    0x21000        0x0  rw-p   [stack]
(gdb) thread apply all bt

Thread 2 (Thread 0x7f3a2bdff6c0 (LWP 4712) "matching"):"""
    )
    gdb(0, k, k.at("tokenizer_next", "call.*read_string"), "?? () from /usr/lib/kiosk/tokenizer-clang-dwarf5.so", exact=True)
    gdb(1, k, k.after("depth_below", "call.*tokenizer_next"), "depth_below () from /usr/lib/kiosk/tokenizer-clang-dwarf5.so")
    log.add("#2  <signal handler called>")
    gdb(3, k, k.at("document_depth", "call"), "document_depth(char const*) () from /usr/lib/kiosk/tokenizer-clang-dwarf5.so", exact=True)
    gdb(4, k, k.after("depth_below", "call.*depth_below"), "?? ()")
    log.add(
        f"""#5  {x.load + 0x2a3f:#018x} in ?? () from /usr/lib/kiosk/market-clang-dwarf5.so
#6  0x00007f92a7a88a7b in ?? () from /opt/glibc/lib/libc.so.6
#7  0x0000000000401136 in main (argc=1, argv=0x7ffd2b1c8d10) at main.c:12
#8  main () at main.c:12"""
    )
    log.write()


def perf(Log, t):
    log = Log("linux/kiosk.perf")
    k, p = t.tokenizer, t.program
    log.add(
        f"""kiosk  4711 [001]   812.345678: PERF_RECORD_MMAP2 4711/4711: [{k.load:#x}(0x3000) @ 0 fd:00 1234 0]: r-xp /usr/lib/kiosk/tokenizer-clang-dwarf5.so
kiosk  4711 [001]   812.345679: PERF_RECORD_MMAP2 4711/4711: [0x7f3a2be00000(0x3000) @ 0x26000 <0011223344556677889900112233445566778899>]: r-xp /opt/glibc/lib/libc.so.6
kiosk  4711 [001]   812.345680:     250000 cycles:"""
    )

    def frame(text, image, runtime, looked_up):
        log.frame(text, image, runtime, looked_up)

    kernel = 0xFFFFFFFF91000000
    at = p.at("tokenizer_next", "call.*read_string")
    frame(f"\t{kernel + at:x} tokenizer_next+{at - p.first('tokenizer_next'):#x} ([kernel.kallsyms])", p, kernel + at, at)
    at = p.after("main", "call.*document_depth")
    frame(f"\t{kernel + at:x} main+{at - p.first('main'):#x} ([kernel.kallsyms])", p, kernel + at, at - 1)
    at = k.at("read_string", "mov")
    frame(f"\t    {k.load + at:x} [unknown] (/usr/lib/kiosk/tokenizer-clang-dwarf5.so)", k, k.load + at, at)
    at = k.after("tokenizer_next", "call.*read_string")
    frame(f"\t    {k.load + at:x} tokenizer_next+{at - k.first('tokenizer_next'):#x} (/usr/lib/kiosk/tokenizer-clang-dwarf5.so)", k, k.load + at, at - 1)
    at = k.after("depth_below", "call.*tokenizer_next")
    frame(f"\t    {k.load + at:x} depth_below (/usr/lib/kiosk/tokenizer-clang-dwarf5.so)", k, k.load + at, at - 1)
    log.add(
        """\t    7f3a2be2a28b __libc_start_main+0x8b (/opt/glibc/lib/libc.so.6)
\t    7f3a2be2a28b [unknown] (/opt/glibc/lib/libc.so.6)
\t    7ffd2b1c8d10 [unknown] ([vdso])
\t    7ffd2b1c8d10 [unknown] ([unknown])
\t    55d0c1a2b3c4 inlined_one (inlined)

kiosk  4711 [001]   812.345690:     250000 cycles:"""
    )
    at = k.at("depth_below", "call.*depth_below")
    frame(f"\t    {k.load + at:x} [unknown] (/usr/lib/kiosk/tokenizer-clang-dwarf5.so)", k, k.load + at, at)
    log.write()


def languages(Log, t):
    """Go's panics know their lines; Java's and Breakpad's reports, and the kernel's line on a crash."""
    log = Log("linux/runtimes.log")
    k, p, x = t.tokenizer, t.program, t.market_x86
    log.add(
        """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.parse(...)
\t/src/kiosk/main.go:12
main.main()
\t/src/kiosk/main.go:8 +0x1d
exit status 2
#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f3a2c4019db, pid=4711, tid=4712
#
# Problematic frame:"""
    )

    def java(kind, image, name, address, exact):
        log.frame(f"{kind}  [{name}+{address:#x}]", image, address, address - (0 if exact else 1))

    at = k.at("read_string", "mov")
    java("# C", k, "tokenizer-clang-dwarf5.so", at, True)
    log.add("#\n\nNative frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)")
    java("C", k, "tokenizer-clang-dwarf5.so", at, True)
    at = k.after("tokenizer_next", "call.*read_string")
    log.frame(f"C  [tokenizer-clang-dwarf5.so+{at:#x}]  tokenizer_next+0xf7", k, at, at - 1)
    log.add("j  com.example.kiosk.Native.parse(Ljava/lang/String;)I+0")
    java("C", k, "tokenizer-clang-dwarf5.so", k.after("depth_below", "call.*depth_below"), False)
    log.add("V  [libjvm.so+0x8e2b3c]  JavaThread::run()+0x1c\n")
    digits = k.identity().upper()
    guid = digits[6:8] + digits[4:6] + digits[2:4] + digits[0:2] + digits[10:12] + digits[8:10]
    guid += digits[14:16] + digits[12:14] + digits[16:32]
    log.add(
        f"""OS|Linux|0.0.0 Linux 5.14.0-1-amd64 x86_64
CPU|amd64|family 6 model 85 stepping 7|2
GPU|||
Crash|SIGSEGV /SEGV_MAPERR|0xc|0
Module|tokenizer-clang-dwarf5.so||tokenizer-clang-dwarf5.so|{guid}0|{k.load:#x}|{k.load + 0x3FFF:#x}|1
Module|libc.so.6||libc.so.6|53DA89C271A39A3E89D893F2AD81D6A30|0x7f3a2be00000|0x7f3a2bfdffff|0
"""
    )
    at = k.at("read_string", "mov")
    log.frame(f"0|0|tokenizer-clang-dwarf5.so||||{at:#x}", k, at, at)
    at = k.after("tokenizer_next", "call.*read_string")
    log.frame(f"0|1|tokenizer-clang-dwarf5.so||||{at:#x}", k, at, at - 1)
    at = k.after("depth_below", "call.*tokenizer_next")
    log.frame(f"0|2|tokenizer-clang-dwarf5.so|depth_below||| {at - k.first('depth_below'):#x}".replace(" ", ""), k, at - k.first("depth_below"), at - 1)
    log.add("0|3|libc.so.6||||0x2a28b\n0|4|kiosk|main|main.c|12|0x4\n0|5|||||0x7ffd2b1c8d10\n1|0|libc.so.6||||0x12345678901234567")
    at = p.at("main", "call.*document_depth")
    log.frame(
        f"[  812.345678] tokenizer-exe-base-0x400000[4711]: segfault at 0 ip {at:016x} sp 00007ffd2b1c8d10 error 4 in tokenizer-exe-base-0x400000[401000+1000] likely on CPU 1 (core 1, socket 0)",
        p, at, at,
    )
    log.frame(
        f"[  812.345679] traps: tokenizer-exe-base-0x400000[4712] general protection fault ip:{at:x} sp:7ffd2b1c8d10 error:0 in tokenizer-exe-base-0x400000[401000+1000]",
        p, at, at,
    )
    # The library's code begins at byte 0x7a0 of the file, and 0x1000 further in memory.
    at = k.at("read_string", "mov")
    log.frame(
        f"[  812.345680] kiosk[4713]: segfault at 0 ip {0x7f3a2c400000 + at:016x} sp 00007ffd2b1c8d10 error 4 in tokenizer-clang-dwarf5.so[{at - 0x1000:x},7f3a2c401000+1000]",
        k, 0x7f3a2c400000 + at, at,
    )
    log.write()


def rust(Log, t):
    log = Log("linux/kiosk.rust")
    k = t.tokenizer
    log.add("thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds: the len is 3 but the index is 5\nstack backtrace:")
    for number, at in enumerate((k.after("tokenizer_next", "call.*read_string"), k.after("depth_below", "call.*depth_below"))):
        log.frame(f"{number:4}:     {k.load + at:#x} - <unknown>", k, k.load + at, at - 1)
    log.add("   2:     0x7f3a2c401234 - core::panicking::panic::h0123456789abcdef\n                               at /rustc/0123/library/core/src/panicking.rs:12:5")
    log.write()


def mixed(Log, t):
    """What a CI job collects: three kinds of report behind each other, coloured, named and stamped."""
    log = Log("linux/ci.log")
    k, m, d = t.tokenizer, t.market, t.driver
    log.add("\x1b[36mweb-1  | \x1b[0m2023-11-14T22:13:20.123Z listening on 0x1f90")
    log.add("\x1b[33mtests-1  | \x1b[0m\x1b[1m\x1b[31m==4711==ERROR: AddressSanitizer: SEGV on unknown address\x1b[0m")
    at = k.after("tokenizer_next", "call.*read_string") - 1
    log.frame(
        f"\x1b[33mtests-1  | \x1b[0m    #0 \x1b[1m{k.load + at:#x}\x1b[0m  (/usr/lib/kiosk/tokenizer-clang-dwarf5.so+{at:#x}) (BuildId: {k.identity()})",
        k, k.load + at, at,
    )
    log.add("\x1b[33mtests-1  | \x1b[0m==4711==ABORTING")
    column = "device-1  | 2023-11-14T22:13:21.000Z 01-15 13:31:06.831 13140 13140 F DEBUG   : "
    log.add(f"{column}*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n{column}ABI: 'arm64'\n{column}pid: 1, tid: 2, name: matching  >>> com.example.market <<<")
    at = m.at(MATCH, "^blr")
    log.frame(f"{column}      #00 pc {at:016x}  /data/app/x/base.apk!libmarket.so (offset 0x930000) (BuildId: {m.identity()})", m, at, at)
    log.add("machine-1  | Nov 14 22:13:21 kiosk kernel: [  812.345678] BUG: kernel NULL pointer dereference, address: 000000000000000c")
    at = d.at("sensor_sample", "movl|mov")
    place = f"sensor_sample+{at - d.first('sensor_sample'):#x}/0x51 [sensor]"
    log.frame(f"machine-1  | Nov 14 22:13:21 kiosk kernel: [  812.345679] RIP: 0010:{place}", d, at, at)
    at = d.after("init_module", "call")
    log.frame(f"\x1b[32m[  812.345680] \x1b[0m init_module+{at - d.first('init_module'):#x}/0x6e [sensor]", d, at, at - 1)
    log.add("web-1  | {\"level\":\"info\",\"msg\":\"done\"}")
    log.write()


def minidump(Log, t):
    """What minidump_stackwalk prints for people: Breakpad's, then rust-minidump's, which steps back itself."""
    log = Log("linux/kiosk.minidump")
    k, x = t.tokenizer, t.market_x86
    name = "tokenizer-clang-dwarf5.so"
    digits = k.identity().upper()
    guid = digits[6:8] + digits[4:6] + digits[2:4] + digits[0:2] + digits[10:12] + digits[8:10] + digits[14:16] + digits[12:14]
    head = """Operating system: Linux
                  0.0.0 Linux 5.15.0-102-generic #112-Ubuntu SMP Tue Mar 5 16:50:32 UTC 2024 x86_64
CPU: amd64
     family 6 model 158 stepping 10
     1 CPU

GPU: UNKNOWN

Crash reason:  SIGSEGV /SEGV_MAPERR
Crash address: 0x0
Process uptime: not available
"""
    registers = """    rbx = 0x0000000000000000   rbp = 0x00007fff51cde530
    rsp = 0x00007fff51cde390   rip = 0x00005590e6de015c
    Found by: """
    modules = f"""
Loaded modules:
0x5590e6ddc000 - 0x5590e6df1fff  kiosk  ???  (main)
0x7f3a2c400000 - 0x7f3a2c402fff  {name}  ???  (WARNING: No symbols, {name}, {guid}{digits[16:32]}0)
0x7f72a6385000 - 0x7f72a6541fff  libc.so.6  ???  (WARNING: No symbols, libc.so.6, AA152096139D6C3CBCFB31EC300596D70)
"""

    def frame(number, address, looked_up, function=None):
        base = k.first(function) if function else 0
        place = f"{name}!{function} + {address - base:#x}" if function else f"{name} + {address:#x}"
        log.frame(f"{number:2}  {place}", k, address - base, looked_up)
        log.add(registers + ("given as instruction pointer in context" if number == 0 else "call frame info"))

    at = k.at("read_string", "mov")
    first, second = k.after("tokenizer_next", "call.*read_string"), k.after("depth_below", "call.*depth_below")
    log.add(head + "\nThread 0 (crashed)")
    frame(0, at, at)
    frame(1, first, first - 1, "tokenizer_next")
    frame(2, second, second - 1)
    log.add(" 3  libc.so.6 + 0x29d90\n" + registers + "call frame info\n 4  0x7fff51cde638\n" + registers + "stack scanning")
    log.add(" 5  kiosk!main [kiosk.cpp : 27 + 0x5]\n" + registers + "call frame info\n\nThread 1")
    frame(0, first, first)
    log.add(modules)
    log.add(head + "\nThread 0 main (crashed) - tid: 4711")
    frame(0, at, at)
    frame(1, first - 1, first - 1, "tokenizer_next")
    frame(2, second - 1, second - 1)
    log.add(modules + "\nUnloaded modules:\n")
    log.write()


def write_all(Image, Log):
    tables = Tables(Image)
    logs = (android, bugly, harmony, sanitizers, glibc, kernel, kernel_arm64, kernel_kaslr, dart, markup, coredump, perf,
            languages, rust, minidump, mixed)
    for one in logs:
        one(Log, tables)
