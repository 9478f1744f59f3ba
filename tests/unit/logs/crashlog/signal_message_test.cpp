#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;

TEST_CASE("words in which programs say that a signal ended them") {
  for (const std::string_view line :
       {"*** Caught signal (Segmentation fault) **",
        "mysqld got signal 11 ;",
        "# Redis 3.2.4 crashed by signal: 11",
        "(version 19.17.4.11) (from thread 377) Received signal Segmentation fault (11).",
        "Signal: Segmentation fault (11)",
        "handle_crash: Program crashed with signal 11",
        "Got a SIGSEGV while executing native code. This usually indicates",
        "(EE) Caught signal 11 (Segmentation fault). Server aborting",
        "*** caught segfault ***",
        "*** Break *** segmentation violation",
        "[BUG] Segmentation fault",
        "SIGSEGV: segmentation violation",
        "[signal SIGSEGV: segmentation violation code=0x1",
        "CommonUnixCrashHandler: Signal=11",
        "Signal 11 caught.",
        "*** Signal 11 (SIGSEGV) received by PID 4711",
        "Program terminated with signal 11, Segmentation fault.",
        "Got signal: 11 (Segmentation fault).",
        "Error: signal 11:",
        "Total: 7SIGSEGV: segmentation violation",
        "*** Segmentation fault",
        "Application: Till (till), signal: Segmentation fault"}) {
    CAPTURE(line);
    CHECK(cause_of(line) == "SIGSEGV");
  }
  CHECK(cause_of("(EE) Segmentation fault at address 0x78") == "SIGSEGV at 78");
  CHECK(cause_of("panic(main thread): Segmentation fault at address 0x8") == "SIGSEGV at 8");
  CHECK(cause_of("Caught signal: SIGABRT") == "SIGABRT");
  CHECK(cause_of("Unhandled Exception: SIGABRT: abort() called") == "SIGABRT");
  CHECK(cause_of("Caught signal 7 (Bus error: nonexistent physical address)") == "SIGBUS");
}

TEST_CASE("signals that end nothing, and words that only look like it") {
  for (const std::string_view line :
       {"received signal 15, shutting down", "Caught signal 2", "got signal strength 11 dBm",
        "caught signal handler", "SIGSEGV", "SIGTERM received", "Signal 1 caught.", "Signal: 11dBm",
        "Got a Segment", "*** Segmentation faults", "Application: Till, signal: good", "[BUG] in the parser",
        "the device got signal 110"}) {
    CAPTURE(line);
    CHECK(cause_of(line) == "nothing");
  }
}

TEST_CASE("Bun's panics") {
  CHECK(cause_of("panic(main thread): Segmentation fault at address 0x18") == "SIGSEGV at 18");
  CHECK(cause_of("panic(Thread 12): Illegal instruction at address 0x18") == "SIGILL");
}

TEST_CASE("what launchers say of processes that end") {
  for (const std::string_view line :
       {"=   KILLED BY SIGNAL: 11 (Segmentation fault)",
        "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)",
        "srun: error: node1: task 0: Segmentation fault (core dumped)",
        "srun: error: node1: tasks 1-3: Segmentation fault",
        "mpirun noticed that process rank 0 with PID 7 on node n exited on signal 11 (Segmentation fault).",
        "AH00052: child pid 4712 exit signal Segmentation fault (11)",
        "WARNING: [pool www] child 7 exited on signal 11 (SIGSEGV - core dumped) after 12.3 seconds from "
        "start",
        "[gzserver-2]: process has died [pid 4712, exit code -11, cmd 'gzserver']."}) {
    CAPTURE(line);
    CHECK(cause_of(line) == "SIGSEGV");
  }
  for (const std::string_view line :
       {"srun: error: node1: task 0: Killed", "srun: error: node1: task 0: Exited with exit code 1",
        "worker process 7 exited on signal 9", "=   KILLED BY SIGNAL: 9 (Killed)",
        "[gzserver-2]: process has died [pid 4712, exit code -15, cmd 'gzserver']."}) {
    CAPTURE(line);
    CHECK(cause_of(line) == "nothing");
  }
}
