// Of each kind of report one as its writer makes it: what went wrong, and where.
#include "grouped.h"

using symkit::group::signatures_in;
using symkit::group::texts_in;
using Texts = std::vector<std::string>;

TEST_CASE("Rust: what was said stands in the next line, and threads have numbers") {
  const std::string stack = R"(stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/1/library/std/src/panicking.rs:697:5
   1: core::panicking::panic_fmt
             at /rustc/1/library/core/src/panicking.rs:75:14
   2: shop::till::take
             at ./src/till.rs:9:5
)";
  const Texts wanted = {
      "Rust panic: index out of bounds: the len is N but the index is N in shop::till::take"};
  const std::string words = "index out of bounds: the len is 3 but the index is 7\n";
  CHECK(texts_in("thread 'main' panicked at src/till.rs:9:5:\n" + words + stack) == wanted);
  CHECK(texts_in("thread 'main' (4711) panicked at src/till.rs:9:5:\n" + words + stack) == wanted);
  // Without stacks what was said tells them apart.
  CHECK(texts_in("thread 'main' panicked at src/till.rs:4:5:\ntill 17 is closed\nnote: run with "
                 "`RUST_BACKTRACE=1` …\n"
                 "thread 'other' panicked at src/lamp.rs:9:5:\nno\n") ==
        Texts{"Rust panic: till N is closed in till.rs", "Rust panic: no in lamp.rs"});
  CHECK(texts_in("\nthread 'main' has overflowed its stack\nfatal runtime error: stack overflow\n") ==
        Texts{"stack overflow"});
}

TEST_CASE("Go: deadlocks, what the runtime finds, panics while panicking") {
  CHECK(texts_in(R"(fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
main.wait(0xc000012)
	/src/till.go:9 +0x22
main.main()
	/src/main.go:3 +0x2

goroutine 6 [semacquire]:
sync.(*WaitGroup).Wait(0x0)
	/usr/lib/go/src/sync/waitgroup.go:136 +0x52
main.work()
	/src/work.go:3 +0x5
created by main.main in goroutine 1
	/src/main.go:7 +0x99
)") == Texts{"deadlock in main.wait, main.main"});
  CHECK(texts_in("fatal error: concurrent map writes\n\ngoroutine 7 [running]:\nmain.(*Store).put(0x1)\n"
                 "\t/src/store.go:9 +0x1\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:8 +0x4\n") ==
        Texts{"Go fatal error: concurrent map writes in main.(*Store).put"});
  CHECK(
      texts_in(
          "runtime: out of memory: cannot allocate 4194304-byte block\nfatal error: out of memory\n\n"
          "goroutine 1 [running]:\nruntime.throw({0x1, 0x2})\n\t/usr/lib/go/src/runtime/panic.go:992 +0x71\n"
          "main.grow(...)\n\t/src/main.go:5\n") == Texts{"out of memory in main.grow"});
  CHECK(texts_in("panic: till 7 is closed [recovered]\n\tpanic: while closing\n\ngoroutine 1 [running]:\n"
                 "main.main.func1()\n\t/src/main.go:5 +0x1\nmain.take(...)\n\t/src/main.go:9\n") ==
        Texts{"Go panic: till N is closed in main.main.func1, main.take"});
  std::string overflow =
      "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\n"
      "goroutine 1 gp=0xc000002380 m=0 mp=0x5298a0 [running]:\n";
  for (int i = 0; i < 9; ++i)
    overflow += "main.even(0x2)\n\t/src/a.go:4 +0x3\nmain.odd(0x2)\n\t/src/a.go:8 +0x3\n";
  CHECK(texts_in(overflow) == Texts{"stack overflow in main.even, main.odd"});
}

TEST_CASE("Python: crashes of the interpreter, exceptions of any name, groups of them") {
  CHECK(texts_in(R"(Fatal Python error: Segmentation fault

Thread 0x00007f5c1b2d8741 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 324 in wait
  File "/app/other.py", line 1 in idle

Current thread 0x00007f5c1b2d8740 (most recent call first):
  File "/app/till.py", line 9 in take
  File "/app/shop.py", line 5 in serve
)") == Texts{"Python fatal error: Segmentation fault in take, serve"});
  CHECK(
      texts_in(
          "Traceback (most recent call last):\n  File \"/app/till.py\", line 9, in take\n    x\nTillClosed\n"
          "Traceback (most recent call last):\n  File \"/app/till.py\", line 9, in take\n    next(i)\n"
          "StopIteration: 7\n") == Texts{"TillClosed in take", "StopIteration in take"});
  CHECK(texts_in(R"(  + Exception Group Traceback (most recent call last):
  |   File "/app/shop.py", line 9, in serve
  |     raise ExceptionGroup("many", errors)
  | ExceptionGroup: many (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/till.py", line 4, in take
    |     raise Closed("till")
    | Closed: till
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/app/lamp.py", line 4, in light
    |     raise TypeError("dark")
    | TypeError: dark
    +------------------------------------
)") == Texts{"ExceptionGroup in serve", "Closed in take", "TypeError in light"});
}

TEST_CASE("Java: what was suppressed, with its causes, is not why it failed") {
  const std::string head = R"(Exception in thread "main" com.example.Closed: till 7
	at com.example.Shop.open(Shop.java:12)
	Suppressed: java.io.IOException: cannot close
		at com.example.Res.close(Res.java:9)
	Caused by: java.lang.IllegalStateException: within
		at com.example.Deep.thing(Deep.java:1)
)";
  CHECK(texts_in(head) == Texts{"com.example.Closed in com.example.Shop.open"});
  CHECK(texts_in(head +
                 "Caused by: java.lang.NullPointerException\n\tat com.example.Root.cause(Root.java:5)\n") ==
        Texts{"java.lang.NullPointerException in com.example.Root.cause"});
  CHECK(texts_in(head + head).size() == 2);
}

TEST_CASE("Java: what is made while it runs has another name in each run") {
  const auto run = [](const std::string& lambda, const std::string& proxy, const std::string& hash) {
    return signatures_in(
               "Exception in thread \"main\" java.lang.RuntimeException: a\n"
               "\tat com.example.Main.lambda$main$0(Main.java:4)\n"
               "\tat com.example.Main$$Lambda" +
               lambda +
               ".run(Unknown Source)\n"
               "\tat jdk.proxy2/jdk.proxy2.$Proxy" +
               proxy +
               ".serve(Unknown Source)\n"
               "\tat com.example.Till$$EnhancerBySpringCGLIB$$" +
               hash +
               ".take(<generated>)\n"
               "\tat com.example.Till.<init>(Till.java:9)\n")
        .at(0);
  };
  const auto one = run("$14/0x0000000800c03000", "12", "1a2b3c4d");
  CHECK(one.text == "java.lang.RuntimeException in com.example.Main.lambda$main$0, com.example.Till.<init>");
  CHECK(run("/0x00007f1c80c03444", "77", "9f8e7d6c").id == one.id);
}

TEST_CASE("Java's machine, and Android's watch over the main thread") {
  CHECK(texts_in(R"(# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f12, pid=4711, tid=4712
#
Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)
C  [libshop.so+0x1139]  take+0x9
j  com.example.Shop.serve(I)I+0
J 12 c2 com.example.Main.main([Ljava/lang/String;)V (30 bytes) @ 0x00007f [0x00007f+0x1]
V  [libjvm.so+0x8a2b3c]  JavaCalls::call_helper(JavaValue*, methodHandle const&)+0x39c
)") == Texts{"SIGSEGV in take, com.example.Shop.serve, com.example.Main.main"});
  // Two programs that do not answer are two causes, though no stack is there.
  CHECK(
      texts_in(
          "ANR in com.example.shop (com.example.shop/.Main)\nPID: 4711\nReason: Input dispatching timed out\n"
          "ANR in com.example.lamp (com.example.lamp/.Main)\nPID: 4712\n") ==
      Texts{"ANR: com.example.shop", "ANR: com.example.lamp"});
  const std::string dump = R"(----- pid 4711 at 2026-11-20 10:00:00.000000000+0100 -----
Cmd line: com.example.shop
"Signal Catcher" daemon prio=10 tid=6 Runnable
  native: #00 pc 0000000000539e7c  /apex/com.android.art/lib64/libart.so (art::DumpNativeStack(int)+148)

"main" prio=5 tid=1 Blocked
  | group="main" sCount=1
  at com.example.Till.open(Till.java:12)
  - waiting to lock <0x0f> (a java.lang.Object) held by thread 12
  at com.example.Main.onClick(Main.java:3)
  at android.os.Looper.loop(Looper.java:288)

"worker" prio=5 tid=12 Sleeping
  at com.example.Worker.run(Worker.java:9)
----- end 4711 -----
)";
  CHECK(texts_in(dump) == Texts{"thread dump in com.example.Till.open, com.example.Main.onClick"});
  CHECK(texts_in("Subject: Input dispatching timed out (com.example.shop is not responding)\n" + dump) ==
        Texts{"ANR in com.example.Till.open, com.example.Main.onClick"});
}

TEST_CASE("C#: exceptions within exceptions, methods that its compiler makes, Mono, a stack that is full") {
  CHECK(texts_in(R"(Unhandled exception. System.InvalidOperationException: outer
 ---> System.IO.IOException: till 4 closed
   at Shop.Till.Open(Int32 id) in /src/Till.cs:line 12
   --- End of inner exception stack trace ---
   at Shop.Serve.Run() in /src/Serve.cs:line 7
)") == Texts{"System.IO.IOException in Shop.Till.Open"});
  CHECK(texts_in("Unhandled Exception: System.A.BException: x ---> System.IO.IOException: full\n"
                 "   at Shop.Till.Open(Int32 id)\n   --- End of inner exception stack trace ---\n"
                 "   at Shop.Serve.Run()\n") == Texts{"System.IO.IOException in Shop.Till.Open"});
  CHECK(texts_in(R"(Unhandled exception. System.ArgumentNullException: Value cannot be null.
   at Shop.Till.<OpenAsync>d__12.MoveNext() in C:\src\Till.cs:line 12
--- End of stack trace from previous location ---
   at Shop.Serve.<>c__DisplayClass3_0.<Run>b__0() in C:\src\Serve.cs:line 3
   at Shop.Serve.<Walk>g__Step|4_1() in C:\src\Serve.cs:line 9
)") == Texts{"System.ArgumentNullException in Shop.Till.OpenAsync, Shop.Serve.Run.lambda, "
             "Shop.Serve.Walk.Step"});
  CHECK(texts_in("Unhandled Exception:\nSystem.NullReferenceException: Object reference not set\n"
                 "  at Shop.Till.Open (System.Int32 id) [0x00001] in <8a7c5b3e1f2d4c6b9a0d1e2f3a4b5c6d>:0 \n"
                 "  at Shop.Program.Main (System.String[] args) [0x00002] in /src/Program.cs:3 \n") ==
        Texts{"System.NullReferenceException in Shop.Till.Open, Shop.Program.Main"});
  CHECK(texts_in("NullReferenceException: Object reference not set\nShop.Till.Open (System.Int32 id) (at "
                 "Assets/Till.cs:12)\n"
                 "Shop.Serve.Update () (at Assets/Serve.cs:3)\n") ==
        Texts{"NullReferenceException in Shop.Till.Open, Shop.Serve.Update"});
  CHECK(texts_in("Stack overflow.\nRepeat 24072 times:\n--------------------------------\n   at "
                 "Shop.Till.Even(Int32)\n"
                 "   at Shop.Till.Odd(Int32)\n--------------------------------\n") ==
        Texts{"stack overflow in Shop.Till.Even, Shop.Till.Odd"});
}

TEST_CASE("JavaScript: out of memory, a stack that is full, assertions, causes, rejections") {
  CHECK(texts_in("FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap "
                 "out of memory\n"
                 " 1: 0xb7b3e0 node::Abort() [node]\n 2: 0xa8c8aa shop::Keep(int) [node]\n") ==
        Texts{"out of memory in shop::Keep"});
  const auto overflow = [](int first) {
    std::string text = "RangeError: Maximum call stack size exceeded\n";
    for (int i = first; i < first + 10; ++i)
      text += i % 2 ? "    at odd (/app/a.js:4:18)\n" : "    at even (/app/a.js:3:26)\n";
    return texts_in(text);
  };
  CHECK(overflow(0) == Texts{"stack overflow (RangeError) in even, odd"});
  CHECK(overflow(1) == overflow(0));
  CHECK(texts_in("AssertionError [ERR_ASSERTION]: till is closed\n    at take (/app/till.js:9:5)\n"
                 "    at Object.<anonymous> (/app/main.js:3:1)\n") ==
        Texts{"AssertionError in take, Object.<anonymous>"});
  CHECK(texts_in("Error: outer\n    at serve (/app/main.js:3:9) {\n  [cause]: TypeError: till is null\n"
                 "      at take (/app/till.js:9:5)\n}\n") == Texts{"TypeError in take"});
  CHECK(texts_in("[UnhandledPromiseRejection: This error originated either by … The promise rejected with "
                 "the reason "
                 "\"x\".] {\n") == Texts{"unhandled rejection: \"…\""});
}

TEST_CASE("assertions of the libraries, and how C++ ends") {
  CHECK(texts_in(
            "/usr/include/c++/12/bits/stl_vector.h:1123: T& std::vector<T>::operator[](size_type): Assertion "
            "'__n < this->size()' failed.\n") == Texts{"assertion failed: __n < this->size()"});
  CHECK(texts_in("/v1/vector:1436: assertion __n < size() failed: vector[] index out of bounds\n") ==
        Texts{"assertion failed: __n < size()"});
  CHECK(texts_in("ASSERT: \"n > limit\" in file shop.cpp, line 12\n") ==
        Texts{"assertion failed: n > limit"});
  CHECK(texts_in("ASSERT failure in Till::take: \"closed\", file shop.cpp, line 12\n") ==
        Texts{"assertion failed: Till::take: \"…\""});
  CHECK(texts_in("terminate called without an active exception\n") == Texts{"terminate without exception"});
  CHECK(texts_in("malloc_consolidate(): invalid chunk size\n") == Texts{"heap corruption"});
  CHECK(texts_in("*** Error in `./shop': double free or corruption (fasttop): 0x01a2b010 ***\n"
                 "/lib/libc.so.6(+0x777e5)[0x7f1]\n./shop(_ZN4shop4takeEv+0x15)[0x4006d5]\n") ==
        Texts{"heap corruption in shop::take"});
}

TEST_CASE("V8: a check, and frames with parameters") {
  CHECK(texts_in("# Fatal error in ../../src/objects/shop.cc, line 12\n# Check failed: n > 0 (0 vs. 0).\n#\n"
                 "==== C stack trace ===============================\n\n"
                 "    /out/d8(V8_Fatal(char const*, int, char const*, ...)+0x1a2) [0x55d]\n"
                 "    /out/d8(v8::internal::Shop::Take(int)+0x12) [0x55d]\n"
                 "    /out/d8(v8::internal::Shop::Serve(Handle<void (int)>)+0x12) [0x55d]\n") ==
        Texts{"check failed: n > N in v8::internal::Shop::Take, v8::internal::Shop::Serve"});
}

TEST_CASE("checkers: their own failures, memory that is not there, leaks of Valgrind") {
  const std::string stack = "    #0 0x1 in take() /src/a.cc:4:5\n";
  CHECK(texts_in(
            "==12==AddressSanitizer CHECK failed: /b/asan_thread.cpp:356 \"((ptr[0])) != (0)\" (0x0, 0x0)\n" +
            stack) == Texts{"sanitizer check failed: ((ptr[N])) != (N) in take"});
  CHECK(texts_in(
            "==12==ERROR: AddressSanitizer: out of memory: allocator is trying to allocate 0x1000 bytes\n" +
            stack) == Texts{"out of memory in take"});
  CHECK(texts_in("==12==ERROR: AddressSanitizer: hard rss limit exhausted (2048Mb vs 2049Mb)\n" + stack) ==
        Texts{"out of memory in take"});
  CHECK(texts_in("WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=1)\n"
                 "  Mutex M1 acquired here while holding mutex M0 in main thread:\n"
                 "    #0 pthread_mutex_lock <null> (a.out+0x1)\n    #1 both() /src/a.cc:4:5\n") ==
        Texts{"lock-order-inversion (potential deadlock) in both"});
  CHECK(texts_in(R"(==12== Use of uninitialised value of size 8
==12==    at 0x109163: count (shop.c:19)
==12==
==12== 40 bytes in 1 blocks are definitely lost in loss record 1 of 2
==12==    at 0x4841888: malloc (vg_replace_malloc.c:381)
==12==    by 0x10915E: keep (shop.c:8)
==12==
==12== Process terminating with default action of signal 11 (SIGSEGV)
==12==  Access not within mapped region at address 0x0
==12==    at 0x109163: take (shop.c:9)
)") == Texts{"uninitialised value in count", "leak in keep", "SIGSEGV in take"});
}

TEST_CASE("Android: what the tombstone knows of the cause") {
  const std::string head =
      "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
      "pid: 4711, tid: 4712, name: worker  >>> com.example <<<\n"
      "signal 11 (SIGSEGV), code 2 (SEGV_ACCERR), fault addr 0x7f00000ff8\n";
  CHECK(
      texts_in(
          head +
          "Cause: [GWP-ASan]: Use After Free, 0 bytes into a 41-byte allocation at 0x7f\nbacktrace:\n"
          "      #00 pc 0000000000001000  /data/app/libshop.so (BuildId: 0a)\n\ndeallocated by thread 4713:\n"
          "      #00 pc 0000000000001000  /data/app/libshop.so (give()+12)\n") ==
      Texts{"use-after-free in libshop.so+0x1000"});
  std::string overflow =
      head + "Cause: stack pointer is in a non-existent map; likely due to stack overflow.\nbacktrace:\n";
  for (int i = 0; i < 20; ++i)
    overflow += "      #" + std::to_string(i) + " pc 0000000000001000  /data/app/libshop.so (" +
                (i % 2 ? "odd" : "even") + "()+12)\n";
  CHECK(texts_in(overflow) == Texts{"stack overflow in even, odd"});
}

TEST_CASE("what has no names is told apart by place and build") {
  const auto crash = [](const std::string& place, const std::string& build) {
    return signatures_in(
               "*** *** *** *** *** *** *** ***\npid: 1, tid: 1, name: a  >>> a <<<\n"
               "signal 11 (SIGSEGV), code 1, fault addr 0x8\nbacktrace:\n      #00 pc " +
               place + "  /data/app/libshop.so (BuildId: " + build + ")\n")
        .at(0)
        .id;
  };
  CHECK(crash("0000000000001000", "0a1b") == crash("00001000", "0A1B"));
  CHECK(crash("0000000000001000", "0a1b") != crash("0000000000001004", "0a1b"));
  CHECK(crash("0000000000001000", "0a1b") != crash("0000000000001000", "0a1c"));
}

TEST_CASE("Apple: exceptions that nobody caught, and what did not answer") {
  const std::string head = "Incident Identifier: 6156848E\n";
  const std::string stack =
      "\nThread 0 Crashed:\n0   libsystem_kernel.dylib        \t0x00000001c5000000 __pthread_kill + 8\n"
      "1   Shop                          \t0x0000000104f02000 -[Shop serve] + 120\n";
  CHECK(texts_in(head +
                 "Exception Type:  EXC_CRASH (SIGABRT)\n\nApplication Specific Information:\n*** Terminating "
                 "app due to "
                 "uncaught exception 'NSInvalidArgumentException', reason: '-[Till take]: …'\n" +
                 stack) == Texts{"uncaught NSInvalidArgumentException in -[Shop serve]"});
  CHECK(texts_in(head +
                 "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: FRONTBOARD 2343432205\n"
                 "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog>\n" +
                 stack) == Texts{"watchdog in -[Shop serve]"});
}

TEST_CASE("Linux: who ran out of memory, what only lay on the stack, cores") {
  CHECK(
      texts_in(R"([12345.678901] java invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0
[12345.678903] Call Trace:
[12345.678905]  dump_stack_lvl+0x44/0x5c
[12345.678906]  dump_header+0x4a/0x211
[12345.678910]  handle_mm_fault+0xdb/0x2d0
[12345.678913] Out of memory: Killed process 1234 (java) total-vm:12345kB, anon-rss:1234kB
)") == Texts{"out of memory: java in handle_mm_fault"});
  CHECK(texts_in(R"([   12.345678] BUG: kernel NULL pointer dereference, address: 0000000000000008
[   12.345682] RIP: 0010:shop_take+0x9/0x20 [shop]
[   12.345683] Call Trace:
[   12.345685]  ? __die+0x23/0x70
[   12.345686]  shop_serve+0x20/0x40 [shop]
)") == Texts{"kernel page fault near null in shop_take, shop_serve"});
  CHECK(texts_in(R"(           PID: 4711 (shop)
        Signal: 11 (SEGV)
       Message: Process 4711 (shop) of user 1000 dumped core.

                Stack trace of thread 4712:
                #0  0x0000561e5a2f1139 n/a (shop + 0x1139)

                Stack trace of thread 4711:
                #0  0x0000561e5a2f1190 idle (shop + 0x1190)
)") == Texts{"SIGSEGV in shop+0x1139"});
  CHECK(texts_in(
            "Thread 2 (Thread 0x7ffff7d8a640 (LWP 12)):\n#0  0x0000555555555150 in idle () at shop.c:14\n\n"
            "Thread 1 (Thread 0x7ffff7d8b740 (LWP 11)):\n#0  0x0000555555555131 in take (item=0x0) at "
            "shop.c:9\n") == Texts{"crash in take"});
}

TEST_CASE("where no stack is the file that the reason names tells one cause from another") {
  CHECK(
      texts_in(
          "/src/a.cc:4:5: runtime error: signed integer overflow: 1 + 2 cannot be represented in type 'int'\n"
          "/src/b.cc:9:5: runtime error: signed integer overflow: 3 + 4 cannot be represented in type "
          "'int'\n") == Texts{"integer overflow in a.cc", "integer overflow in b.cc"});
  const auto found = signatures_in("thread 'main' panicked at src/till.rs:4:5:\ntill 17 is closed\n").at(0);
  CHECK(found.frames.back().file == "src/till.rs");
  CHECK(found.frames.back().line == 4);
}

TEST_CASE("a collector's prefix before the first line alone") {
  CHECK(texts_in(R"(Nov 22 20:01:02 host systemd-coredump[99]: Process 4711 (shop) of user 1000 dumped core.

                                           Stack trace of thread 4711:
                                           #0  0x0000561e5a2f1139 take (shop + 0x1139)
Nov 22 20:01:03 host cron[12]: all is well
)") == Texts{"core dump in take"});
}

TEST_CASE("Java's dumps: threads that wait for each other") {
  CHECK(texts_in(R"(Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):

"worker" #12 prio=5 os_prio=0 tid=0x00007f nid=0x12 waiting for monitor entry  [0x00007f]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at com.example.A.one(A.java:3)

"main" #1 prio=5 os_prio=0 tid=0x00007f nid=0x1 in Object.wait()  [0x00007f]
   java.lang.Thread.State: WAITING (on object monitor)
	at com.example.Main.wait(Main.java:9)

Found one Java-level deadlock:
=============================
"worker":
  waiting to lock monitor 0x00007f (object 0x0000, a java.lang.Object),
  which is held by "other"

Java stack information for the threads listed above:
===================================================
"worker":
	at com.example.A.one(A.java:3)
	- waiting to lock <0x00000007> (a java.lang.Object)
"other":
	at com.example.B.two(B.java:7)
)") == Texts{"thread dump in com.example.Main.wait", "deadlock in com.example.A.one, com.example.B.two"});
}

TEST_CASE("other languages' stacks") {
  CHECK(
      texts_in(
          "terminate called after throwing an instance of 'std::logic_error'\n 0# take() at /src/shop.cpp:9\n"
          " 1# serve() in ./shop\n") == Texts{"uncaught std::logic_error in take, serve"});
  CHECK(texts_in("Uncaught Kotlin exception: kotlin.IllegalStateException: closed\n"
                 "    at 0   shop.kexe   0x10f1c7d5d   kfun:kotlin.Throwable#<init>(kotlin.String?){} + 93 \n"
                 "    at 4   shop.kexe   0x10f1e5a3d   kfun:shop.Till#take(){} + 141 \n") ==
        Texts{"kotlin.IllegalStateException in kfun:shop.Till#take{}"});
  CHECK(texts_in(
            "Unhandled Promise Rejection: TypeError: till is null\ntake@https://shop.example/app.js:9:5\n") ==
        Texts{"TypeError in take"});
  CHECK(texts_in("PHP Fatal error:  Uncaught Exception: closed in /app/till.php:9\nStack trace:\n"
                 "#0 /app/shop.php(5): Till->take(7)\n#1 /app/main.php(3): serve()\n#2 {main}\n") ==
        Texts{"uncaught Exception in Till->take, serve"});
  CHECK(texts_in("Unhandled exception:\nBad state: closed\n#0      Till.take (package:shop/till.dart:9:5)\n"
                 "#1      serve (package:shop/shop.dart:5:3)\n") ==
        Texts{"unhandled exception in Till.take, serve"});
}

TEST_CASE("macOS names a thread's queue behind its heading; the thread that crashed is not the first") {
  CHECK(texts_in("Process:               kiosk [4711]\nException Type:        EXC_BAD_ACCESS (SIGSEGV)\n\n"
                 "Thread 0::  Dispatch queue: com.apple.main-thread\n"
                 "0   kiosk    \t0x00000001022364bc wait + 12 (a.m:3)\n"
                 "1   kiosk    \t0x00000001022364bd main + 12 (a.m:4)\n\n"
                 "Thread 2 Crashed:: worker\n"
                 "0   kiosk    \t0x00000001022364be take + 12 (b.m:3)\n"
                 "1   kiosk    \t0x00000001022364bf run + 12 (b.m:4)\n") == Texts{"SIGSEGV in take, run"});
}

TEST_CASE("a stack that nobody explains tells by its own frames how the program ended") {
  const std::string own = "#4  till_open () at till.c:12\n#5  till_serve () at till.c:40\n";
  const std::string aborted =
      "#0  pthread_kill () at pthread_kill.c:1\n#1  raise () at raise.c:51\n#2  abort () at abort.c:79\n";
  CHECK(texts_in(aborted + own) == Texts{"SIGABRT in till_open, till_serve"});
  CHECK(texts_in(aborted + "#3  __stack_chk_fail () at chk.c:1\n" + own) ==
        Texts{"stack smashing in till_open, till_serve"});
  CHECK(texts_in(aborted + "#3  malloc_printerr (s=0x1) at malloc.c:1\n" + own) ==
        Texts{"heap corruption in till_open, till_serve"});
  CHECK(texts_in("#0  __GI_exit () at exit.c:1\n" + own) == Texts{"crash in till_open, till_serve"});
}

TEST_CASE("Centipede's limits, and V8's errors at run time") {
  const std::string stack =
      "    #0 0x1 in centipede::CheckWatchdogLimits() runner.cc:190:7\n    #1 0x2 in shop::sum() a.cc:8:3\n"
      "    #2 0x3 in LLVMFuzzerTestOneInput a.cc:9:3\n";
  CHECK(texts_in("========= Per-input timeout exceeded: 61 > 60 (sec); exiting\n" + stack) ==
        Texts{"timeout in shop::sum"});
  CHECK(texts_in("========= RSS limit exceeded: 4100 > 4096 (Mb); exiting\n" + stack) ==
        Texts{"out of memory in shop::sum"});
  CHECK(texts_in("#\n# Runtime error in ../../src/till/till.cc, line 44\n# Till is closed\n#\n" + stack) ==
        Texts{"fatal error: Till is closed in shop::sum"});
}

TEST_CASE("where neither functions nor images are known, the position in the page is the same in each run") {
  const auto crash = [](const std::string& first, const std::string& second) {
    return "*** SIGSEGV received at time=1650000000 on cpu 3 ***\n    @     0x" + first +
           "         96  (unknown)\n    @     0x" + second +
           "         128  (unknown)\n    @     0x0  (unknown)  (unknown)\n";
  };
  CHECK(texts_in(crash("55d000001111", "55d000002222")) == Texts{"SIGSEGV in page+0x111, page+0x222"});
  CHECK(texts_in(crash("7f0012345111", "7f0012346222")) == Texts{"SIGSEGV in page+0x111, page+0x222"});
  // But whatever is known counts alone.
  CHECK(texts_in("Caught signal 11\n[0x7f0000001111]\n./till(till_open+0x12)[0x55d000003333]\n") ==
        Texts{"SIGSEGV in till_open"});
}

TEST_CASE("inlined calls with places are frames of their own") {
  CHECK(
      texts_in(
          "* thread #1, stop reason = signal SIGSEGV\n"
          "  * frame #0: 0x0000000100001111 till`shop::serve(int) [inlined] shop::open(int) at open.cpp:3:5\n"
          "    frame #1: 0x0000000100001111 till`shop::serve(int) at serve.cpp:12:5\n") ==
      Texts{"SIGSEGV in shop::open, shop::serve"});
  CHECK(texts_in(
            "Process:               till [4711]\nException Type:        EXC_BAD_ACCESS (SIGSEGV)\n\n"
            "Thread 0 Crashed:\n0   till   0x0000000100001111 shop::open(int) + 17 (open.cpp:3) [inlined]\n"
            "0   till   0x0000000100001111 shop::serve(int) + 17 (serve.cpp:12)\n") ==
        Texts{"SIGSEGV in shop::open, shop::serve"});
}
