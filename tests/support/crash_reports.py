"""Reports of crashes as their printers write them, one of each kind: they are to be found in any log, however it was collected."""

REPORTS = {
    "sanitizer": """\
=================================================================
==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x00000051a2b3 bp 0x7ffd0e6a1c10 sp 0x7ffd0e6a1c08
READ of size 8 at 0x602000000010 thread T0
    #0 0x51a2b2 in shop::Basket::total() const /build/shop/src/basket.cpp:31:12
    #1 0x51b0c4 in shop::Till::close() /build/shop/src/till.cpp:18:3
    #2 0x51c001 in main /build/shop/src/main.cpp:9:5

0x602000000010 is located 0 bytes inside of 16-byte region [0x602000000010,0x602000000020)
freed by thread T0 here:
    #0 0x4f0a1d in operator delete(void*) (/opt/shop/till+0x4f0a1d)
    #1 0x51a111 in shop::Basket::clear() /build/shop/src/basket.cpp:22:5
    #2 0x51bfff in main /build/shop/src/main.cpp:8:5

SUMMARY: AddressSanitizer: heap-use-after-free /build/shop/src/basket.cpp:31:12 in shop::Basket::total() const
""",
    "glibc": """\
*** stack smashing detected ***: terminated
======= Backtrace: =========
/opt/shop/till(_ZN4shop5Scale5weighEv+0x3d)[0x55d0c1a0b23d]
/opt/shop/till(_ZN4shop4Till4openEv+0x17)[0x55d0c1a0b517]
/opt/shop/till(main+0x21)[0x55d0c1a0b621]
/lib/x86_64-linux-gnu/libc.so.6(__libc_start_main+0xeb)[0x7f2a1c02409b]
""",
    "gdb": """\
Program terminated with signal SIGSEGV, Segmentation fault.
#0  0x000055d0c1a0b23d in shop::Shelf::take (this=0x0, count=3) at src/shelf.cpp:41
#1  0x000055d0c1a0b517 in shop::Clerk::serve (this=0x7ffe2b0) at src/clerk.cpp:77
#2  0x000055d0c1a0b621 in main (argc=1, argv=0x7ffe2c8) at src/main.cpp:12
""",
    "tombstone": """\
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'google/redfin/redfin:13/TQ1A/9:user/release-keys'
ABI: 'arm64'
pid: 13140, tid: 13177, name: render  >>> com.example.shop <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000008
    x0  0000000000000008  x1  0000007b2c4f1e40  x2  0000000000000001  x3  0000000000000000
backtrace:
      #00 pc 000000000001a2b4  /data/app/lib/arm64/libshop.so (shop::Window::draw()+20) (BuildId: 0123456789abcdef0123456789abcdef01234567)
      #01 pc 000000000001b0c8  /data/app/lib/arm64/libshop.so (shop::Screen::show()+56) (BuildId: 0123456789abcdef0123456789abcdef01234567)
      #02 pc 0000000000046f10  /apex/com.android.runtime/lib64/bionic/libc.so (__start_thread+64) (BuildId: 89abcdef0123456789abcdef0123456789abcdef)
""",
    "Java": """\
Exception in thread "main" java.lang.IllegalStateException: the till is closed
\tat com.example.shop.Till.take(Till.java:23)
\tat com.example.shop.Clerk.serve(Clerk.java:7)
\tat com.example.shop.Shop.main(Shop.java:3)
Caused by: java.io.IOException: no paper
\tat com.example.shop.Printer.print(Printer.java:12)
\tat com.example.shop.Till.take(Till.java:21)
\t... 2 more
""",
    "Node.js": """\
/opt/shop/src/basket.js:14
    throw new RangeError('the basket is full');
    ^

RangeError: the basket is full
    at Basket.add (/opt/shop/src/basket.js:14:11)
    at Clerk.serve (/opt/shop/src/clerk.js:8:17)
    at Object.<anonymous> (/opt/shop/src/main.js:3:7)
    at node:internal/main/run_main_module:28:49

Node.js v22.11.0
""",
    "browser": """\
Uncaught TypeError: Cannot read properties of undefined (reading 'price')
    at total (https://shop.example/assets/basket.js:20:15)
    at HTMLButtonElement.pay (https://shop.example/assets/till.js:9:3)
""",
    "Python": """\
Traceback (most recent call last):
  File "/opt/shop/main.py", line 30, in <module>
    main()
  File "/opt/shop/till.py", line 12, in main
    return price(basket)
  File "/opt/shop/price.py", line 7, in price
    return table[basket.name]
KeyError: 'pear'
""",
    "Go": """\
panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.(*Basket).item(...)
\t/opt/shop/basket.go:19
main.serve(0xc000012345)
\t/opt/shop/clerk.go:31 +0x1d
main.main()
\t/opt/shop/main.go:8 +0x2f
exit status 2
""",
    "Rust": """\
thread 'main' panicked at src/scale.rs:17:9:
the scale is empty
stack backtrace:
   0: rust_begin_unwind
             at /rustc/0123456789abcdef/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
             at /rustc/0123456789abcdef/library/core/src/panicking.rs:76:14
   2: shop::scale::weigh
             at ./src/scale.rs:17:9
   3: shop::main
             at ./src/main.rs:4:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
""",
    "kernel": """\
BUG: kernel NULL pointer dereference, address: 0000000000000010
#PF: supervisor read access in kernel mode
Oops: 0000 [#1] PREEMPT SMP NOPTI
CPU: 1 PID: 4711 Comm: till Not tainted 6.1.0-18-amd64 #1
RIP: 0010:scale_read+0x1b/0x60 [scale]
RSP: 0018:ffffc90000123e10 EFLAGS: 00010246
Call Trace:
 <TASK>
 scale_ioctl+0x42/0x90 [scale]
 __x64_sys_ioctl+0x8f/0xd0
 do_syscall_64+0x5b/0x90
 entry_SYSCALL_64_after_hwframe+0x6e/0xd8
 </TASK>
---[ end trace 0000000000000000 ]---
""",
    ".NET": """\
Unhandled exception. System.InvalidOperationException: The drawer is open.
   at Shop.Drawer.Lock() in /src/Shop/Drawer.cs:line 27
   at Shop.Till.Close(Boolean force) in /src/Shop/Till.cs:line 11
   at Shop.Program.Main(String[] args) in /src/Shop/Program.cs:line 5
""",
    "PHP": """\
PHP Fatal error:  Uncaught LogicException: no such coin in /opt/shop/Coin.php:14
Stack trace:
#0 /opt/shop/Purse.php(33): Shop\\Coin->value()
#1 /opt/shop/index.php(5): Shop\\Purse->count()
#2 {main}
  thrown in /opt/shop/Coin.php on line 14
""",
    "Swift": """\
shop/Parcel.swift:12: Fatal error: Index out of range
Current stack trace:
0    libswiftCore.so                    0x00007f1e2a3b4c50 _swift_stdlib_reportFatalErrorInFile + 109
1    libswiftCore.so                    0x00007f1e2a0b4c11 closure #1 in _assertionFailure(_:_:file:line:flags:) + 415
2    shop                               0x000055d0c1a0b23d Parcel.weigh() + 61 at /src/shop/Parcel.swift:12
3    shop                               0x000055d0c1a0b517 main + 23 at /src/shop/main.swift:3
""",
    "valgrind": """\
==4711== Invalid read of size 4
==4711==    at 0x1091A4: shop::Stamp::value() (stamp.cpp:15)
==4711==    by 0x1092B0: shop::Letter::send() (letter.cpp:29)
==4711==    by 0x109301: main (main.cpp:6)
==4711==  Address 0x4da2068 is 0 bytes after a block of size 40 alloc'd
==4711==    at 0x4848899: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==4711==    by 0x10917E: shop::Stamp::make() (stamp.cpp:8)
==4711==    by 0x109301: main (main.cpp:5)
""",
}
