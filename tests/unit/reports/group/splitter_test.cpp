#include "reports/group/splitter.h"

#include "grouped.h"

using symkit::group::texts_in;
using Texts = std::vector<std::string>;

namespace {

const std::string use_after_free =
    R"(==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d bp 0x7ff sp 0x7ff
READ of size 8 at 0x602000000010 thread T0
    #0 0x55d1 in __asan_memcpy (/app/shop+0x1)
    #1 0x55d2 in shop::take(shop::Item*) /src/shop.cpp:12:3
    #2 0x55d3 in std::vector<int>::at(unsigned long) /usr/include/c++/12/bits/stl_vector.h:9:1
    #3 0x55d4 in shop::serve() /src/shop.cpp:40:5
    #4 0x55d5 in main /src/main.cpp:4:1

freed by thread T0 here:
    #0 0x55e1 in free (/app/shop+0x2)
    #1 0x55e2 in shop::give(shop::Item*) /src/shop.cpp:20:3
)";

const std::string java = R"(Exception in thread "main" java.lang.IllegalStateException: till 7 is closed
	at com.example.Shop.open(Shop.java:12)
	at com.example.Main.main(Main.java:3)
Caused by: java.io.IOException: no such till
	at java.io.Files.read(Files.java:99)
	at com.example.Till.read(Till.java:31)
	... 2 more
)";

}  // namespace

TEST_CASE("reports of many kinds in one stream are told apart") {
  const Texts texts = texts_in(use_after_free + java + use_after_free);
  CHECK(texts == Texts{"heap-use-after-free READ 8 in shop::take, shop::serve",
                       "java.io.IOException in com.example.Till.read",
                       "heap-use-after-free READ 8 in shop::take, shop::serve"});
}

TEST_CASE("a check, the signal it raises and the sanitizer's report of that are one crash") {
  const Texts texts = texts_in(R"([1:1:0101/120000:FATAL:shop.cc(12)] Check failed: count > 0 (-1 vs. 0)
#0 0x55d1 <unknown>
#1 0x55d2 <unknown>
Received signal 6
AddressSanitizer:DEADLYSIGNAL
==7==ERROR: AddressSanitizer: ABRT on unknown address 0x7 (pc 0x1 bp 0x2 sp 0x3 T0)
    #0 0x7f01 in raise /build/glibc-1/raise.c:5:1
    #1 0x55d1 in logging::LogMessage::~LogMessage() base/logging.cc:7:1
    #2 0x55d2 in shop::Till::take() shop.cc:12:3
)");
  CHECK(texts == Texts{"check failed: count > N in shop::Till::take"});
}

TEST_CASE("of a process' threads the one that crashed is meant") {
  CHECK(texts_in(R"(Incident Identifier: 1
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000008

Thread 0:
0   Shop   	0x0000000104f01000 wait (in Shop) (main.m:3)

Thread 1 Crashed:
0   Shop   	0x0000000104f02000 take (in Shop) (till.m:9)
1   Shop   	0x0000000104f02010 serve (in Shop) (till.m:19)
)") == Texts{"SIGSEGV near null in take, serve"});
  CHECK(texts_in(R"(panic: till is closed

goroutine 7 [running]:
main.(*Till).take(0x1)
	/src/till.go:9 +0x1
main.main()
	/src/main.go:3 +0x2

goroutine 1 [select]:
main.wait()
	/src/main.go:8 +0x4
)") == Texts{"Go panic: till is closed in main.(*Till).take, main.main"});
}

TEST_CASE("languages' own reports") {
  CHECK(texts_in(R"(Traceback (most recent call last):
  File "/app/main.py", line 3, in main
    serve()
  File "/app/till.py", line 9, in take
    raise ValueError("closed")
ValueError: closed
)") == Texts{"ValueError in take"});
  CHECK(
      texts_in(
          R"(thread 'main' panicked at 'index out of bounds: the len is 3 but the index is 7', src/till.rs:9:5
stack backtrace:
   0: rust_begin_unwind
             at /rustc/1/library/std/src/panicking.rs:5:5
   1: core::panicking::panic_fmt
             at /rustc/1/library/core/src/panicking.rs:6:6
   2: shop::till::take
             at ./src/till.rs:9:5
   3: shop::main
             at ./src/main.rs:3:3
)") == Texts{"Rust panic: index out of bounds: the len is N but the index is N in shop::till::take, "
             "shop::main"});
  CHECK(texts_in(R"(Unhandled exception. System.InvalidOperationException: closed
   at Shop.Till.Take(Int32 id) in /src/Till.cs:line 9
   at Shop.Program.Main() in /src/Program.cs:line 3
)") == Texts{"System.InvalidOperationException in Shop.Till.Take, Shop.Program.Main"});
  CHECK(texts_in(R"(TypeError: till is undefined
    at take (https://shop.example/app.js:9:5)
    at serve (https://shop.example/app.js:19:5)
)") == Texts{"TypeError in take, serve"});
}

TEST_CASE("of reports that follow each other none is lost, whatever they are") {
  const std::string python =
      "Traceback (most recent call last):\n  File \"/a.py\", line 3, in take\n    x\nValueError: closed\n";
  const std::string tombstone =
      "*** *** *** *** *** *** *** ***\npid: 1, tid: 1, name: a  >>> a <<<\n"
      "signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------\nAbort message: 'till is closed'\n"
      "backtrace:\n      #00 pc 0001 /a/libshop.so (take()+4)\n";
  const std::string script = "Uncaught TypeError: x\n    at take (https://a/a.js:9:5)\n";
  for (const std::string& one : {use_after_free, java, python, tombstone, script})
    for (const std::string& other : {use_after_free, java, python, tombstone, script}) {
      CAPTURE(one + other);
      CHECK(texts_in(one + other + one).size() == 3);
    }
}

TEST_CASE("what a debugger or the system tells is no part of a report that is told already") {
  const std::string go = "panic: closed\n\ngoroutine 1 [running]:\nmain.open(...)\n\t/src/shop.go:4\n";
  const std::string gdb =
      "Program received signal SIGSEGV, Segmentation fault.\n#0  0x0000555555555131 in take (n=0) at "
      "shop.c:9\n";
  const std::string kernel =
      "[1.234567] BUG: KASAN: use-after-free in take+0x1/0x2\n[1.234568]  take+0x1/0x2\n";
  const std::string machine =
      "# A fatal error has been detected by the Java Runtime Environment:\n#  SIGSEGV (0xb) at pc=0x1\n"
      "Native frames:\nC  [libshop.so+0x1139]  take+0x9\n";
  const std::string threads =
      "Thread 2 (Thread 0x7ffff7d8a640 (LWP 12)):\n#0  0x0000555555555150 in idle () at shop.c:14\n\n"
      "Thread 1 (Thread 0x7ffff7d8b740 (LWP 11)):\n#0  0x0000555555555131 in take () at shop.c:9\n";
  const std::string place = "/src/a.cc:4:5: runtime error: shift exponent 40 is too large\n";
  const std::string python =
      "Traceback (most recent call last):\n  File \"/a.py\", line 3, in take\n    x\nClosed\n";
  for (const std::string& one : {use_after_free, java, go, place, python})
    for (const std::string& other : {gdb, kernel, machine, place, python, threads}) {
      CAPTURE(one + other);
      if (one == place && other == threads) continue;  // which may be what a debugger saw of it
      CHECK(texts_in(one + other).size() == 2);
    }
  CHECK(texts_in(gdb + threads) == Texts{"SIGSEGV in take"});
  // What a program says before it is stopped is one crash with what a debugger sees of that.
  CHECK(texts_in("terminate called after throwing an instance of 'Closed'\n" + gdb) ==
        Texts{"uncaught Closed in take"});
}

TEST_CASE("of Python's exceptions that came of each other the first tells it") {
  CHECK(texts_in(R"(Traceback (most recent call last):
  File "/app/till.py", line 9, in take
    raise KeyError("a")
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/shop.py", line 3, in serve
    raise ValueError("closed")
ValueError: closed
)") == Texts{"KeyError in take"});
}

TEST_CASE("each leak is a report, and so is each error that is lived on after") {
  const Texts texts = texts_in(R"(==7==ERROR: LeakSanitizer: detected memory leaks
Direct leak of 8 byte(s) in 1 object(s) allocated from:
    #0 0x1 in __interceptor_malloc a.cpp:1:1
    #1 0x2 in shop::keep() shop.cpp:1:1

Direct leak of 9 byte(s) in 1 object(s) allocated from:
    #0 0x1 in operator new(unsigned long)
    #1 0x2 in shop::hold() shop.cpp:9:1

SUMMARY: AddressSanitizer: 17 byte(s) leaked in 2 allocation(s).
shop.cpp:12:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x1 in shop::add(int) shop.cpp:12:9
)");
  CHECK(texts == Texts{"leak in shop::keep", "leak in shop::hold", "integer overflow in shop::add"});
}

TEST_CASE("stacks that are written from the outermost frame on are turned round") {
  CHECK(texts_in("Stack trace (most recent call last):\n"
                 "#2    Object \"./shop\", at 0x559ad1893590, in begin\n"
                 "#1    Object \"./shop\", at 0x559ad1893591, in serve\n"
                 "#0    Object \"./shop\", at 0x559ad1893592, in take\n") ==
        Texts{"crash in take, serve, begin"});
}

TEST_CASE("what stands in a name's place is no name") {
  CHECK(texts_in("#0  0x000056144af0523b at /opt/kiosk\n#1  0x000056144af05240 - 1\n#2  0x000056144af05241 - "
                 "take\n") == Texts{"crash in take"});
  CHECK(texts_in("----- Native stack trace -----\n 1: 0xb78c78 shop::take(char const*) [node]\n 2: 0xc6e1c5  "
                 "[node]\n") == Texts{"crash in shop::take"});
}

TEST_CASE("lines that only look like a report's are none") {
  CHECK(texts_in("# A heading\n# and more of it\nthe function says: runtime error: none\n").empty());
  CHECK(texts_in("INFO java.lang.IllegalStateException: was caught\nINFO and all is well\n").empty());
}

TEST_CASE("what a signal interrupted tells the crash, not the signal's handler") {
  CHECK(texts_in(R"(Program terminated with signal SIGSEGV, Segmentation fault.
#0  0x00007f0a in raise () from /lib/libc.so.6
#1  0x000055d1 in shop::on_crash (signal=11) at src/crash.cpp:8
#2  <signal handler called>
#3  0x000055d2 in shop::take (item=0x0) at src/shop.cpp:12
#4  0x000055d3 in main () at src/main.cpp:4
)") == Texts{"SIGSEGV in shop::take"});
  CHECK(texts_in(R"(Thread 1 (Thread 0x7f92a7 (LWP 4712)):
#0  0x00007f0a in shop::wait_for_debugger () at src/crash.cpp:8
[KCrash Handler]
#6  0x000055d2 in shop::take (item=0x0) at src/shop.cpp:12
#7  0x000055d3 in main () at src/main.cpp:4
)") == Texts{"crash in shop::take"});
  CHECK(texts_in(R"(==7==ERROR: AddressSanitizer: ABRT on unknown address 0x7 (pc 0x1 bp 0x2 sp 0x3 T0)
    #0 0x7f01 in shop::on_crash(int) src/crash.cpp:8:1
    #1 0x7f02 in __restore_rt (/lib/libc.so.6+0x12)
    #2 0x55d1 in shop::take(shop::Item*) src/shop.cpp:12:3
    #3 0x55d2 in shop::on_crash(int) src/crash.cpp:8:1
)") == Texts{"SIGABRT in shop::take, shop::on_crash"});
}

TEST_CASE("a handler tells where nothing is known of what the signal interrupted") {
  CHECK(texts_in(R"(Program terminated with signal SIGABRT, Aborted.
#0  0x00007f0a in raise () from /lib/libc.so.6
#1  0x000055d1 in shop::on_alarm (signal=14) at src/alarm.cpp:8
#2  <signal handler called>
)") == Texts{"SIGABRT in shop::on_alarm"});
  CHECK(texts_in("#2  <signal handler called>\n").empty());
}
