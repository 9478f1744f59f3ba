// Reports of virtual machines and interpreters: what went wrong, and where.
#include "grouped.h"

using symkit::group::texts_in;
using Texts = std::vector<std::string>;

TEST_CASE("HotSpot's own errors") {
  const std::string head = "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n";
  const std::string frames =
      "#\n# JRE version: OpenJDK Runtime Environment (21.0.2+13)\n# Problematic frame:\n"
      "# V  [libjvm.so+0x1112]  TillThread::verify()+0x15\n#\n\n---------------  T H R E A D  -----------\n\n"
      "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n"
      "V  [libjvm.so+0x1112]  TillThread::verify()+0x15  (tillThread.cpp:12)\n"
      "V  [libjvm.so+0x2222]  TillThread::pay(bool)+0x2\n";
  CHECK(texts_in(head +
                 "#  Internal Error (tillThread.cpp:12), pid=7, tid=8\n"
                 "#  guarantee(till->is_open()) failed: must be open, not 0x00007f2c3402a0d0\n" +
                 frames) == Texts{"assertion failed: till->is_open() in TillThread::verify"});
  CHECK(texts_in(head +
                 "#  Internal Error (tillThread.cpp:12), pid=7, tid=8\n#  Error: ShouldNotReachHere()\n" +
                 frames) == Texts{"Java VM internal error: ShouldNotReachHere() in TillThread::verify"});
  CHECK(texts_in(
            "# There is insufficient memory for the Java Runtime Environment to continue.\n"
            "# Native memory allocation (malloc) failed to allocate 64 bytes. Error detail: AllocateHeap\n"
            "#  Out of Memory Error (arena.cpp:81), pid=7, tid=8\n\nNative frames: (J=compiled Java code)\n"
            "V  [libjvm.so+0x1112]  Till::grow()+0x15\n") == Texts{"out of memory in Till::grow"});
}

TEST_CASE("Erlang: in words, as terms, and a supervisor repeats it") {
  CHECK(texts_in(R"(=ERROR REPORT==== 28-Nov-2026::10:11:12.345678 ===
** Generic server till_server terminating
** Last message in was {take,1}
** When Server state == []
** Reason for termination ==
** {{badmatch,{error,closed}},
    [{till,take,2,
           [{file,"/src/till.erl"},{line,42}]},
     {till_server,handle_call,3,[{file,"/src/till_server.erl"},
       {line,71}]},
     {gen_server,try_handle_call,4,[{file,"gen_server.erl"},{line,721}]},
     {proc_lib,init_p_do_apply,3,[{file,"proc_lib.erl"},{line,226}]}]}

=SUPERVISOR REPORT==== 28-Nov-2026::10:11:12.345680 ===
     Supervisor: {local,till_sup}
     Context:    child_terminated
     Reason:     {{badmatch,{error,closed}},
                  [{till,take,2,[{file,"/src/till.erl"},{line,42}]},
                   {till_server,handle_call,3,[{file,"/src/till_server.erl"},{line,71}]}]}
)") == Texts{"Erlang error: badmatch in till:take/2, till_server:handle_call/3"});
  CHECK(texts_in(R"(=CRASH REPORT==== 28-Nov-2026::10:11:12.345679 ===
  crasher:
    initial call: till_server:init/1
    exception error: no match of right hand side value {error,closed}
      in function  till:take/2 (/src/till.erl, line 42)
      in call from gen_server:try_handle_call/4 (gen_server.erl, line 721)
    ancestors: [till_sup,<0.200.0>]
)") == Texts{"Erlang error: badmatch in till:take/2"});
  CHECK(texts_in(
            "Error in process <0.123.0> with exit value:\n"
            "{badarg,[{erlang,binary_to_integer,[<<\"x\">>],[{error_info,#{module => erl_erts_errors}}]},\n"
            "         {till,take,2,[{file,\"/src/till.erl\"},{line,42}]},\n"
            "         {till,main,0,[{file,\"/src/till.erl\"},{line,7}]}]}\n") ==
        Texts{"Erlang error: badarg in till:take/2, till:main/0"});
  CHECK(texts_in("10:11:12.345 [error] CRASH REPORT Process till with 0 neighbours crashed with reason: bad "
                 "argument in till:take/2 line 42\n") == Texts{"Erlang error: badarg in till:take/2"});
}

TEST_CASE("Elixir") {
  CHECK(texts_in("10:11:12.345 [error] GenServer Kiosk.Till terminating\n** (RuntimeError) till 7 is closed\n"
                 "    (kiosk 0.1.0) lib/kiosk/till.ex:42: anonymous fn/1 in Kiosk.Till.take/2\n"
                 "    (stdlib 4.2) gen_server.erl:1123: :gen_server.try_dispatch/4\n"
                 "    (stdlib 4.2) proc_lib.erl:240: :proc_lib.init_p_do_apply/3\nLast message: :take\n") ==
        Texts{"RuntimeError in Kiosk.Till.take/2"});
}

TEST_CASE("Lua, and nginx's") {
  CHECK(texts_in("lua: shop.lua:12: till 7 is closed\nstack traceback:\n\t[C]: in function 'error'\n"
                 "\tshop.lua:12: in upvalue 'take'\n\t(...tail calls...)\n\tshop.lua:30: in main chunk\n"
                 "\t[C]: in ?\n") == Texts{"Lua error: till N is closed in take"});
  CHECK(texts_in(
            "2026/11/28 10:11:12 [error] 12#12: *3 lua entry thread aborted: runtime error: "
            "/etc/till.lua:12: attempt to index local 'till' (a nil value)\nstack traceback:\ncoroutine 0:\n"
            "\t/etc/till.lua: in function 'take'\n\t/etc/till.lua:20: in function </etc/till.lua:2>, client: "
            "::1, server: , request: \"GET / HTTP/1.1\"\n") ==
        Texts{"Lua error: attempt to index local 'till' (a nil value) in take, till.lua:2"});
}

TEST_CASE("Perl") {
  CHECK(texts_in("till 7 is closed at lib/Till.pm line 42.\n"
                 "\tTill::take(Till=HASH(0x55d0c1a2ba2b), 3) called at lib/Server.pm line 17\n"
                 "\teval {...} called at lib/Server.pm line 16\n"
                 "\tServer::serve() called at bin/till line 5\n") ==
        Texts{"Perl error: till N is closed in Till::take, Server::serve"});
  CHECK(texts_in("till 7 is closed at lib/Till.pm line 42.\n").empty());
}

TEST_CASE("TensorFlow") {
  CHECK(texts_in("2026-11-28 10:11:12.345678: F external/local_xla/till.cc:73] Check failed: ok\n"
                 "*** Begin stack trace ***\n\ttsl::CurrentStackTrace[abi:cxx11]()\n\ttill::open(int)\n"
                 "\ttill::pay()\n*** End stack trace ***\n") ==
        Texts{"check failed: ok in till::open, till::pay"});
}

TEST_CASE("R and Octave") {
  CHECK(texts_in("\n *** caught segfault ***\naddress 0x10, cause 'memory not mapped'\n\nTraceback:\n"
                 " 1: take(till, 3)\n 2: tryCatch({    serve(queue)}, error = function(e) NULL)\n 3: pay()\n"
                 "An irrecoverable exception occurred. R is aborting now ...\n") ==
        Texts{"SIGSEGV in take, pay"});
  CHECK(texts_in("error: till 7 is closed\nerror: called from\n    take at line 12 column 5\n"
                 "    pay at line 20 column 3\n") == Texts{"Octave error: till N is closed in take, pay"});
}

TEST_CASE("compute-sanitizer: the kernel tells, not the host that started it") {
  CHECK(texts_in(
            "========= COMPUTE-SANITIZER\n========= Invalid __global__ write of size 4 bytes\n"
            "=========     at till_take(int *)+0x70 in till.cu:12\n"
            "=========     by thread (0,0,0) in block (0,0,0)\n"
            "=========     Access at 0x7f1a00000400 is out of bounds\n"
            "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
            "=========         Host Frame: main in till.cu:52 [0x8a81] in kiosk\n=========\n"
            "========= Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified launch failure\"\n"
            "=========     Saved host backtrace up to driver entry point at error\n"
            "=========         Host Frame: main in till.cu:60 [0x8aff] in kiosk\n") ==
        Texts{"Invalid __global__ write in till_take"});
}

TEST_CASE("Fuchsia before markup") {
  CHECK(texts_in("<== fatal exception: process kiosk[12345] thread initial-thread[12346]\n"
                 "<== write not-present page fault, PC at 0x1234561abc\n"
                 "dso: id=4d3c1fe5a0b1c2d3 base=0x1234560000 name=app:/boot/bin/kiosk\n"
                 "bt#01: pc 0x1234561abc sp 0x5678 (app:/boot/bin/kiosk,0x1abc)\nbt#02: end\n") ==
        Texts{"page fault WRITE in kiosk+0x1abc"});
}

TEST_CASE("Erlang: a crash report repeats what the error report before it says") {
  const std::string error = R"(=ERROR REPORT==== 28-Nov-2026::10:11:12.123456 ===
** Generic server till_server terminating
** Reason for termination ==
** {badarg,[{till,take,2,[{file,"src/till.erl"},{line,42}]},
            {till_server,handle_call,3,[{file,"src/till_server.erl"},{line,71}]}]}

)";
  const std::string crash = R"(=CRASH REPORT==== 28-Nov-2026::10:11:12.123457 ===
  crasher:
    pid: <0.42.0>
    exception error: bad argument
      in function  till:take/2 (src/till.erl, line 42)
      in call from till_server:handle_call/3 (src/till_server.erl, line 71)
    ancestors: [till_sup,<0.41.0>]

)";
  const std::string text = "Erlang error: badarg in till:take/2, till_server:handle_call/3";
  CHECK(texts_in(error + crash) == Texts{text});
  CHECK(texts_in(error + crash + error + crash) == Texts{text, text});
  CHECK(texts_in(crash + crash) == Texts{text, text});
  CHECK(texts_in(error + error) == Texts{text, text});
}
