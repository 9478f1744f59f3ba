// Of a stack that a signal's handler printed, its own frames and those of what it prints with never tell the
// crash, whoever prints it.
#include <doctest/doctest.h>
#include <string_view>

#include "grouped.h"

using symkit::group::texts_in;

namespace {

struct Printed {
  std::string_view printer;
  std::string log;
  std::string_view text;  // of its only report
};

const std::vector<Printed> with_marks = {
    {"KDE",
     "Application: Till (till), signal: Segmentation fault\n\n"
     "Thread 2 (Thread 0x7f12 (LWP 4712)):\n#0  0x00007f01 in poll () at poll.c:87\n"
     "#1  0x00007f02 in g_main_context_iterate () from /lib/libglib-2.0.so.0\n\n"
     "Thread 1 (Thread 0x7f11 (LWP 4711)):\n[KCrash Handler]\n#5  0x00007f03 in memcpy () at memcpy.S:1\n"
     "#6  Till::open (this=0x0) at till.cpp:12\n#7  Shop::serve (this=0x1) at shop.cpp:40\n#8  main () at "
     "main.cpp:4\n",
     "SIGSEGV in Till::open, Shop::serve"},
    {"KDE without its mark",
     "Application: Till (till), signal: Segmentation fault\n\n"
     "#0  0x00007f00 in __pthread_kill_implementation () from /lib/libc.so.6\n"
     "#1  0x00007f01 in KCrash::defaultCrashHandler(int) () from /lib/libKF5Crash.so.5\n"
     "#2  0x00007f02 in ?? () from /lib/libc.so.6\n#3  Till::open (this=0x0) at till.cpp:12\n"
     "#4  Shop::serve (this=0x1) at shop.cpp:40\n",
     "SIGSEGV in Till::open, Shop::serve"},
    {"gdb, a program's own handler",
     "Program received signal SIGSEGV, Segmentation fault.\n#0  raise () at raise.c:51\n#1  abort () at "
     "abort.c:79\n"
     "#2  shop::last_words (code=11) at words.cpp:3\n#3  <signal handler called>\n#4  till_open (t=0x0) at "
     "till.c:12\n"
     "#5  till_serve () at till.c:40\n",
     "SIGSEGV in till_open, till_serve"},
    {"apport",
     "ProblemType: Crash\nSignal: 11\nStacktrace:\n #0  0x00007f00 in till_note_death (sig=11) at death.c:8\n"
     " #1  <signal handler called>\n #2  till_open (t=0x0) at till.c:12\n #3  till_serve () at till.c:40\n",
     "SIGSEGV in till_open, till_serve"},
    {"catchsegv",
     "*** Segmentation fault\nRegister dump:\n\nBacktrace:\n/lib/libSegFault.so(+0x2a10)[0x7f0000002a10]\n"
     "/lib/libc.so.6(__restore_rt+0x0)[0x7f0000103c05]\n./till(till_open+0x12)[0x401234]\n"
     "./till(till_serve+0x34)[0x401256]\n",
     "SIGSEGV in till_open, till_serve"},
    {"macOS",
     "Process:               till [4711]\nException Type:        EXC_BAD_ACCESS (SIGSEGV)\n\nThread 0 "
     "Crashed:\n"
     "0   till                          0x0000000100001111 note_death + 17 (death.c:8)\n"
     "1   libsystem_platform.dylib      0x00007fff20501d7d _sigtramp + 29\n"
     "2   till                          0x0000000100002222 till_open + 34 (till.c:12)\n"
     "3   till                          0x0000000100003333 till_serve + 51 (till.c:40)\n",
     "SIGSEGV in till_open, till_serve"},
    {"WinDbg",
     "STACK_TEXT:\n"
     "00000012`3456f0a0 00007ff6`11112222 : 00000000`00000000 : till!note_death+0x1a [c:\\src\\death.c @ 8]\n"
     "00000012`3456f0b0 00007ffb`11113333 : 00000000`00000000 : ntdll!RtlDispatchException+0x1a\n"
     "00000012`3456f0c0 00007ffb`11114444 : 00000000`00000000 : ntdll!KiUserExceptionDispatch+0x2e\n"
     "00000012`3456f0d0 00007ff6`11115555 : 00000000`00000000 : till!till_open+0x1c [c:\\src\\till.c @ 12]\n"
     "00000012`3456f0e0 00007ff6`11116666 : 00000000`00000000 : till!till_serve+0x2c [c:\\src\\till.c @ "
     "40]\n",
     "crash in till_open, till_serve"},
};

const std::vector<Printed> of_printers = {
    {"glog",
     "*** SIGSEGV (@0x0) received by PID 4711 (TID 0x7f11) from PID 0; stack trace: ***\n"
     "    @     0x7f0000001111 google::(anonymous namespace)::FailureSignalHandler()\n"
     "    @     0x7f0000002222 (unknown)\n    @     0x55d000003333 shop::Till::Open()\n"
     "    @     0x55d000004444 shop::Serve()\n",
     "SIGSEGV near null in shop::Till::Open, shop::Serve"},
    {"Abseil",
     "*** SIGSEGV received at time=1650000000 on cpu 3 ***\nPC: @     0x55d000003333  (unknown)  "
     "shop::Till::Open()\n"
     "    @     0x55d000001111         64  absl::lts_20230125::WriteFailureInfo()\n"
     "    @     0x55d000001112         96  absl::lts_20230125::AbslFailureSignalHandler()\n"
     "    @     0x7f0000002222  (unknown)  (unknown)\n    @     0x55d000003333  (unknown)  "
     "shop::Till::Open()\n"
     "    @     0x55d000004444         32  shop::Serve()\n",
     "SIGSEGV in shop::Till::Open, shop::Serve"},
    {"folly",
     "*** Signal 11 (SIGSEGV) (0x0) received by PID 4711 (pthread TID 0x7f11), stack trace: ***\n"
     "    @ 0000000000001111 folly::symbolizer::(anonymous namespace)::innerSignalHandler(int, siginfo_t*, "
     "void*)\n"
     "                       /src/folly/SignalHandler.cpp:435\n"
     "    @ 0000000000001112 folly::symbolizer::(anonymous namespace)::signalHandler(int, siginfo_t*, "
     "void*)\n"
     "                       /src/folly/SignalHandler.cpp:456\n    @ 0000000000002222 (unknown)\n"
     "    @ 0000000000003333 shop::Till::Open()\n                       /src/shop/till.cpp:12\n"
     "    @ 0000000000004444 shop::Serve()\n                       /src/shop/shop.cpp:40\n",
     "SIGSEGV near null in shop::Till::Open, shop::Serve"},
    {"MySQL",
     "10:00:00 UTC - mysqld got signal 11 ;\nThread pointer: 0x7f00\n"
     "/usr/sbin/mysqld(my_print_stacktrace+0x35)[0x55d000001111]\n"
     "/usr/sbin/mysqld(handle_fatal_signal+0x4a4)[0x55d000001112]\n/lib/"
     "libpthread.so.0(+0xf5e0)[0x7f0000002222]\n"
     "/usr/sbin/mysqld(_ZN4Till4openEv+0x12)[0x55d000003333]\n/usr/sbin/"
     "mysqld(_ZN4Shop5serveEv+0x34)[0x55d000004444]\n",
     "SIGSEGV in Till::open, Shop::serve"},
    {"Redis",
     "4711:M 28 Nov 10:00:00.000 # Redis 6.2.1 crashed by signal: 11\n------ STACK TRACE ------\nEIP:\n"
     "redis-server *:6379(tillOpen+0x12)[0x55d000003333]\n\nBacktrace:\n"
     "redis-server *:6379(logStackTrace+0x45)[0x55d000001111]\n"
     "redis-server "
     "*:6379(sigsegvHandler+0xd0)[0x55d000001112]\n/lib/libpthread.so.0(+0xf5e0)[0x7f0000002222]\n"
     "redis-server *:6379(tillOpen+0x12)[0x55d000003333]\nredis-server "
     "*:6379(tillServe+0x34)[0x55d000004444]\n",
     "SIGSEGV in tillOpen, tillServe"},
    {"PostgreSQL",
     "TRAP: failed Assert(\"till != NULL\"), File: \"till.c\", Line: 12, PID: 4711\n"
     "postgres: kiosk shop [local] SELECT(ExceptionalCondition+0x79)[0x55d000001111]\n"
     "postgres: kiosk shop [local] SELECT(till_open+0x12)[0x55d000003333]\n"
     "postgres: kiosk shop [local] SELECT(till_serve+0x34)[0x55d000004444]\n",
     "assertion failed: till != NULL in till_open, till_serve"},
    {"ClickHouse",
     "2026.11.28 10:00:00.000000 [ 4711 ] {} <Fatal> BaseDaemon: (version 23.8) (from thread 12) Received "
     "signal "
     "Segmentation fault (11)\n"
     "2026.11.28 10:00:00.000000 [ 4711 ] {} <Fatal> BaseDaemon: Address: 0x0. Access: read.\n"
     "2026.11.28 10:00:00.000000 [ 4711 ] {} <Fatal> BaseDaemon: 1. signalHandler(int, siginfo_t*, void*) @ "
     "0x0000000000001111 in /usr/bin/clickhouse\n"
     "2026.11.28 10:00:00.000000 [ 4711 ] {} <Fatal> BaseDaemon: 2. DB::Till::open() @ 0x0000000000003333 in "
     "/usr/bin/clickhouse\n"
     "2026.11.28 10:00:00.000000 [ 4711 ] {} <Fatal> BaseDaemon: 3. DB::Shop::serve() @ 0x0000000000004444 "
     "in "
     "/usr/bin/clickhouse\n",
     "SIGSEGV in DB::Till::open, DB::Shop::serve"},
    {"MongoDB",
     "Got signal: 11 (Segmentation fault).\n----- BEGIN BACKTRACE -----\n"
     " mongod(mongo::printStackTrace(std::ostream&)+0x41) [0x55d000001111]\n"
     " mongod(mongo::(anonymous namespace)::abruptQuitWithAddrSignal(int, siginfo_t*, void*)+0x2f) "
     "[0x55d000001112]\n"
     " libpthread.so.0(+0x12980) [0x7f0000002222]\n mongod(mongo::Till::open()+0x12) [0x55d000003333]\n"
     " mongod(mongo::Shop::serve()+0x34) [0x55d000004444]\n-----  END BACKTRACE  -----\n",
     "SIGSEGV in mongo::Till::open, mongo::Shop::serve"},
    {"Ceph",
     "*** Caught signal (Segmentation fault) **\n in thread 7f11 thread_name:till\n"
     " 1: /lib/libpthread.so.0(+0x12b20) [0x7f0000002222]\n 2: (Till::open()+0x12) [0x55d000003333]\n"
     " 3: (Shop::serve()+0x34) [0x55d000004444]\n",
     "SIGSEGV in Till::open, Shop::serve"},
    {"Ceph's assertion",
     "till.cc: In function 'void Till::open()' thread 7f11 time 2026-11-28T10:00:00.000000+0000\n"
     "till.cc: 12: FAILED ceph_assert(is_closed)\n"
     " 1: (ceph::__ceph_assert_fail(char const*, char const*, int, char const*)+0x14f) [0x7f0000001111]\n"
     " 2: /usr/lib/ceph/libceph-common.so.2(+0x2763ed) [0x7f0000002222]\n 3: (Till::open()+0x12) "
     "[0x55d000003333]\n"
     " 4: (Shop::serve()+0x34) [0x55d000004444]\n",
     "assertion failed: is_closed in Till::open, Shop::serve"},
    {"Chromium",
     "Received signal 11 SEGV_MAPERR 000000000010\n#0 0x55d000001111 base::debug::CollectStackTrace()\n"
     "#1 0x55d000001112 base::debug::StackTrace::StackTrace()\n"
     "#2 0x55d000001113 base::debug::(anonymous namespace)::StackDumpSignalHandler()\n#3 0x7f0000002222 "
     "<unknown>\n"
     "#4 0x55d000003333 shop::Till::Open()\n#5 0x55d000004444 shop::Serve()\n[end of stack trace]\n",
     "SIGSEGV near null in shop::Till::Open, shop::Serve"},
    {"Qt",
     "Program received signal SIGABRT, Aborted.\n#0  raise () at raise.c:51\n#1  abort () at abort.c:79\n"
     "#2  qt_message_fatal (message=...) at qlogging.cpp:1914\n#3  QMessageLogger::fatal (this=0x1) at "
     "qlogging.cpp:893\n"
     "#4  qt_assert (assertion=0x1 \"n\", file=0x2 \"t.cpp\", line=3) at qglobal.cpp:3361\n"
     "#5  Till::open (this=0x0) at till.cpp:12\n#6  Shop::serve (this=0x1) at shop.cpp:40\n",
     "SIGABRT in Till::open, Shop::serve"},
    {"ROOT",
     " *** Break *** segmentation violation\n#5  0x00007f00 in TUnixSystem::StackTrace() () from "
     "/opt/root/libCore.so\n"
     "#6  0x00007f01 in TUnixSystem::DispatchSignals(ESignals) () from /opt/root/libCore.so\n"
     "#7  <signal handler called>\n#8  0x00007f03 in TillReader::Open() () from libTill.so\n"
     "#9  0x00007f04 in ReadAll() () from libTill.so\n",
     "SIGSEGV in TillReader::Open, ReadAll"},
    {"OpenFOAM",
     "#0  Foam::error::printStack(Foam::Ostream&) at ??:?\n#1  Foam::sigSegv::sigHandler(int) at ??:?\n"
     "#2  ? in \"/lib/libc.so.6\"\n#3  Foam::tillScheme::solve() at ??:?\n#4  ? at ??:?\n#5  main at ??:?\n",
     "SIGSEGV in Foam::tillScheme::solve"},
    {"Open MPI",
     "[host:04711] *** Process received signal ***\n[host:04711] Signal: Segmentation fault (11)\n"
     "[host:04711] Signal code: Address not mapped (1)\n[host:04711] Failing at address: (nil)\n"
     "[host:04711] [ 0] /lib/libpthread.so.0(+0x12980)[0x7f0000002222]\n"
     "[host:04711] [ 1] ./till(till_open+0x12)[0x55d000003333]\n"
     "[host:04711] [ 2] ./till(till_serve+0x34)[0x55d000004444]\n[host:04711] *** End of error message ***\n",
     "SIGSEGV in till_open, till_serve"},
    {"UCX",
     "[host:4711 :0:4711] Caught signal 11 (Segmentation fault: address not mapped to object at address "
     "(nil))\n"
     "==== backtrace (tid:   4711) ====\n 0 0x0000000000001111 ucs_debug_handle_error_signal()  debug.c:1\n"
     " 1 0x0000000000002222 __restore_rt()  :0\n 2 0x0000000000003333 till_open()  till.c:12\n"
     " 3 0x0000000000004444 till_serve()  till.c:40\n",
     "SIGSEGV in till_open, till_serve"},
    {"the X server",
     "(EE) Backtrace:\n(EE) 0: /usr/lib/xorg/Xorg (xorg_backtrace+0x4d) [0x55d000001111]\n"
     "(EE) 1: /usr/lib/xorg/Xorg (0x55d000000000+0x1b8d59) [0x55d0001b8d59]\n"
     "(EE) 2: /lib/libpthread.so.0 (0x7f0000000000+0x128a0) [0x7f00000128a0]\n"
     "(EE) 3: /usr/lib/xorg/modules/till_drv.so (tillOpen+0x12) [0x7f0000013333]\n"
     "(EE) 4: /usr/lib/xorg/Xorg (Dispatch+0x34) [0x55d000004444]\n(EE)\n(EE) Segmentation fault at address "
     "0x0\n",
     "SIGSEGV near null in tillOpen, Dispatch"},
    {"Ruby",
     "[BUG] Segmentation fault at 0x0000000000000010\n"
     "-- C level backtrace information -------------------------------------------\n"
     "/usr/lib/libruby.so.3.0(rb_vm_bugreport+0x5b8) [0x7f0000001111]\n"
     "/usr/lib/libruby.so.3.0(rb_bug_for_fatal_signal+0xf4) [0x7f0000001112]\n"
     "/usr/lib/libruby.so.3.0(sigsegv+0x4d) [0x7f0000001113]\n/lib/libc.so.6(+0x42520) [0x7f0000002222]\n"
     "/gems/till.so(till_open+0x12) [0x7f0000003333]\n/gems/till.so(till_serve+0x34) [0x7f0000004444]\n"
     "/usr/lib/libruby.so.3.0(vm_call_cfunc_with_frame+0x12) [0x7f0000005555]\n",
     "SIGSEGV in till_open, till_serve"},
    {"LLVM",
     "PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: till\n"
     " #0 0x000055d000001111 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) /src/Signals.inc:723:0\n"
     " #1 0x000055d000001112 llvm::sys::RunSignalHandlers() /src/Signals.cpp:105:0\n"
     " #2 0x000055d000001113 SignalHandler(int) /src/Signals.inc:413:0\n"
     " #3 0x00007f0000002222 (/lib/libc.so.6+0x42520)\n #4 0x000055d000003333 till::open() "
     "/src/till.cpp:12:3\n"
     " #5 0x000055d000004444 till::serve() /src/till.cpp:40:3\n",
     "crash in till::open, till::serve"},
    {"newer MySQL",
     "10:00:00 UTC - mysqld got signal 6 ;\nThread pointer: 0x7f00\n"
     " #0 0x55d000001110 print_fatal_signal(int) at sql/signal_handler.cc:153\n"
     " #1 0x55d000001111 my_server_abort() at sql/signal_handler.cc:286\n"
     " #2 0x55d000001112 my_abort() at mysys/my_init.cc:258\n"
     " #3 0x55d000001113 ut_dbg_assertion_failed(char const*, char const*, unsigned long) at ut0dbg.cc:99\n"
     " #4 0x55d000003333 Till::open() at sql/till.cc:12\n #5 0x55d000004444 Shop::serve() at "
     "sql/shop.cc:40\n",
     "SIGABRT in Till::open, Shop::serve"},
    {"the trampoline in another function's name",
     "Caught signal 11 (Segmentation "
     "fault)\n./till(oops+0x1f)[0x55d000001111]\n/lib/libc.so.6(killpg+0x40)[0x7f0000002222]\n"
     "./till(till_open+0x12)[0x55d000003333]\n./till(till_serve+0x34)[0x55d000004444]\n",
     "SIGSEGV in till_open, till_serve"},
    {"the X server, newer",
     "(EE) Backtrace:\n(EE) 0: /usr/libexec/Xorg (OsLookupColor+0x139) [0x55d000001111]\n"
     "(EE) 1: /lib64/libpthread.so.0 (funlockfile+0x50) [0x7f0000002222]\n"
     "(EE) 2: /usr/lib/xorg/modules/till_drv.so (tillOpen+0x12) [0x7f0000003333]\n"
     "(EE) 3: /usr/libexec/Xorg (Dispatch+0x34) [0x55d000004444]\n(EE)\n(EE) Segmentation fault at address "
     "0x0\n",
     "SIGSEGV near null in tillOpen, Dispatch"},
    {"the X server, which ends itself",
     "(EE) Backtrace:\n(EE) 0: /usr/lib/xorg/Xorg (xorg_backtrace+0x4d) [0x55d000001111]\n"
     "(EE) 1: /usr/lib/xorg/Xorg (OsSigHandler+0x39) [0x55d000001112]\n"
     "(EE) 2: /lib/libc.so.6 (__restore_rt+0x0) [0x7f0000002222]\n(EE) 3: /lib/libc.so.6 (abort+0xd3) "
     "[0x7f0000002223]\n"
     "(EE) 4: /usr/lib/xorg/Xorg (OsAbort+0x9) [0x55d000001113]\n"
     "(EE) 5: /usr/lib/xorg/Xorg (FatalError+0x112) [0x55d000001114]\n"
     "(EE) 6: /usr/lib/xorg/Xorg (tillOpen+0x12) [0x55d000003333]\n"
     "(EE) 7: /usr/lib/xorg/Xorg (Dispatch+0x34) [0x55d000004444]\n(EE)\n(EE) Caught signal 6 (Aborted). "
     "Server aborting\n",
     "SIGABRT in tillOpen, Dispatch"},
    {"Samba",
     "INTERNAL ERROR: Signal 11 in pid 4711 (4.15)\nBACKTRACE: 6 stack frames:\n"
     " #0 /usr/lib/libsamba-util.so.0(log_stack_trace+0x34) [0x7f0000001111]\n"
     " #1 /usr/lib/libsamba-util.so.0(smb_panic+0x9) [0x7f0000001112]\n"
     " #2 /usr/lib/libsamba-util.so.0(+0xd3e1) [0x7f0000001113]\n #3 /lib/libc.so.6(+0x42520) "
     "[0x7f0000002222]\n"
     " #4 /usr/lib/libtill.so(till_open+0x12) [0x7f0000003333]\n #5 /usr/sbin/smbd(till_serve+0x34) "
     "[0x55d000004444]\n",
     "SIGSEGV in till_open, till_serve"},
    {"Intel's Fortran",
     "forrtl: severe (174): SIGSEGV, segmentation fault occurred\n"
     "Image              PC                Routine            Line        Source\n"
     "libifcore.so.5     00007F0000001111  for__signal_handl     Unknown  Unknown\n"
     "libpthread-2.31.s  00007F0000002222  Unknown               Unknown  Unknown\n"
     "till               0000000000403333  till_open_                 12  till.f90\n"
     "till               0000000000404444  MAIN__                     40  till.f90\n",
     "SIGSEGV in till_open_, MAIN__"},
    {"Mono",
     "Got a SIGSEGV while executing native code.\n\t0x55d000001111 - /usr/bin/mono : "
     "mono_handle_native_crash\n"
     "\t0x7f0000002222 - /lib/libpthread.so.0 : \n\t0x7f0000003333 - /opt/libtill.so : till_open\n"
     "\t0x7f0000004444 - /opt/libtill.so : till_serve\n",
     "SIGSEGV in till_open, till_serve"},
    {"Java's machine, in a core",
     "Program terminated with signal SIGABRT, Aborted.\n#0  raise () at raise.c:51\n#1  abort () at "
     "abort.c:79\n"
     "#2  os::abort (dump_core=true) at os_linux.cpp:1\n#3  VMError::report_and_die (thread=0x1) at "
     "vmError.cpp:2\n"
     "#4  JVM_handle_linux_signal (sig=11) at os_linux_x86.cpp:3\n#5  signalHandler (sig=11) at "
     "os_linux.cpp:4\n"
     "#6  <signal handler called>\n#7  till_open (t=0x0) at till.c:12\n#8  till_serve () at till.c:40\n",
     "SIGABRT in till_open, till_serve"},
};

// Handlers whose names nobody knows: the C library's trampoline has no name either.
const std::vector<Printed> with_nameless_trampolines = {
    {"a program's own words",
     "Error: signal 11 "
     "(SIGSEGV):\n./till(oops+0x1f)[0x55d000001111]\n./till(last_words+0x2f)[0x55d000001112]\n"
     "/lib/x86_64-linux-gnu/libc.so.6(+0x42520)[0x7f0000002222]\n./till(till_open+0x12)[0x55d000003333]\n"
     "./till(till_serve+0x34)[0x55d000004444]\n",
     "SIGSEGV in till_open, till_serve"},
    {"of an abort",
     "Caught signal 6 "
     "(Aborted)\n./till(oops+0x1f)[0x55d000001111]\n/lib/libc.so.6(+0x42520)[0x7f0000002222]\n"
     "/lib/libc.so.6(pthread_kill+0x12c)[0x7f0000002223]\n/lib/libc.so.6(raise+0x16)[0x7f0000002224]\n"
     "/lib/libc.so.6(abort+0xd3)[0x7f0000002225]\n./till(till_open+0x12)[0x55d000003333]\n"
     "./till(till_serve+0x34)[0x55d000004444]\n",
     "SIGABRT in till_open, till_serve"},
    {"without its image",
     "Received signal 11 SEGV_MAPERR 000000000004\n\n==== C stack trace ===============================\n\n"
     " [0x55d000001111] oops (in till) (till.c:3)\n [0x7f0000002222]\n [0x55d000003333] till_open (in till) "
     "(till.c:12)\n [0x55d000004444] till_serve (in till) (till.c:40)\n",
     "SIGSEGV near null in till_open, till_serve"},
    {"of the vdso",
     "Caught signal 11 (Segmentation "
     "fault)\n./till(oops+0x1f)[0x55d000001111]\nlinux-vdso.so.1(+0x5c0)[0x7f0000002222]\n"
     "./till(till_open+0x12)[0x55d000003333]\n./till(till_serve+0x34)[0x55d000004444]\n",
     "SIGSEGV in till_open, till_serve"},
};

// The C library calls these: nothing was interrupted.
const std::vector<Printed> without_signals = {
    {"a comparison within qsort",
     "Caught signal 11 (Segmentation "
     "fault)\n./till(compare+0x1f)[0x55d000001111]\n/lib/libc.so.6(+0x45a30)[0x7f0000002222]\n"
     "/lib/libc.so.6(+0x45b10)[0x7f0000002223]\n/lib/libc.so.6(qsort_r+0x2aa)[0x7f0000002224]\n"
     "./till(till_sort+0x12)[0x55d000003333]\n",
     "SIGSEGV in compare, till_sort"},
    {"what is done at the end",
     "Caught signal 11 (Segmentation "
     "fault)\n./till(close_all+0x1f)[0x55d000001111]\n/lib/libc.so.6(+0x45495)[0x7f0000002222]\n"
     "/lib/libc.so.6(exit+0x20)[0x7f0000002223]\n./till(give_up+0x12)[0x55d000003333]\n",
     "SIGSEGV in close_all, give_up"},
    {"the beginning of a program",
     "Caught signal 11 (Segmentation "
     "fault)\n./till(till_open+0x1f)[0x55d000001111]\n/lib/libc.so.6(+0x29d90)[0x7f0000002222]\n"
     "/lib/libc.so.6(__libc_start_main+0x80)[0x7f0000002223]\n./till(_start+0x25)[0x55d000003333]\n",
     "SIGSEGV in till_open"},
    {"code that is made at run time",
     "[4711] signal (11.1): Segmentation fault\nin expression starting at /src/till.jl:90\n"
     "till_open at /src/till.jl:12\nunknown function (ip: 0x7f0000002222)\n_jl_invoke at /src/gf.c:2894\n"
     "till_serve at /src/till.jl:40\n",
     "SIGSEGV in till_open, till_serve"},
    {"a function of the program that only sounds like a handler",
     "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
     "    #0 0x1 in a() a.c:1:1\n    #1 0x1 in b() a.c:1:1\n    #2 0x1 in c() a.c:1:1\n    #3 0x1 in d() "
     "a.c:1:1\n"
     "    #4 0x1 in e() a.c:1:1\n    #5 0x1 in shop::OnSignal() a.c:1:1\n    #6 0x1 in f() a.c:1:1\n",
     "SIGSEGV near null in a, b, c"},
};

void check_all(const std::vector<Printed>& logs) {
  for (const auto& [printer, log, text] : logs) {
    std::string got;
    for (const std::string& one : texts_in(log)) (got += got.empty() ? "" : " | ") += one;
    INFO(printer);
    CHECK(got == text);
  }
}

}  // namespace

TEST_CASE("marks of signals: what stands above them is the handler's") { check_all(with_marks); }
TEST_CASE("printers of stacks never tell") { check_all(of_printers); }
TEST_CASE("a trampoline without a name is one if the program's own frames are on both sides") {
  check_all(with_nameless_trampolines);
  check_all(without_signals);
}
