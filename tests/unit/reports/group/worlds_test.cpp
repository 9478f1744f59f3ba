// Which frame tells, world by world: what only passes a failure on does not, and what only sounds like it
// does.
#include <doctest/doctest.h>
#include <string_view>

#include "grouped.h"

using symkit::group::texts_in;

namespace {

struct Case {
  std::string_view what;
  std::string log;
  std::string_view text;
};

// A stack as gdb prints it, innermost first.
std::string gdb(const std::vector<std::string>& functions) {
  std::string log = "Program received signal SIGSEGV, Segmentation fault.\n";
  for (std::size_t i = 0; i < functions.size(); ++i)
    log += "#" + std::to_string(i) + "  0x00007f0000001111 in " + functions[i] +
           " () from /opt/shop/libshop.so\n";
  return log;
}

// As AddressSanitizer prints it.
std::string asan(const std::vector<std::string>& functions) {
  std::string log =
      "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n";
  for (std::size_t i = 0; i < functions.size(); ++i)
    log += "    #" + std::to_string(i) + " 0x55d1 in " + functions[i] + " a.cc:1:1\n";
  return log;
}

std::string java(const std::vector<std::string>& frames) {
  std::string log = "Exception in thread \"main\" java.lang.IllegalStateException: closed\n";
  for (const std::string& frame : frames) log += "\tat " + frame + "\n";
  return log;
}

std::string dotnet(const std::vector<std::string>& frames) {
  std::string log = "Unhandled exception. System.InvalidOperationException: closed\n";
  for (const std::string& frame : frames) log += "   at " + frame + "\n";
  return log;
}

void check_all(const std::vector<Case>& cases) {
  for (const auto& [what, log, text] : cases) {
    std::string got;
    for (const std::string& one : texts_in(log)) (got += got.empty() ? "" : " | ") += one;
    INFO(what);
    CHECK(got == text);
  }
}

}  // namespace

TEST_CASE("Swift") {
  check_all({
      {"a failed check",
       gdb({"_swift_runtime_on_report", "_swift_stdlib_reportFatalErrorInFile", "Swift._assertionFailure",
            "closure #1 in shop.Till.open()", "partial apply for closure #1 in shop.Till.open()",
            "shop.serve()"}),
       "SIGSEGV in closure in shop.Till.open, shop.serve"},
      {"parts of an asynchronous function",
       gdb({"swift_task_dealloc", "(1) await resume partial function for shop.Till.open()",
            "swift::runJobInEstablishedExecutorContext(swift::Job*)", "swift_job_runImpl"}),
       "SIGSEGV in shop.Till.open"},
      {"counts of references",
       gdb({"swift_release", "swift_deallocClassInstance", "shop.Till.close()", "shop.serve()"}),
       "SIGSEGV in shop.Till.close, shop.serve"},
      {"a function of the program", gdb({"swiftly_open_till", "shop.serve()"}),
       "SIGSEGV in swiftly_open_till, shop.serve"},
  });
}

TEST_CASE("Java and Kotlin") {
  check_all({
      {"coroutines",
       java({"shop.Till.open(Till.kt:12)", "shop.Till$open$1.invokeSuspend(Till.kt)",
             "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)",
             "kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:106)", "shop.Pool.work(Pool.kt:3)"}),
       "java.lang.IllegalStateException in shop.Till.open, shop.Till$open$1.invokeSuspend, shop.Pool.work"},
      {"checks of the language",
       java({"kotlin.jvm.internal.Intrinsics.throwNpe(Intrinsics.java:55)", "shop.Till.open(Till.kt:12)"}),
       "java.lang.IllegalStateException in shop.Till.open"},
      {"synthetic accessors",
       java({"shop.Till.take(Till.java:3)", "shop.Till.access$100(Till.java:1)",
             "shop.Till.-$$Nest$mtake(Unknown Source:0)",
             "shop.Till$$ExternalSyntheticLambda0.run(D8$$SyntheticClass)",
             "shop.Till.$r8$lambda$abcdefgh(Till.java)", "shop.Shop.serve(Shop.java:4)"}),
       "java.lang.IllegalStateException in shop.Till.take, shop.Shop.serve"},
      {"default arguments", java({"shop.Till.open$default(Till.kt:12)", "shop.Shop.serve(Shop.kt:4)"}),
       "java.lang.IllegalStateException in shop.Till.open, shop.Shop.serve"},
  });
}

TEST_CASE(".NET") {
  check_all({
      {"asynchronous methods",
       dotnet(
           {"System.ThrowHelper.ThrowInvalidOperationException()",
            "Shop.Till.<Open>d__3.MoveNext() in Till.cs:line 12",
            "System.Runtime.CompilerServices.TaskAwaiter.HandleNonSuccessAndDebuggerNotification(Task task)",
            "Shop.Shop.<Serve>d__1.MoveNext() in Shop.cs:line 4",
            "System.Threading.ExecutionContext.RunInternal(Object state)",
            "Shop.Pool.Work() in Pool.cs:line 9"}),
       "System.InvalidOperationException in Shop.Till.Open, Shop.Shop.Serve"},
      {"a task that failed is awaited",
       dotnet({"System.Threading.Tasks.Task.ThrowIfExceptional(Boolean b)",
               "System.Threading.Tasks.Task.Wait(Int32 ms)", "Shop.Till.Open() in Till.cs:line 12"}),
       "System.InvalidOperationException in Shop.Till.Open"},
      {"local functions and lambdas",
       dotnet({"Shop.Till.<Open>g__Check|3_0() in Till.cs:line 12",
               "Shop.Till.<>c__DisplayClass3_0.<Open>b__0() in Till.cs:line 14",
               "Shop.Till`1.Open() in Till.cs:line 20"}),
       "System.InvalidOperationException in Shop.Till.Open.Check, Shop.Till.Open.lambda, Shop.Till.Open"},
  });
}

TEST_CASE("PHP, Ruby, Python, Lua and Erlang, with their own frames and with those of their machines") {
  check_all({
      {"PHP's packages",
       "PHP Fatal error:  Uncaught RuntimeException: closed in /app/till.php:5\nStack trace:\n"
       "#0 /app/vendor/acme/bus/Bus.php(5): Acme\\Bus->send(7)\n#1 /app/till.php(9): Till->open(7)\n"
       "#2 [internal function]: call_user_func_array(Array, Array)\n#3 {main}\n",
       "uncaught RuntimeException in Till->open"},
      {"PHP's machine",
       gdb({"zend_mm_alloc_huge", "zif_till_open", "execute_ex", "zend_execute_scripts", "do_cli"}),
       "SIGSEGV in zif_till_open"},
      {"Ruby's machine",
       gdb({"till_open", "vm_call_cfunc_with_frame", "vm_exec_core", "rb_vm_exec", "till_each",
            "rb_ec_exec_node"}),
       "SIGSEGV in till_open, till_each"},
      {"Python's machine",
       gdb({"till_open", "cfunction_call", "_PyEval_EvalFrameDefault", "PyObject_Call", "till_serve",
            "Py_RunMain"}),
       "SIGSEGV in till_open, till_serve"},
      {"Lua's machine",
       gdb({"luaG_typeerror", "luaV_execute", "till_open", "luaD_precall", "lua_pcallk", "till_serve"}),
       "SIGSEGV in till_open, till_serve"},
      {"Erlang's machine",
       gdb({"till_nif_open", "erts_call_dirty_nif", "erts_sched_thread_func", "thr_wrapper"}),
       "SIGSEGV in till_nif_open"},
      {"Julia's machine",
       gdb({"till_open", "jfptr_till_123", "ijl_apply_generic", "till_serve", "jl_repl_entrypoint"}),
       "SIGSEGV in till_open, till_serve"},
      {"R's machine", gdb({"C_till_open", "R_doDotCall", "bcEval", "Rf_eval", "Rf_ReplIteration"}),
       "SIGSEGV in C_till_open"},
      {"names that only sound like it", gdb({"import_till", "call_till", "vm_open", "lua_till"}),
       "SIGSEGV in import_till, call_till, vm_open"},
  });
}

TEST_CASE("games") {
  check_all({
      {"Unreal's check",
       gdb({"FDebug::CheckVerifyFailedImpl2", "UTill::Open", "UObject::ProcessEvent", "AShop::Tick",
            "FEngineLoop::Tick", "GuardedMain"}),
       "SIGSEGV in UTill::Open, AShop::Tick"},
      {"Unreal's delegates",
       gdb({"TArray<int>::operator[]", "UTill::Take", "TBaseUObjectMethodDelegateInstance::Execute",
            "UShop::Serve"}),
       "SIGSEGV in UTill::Take, UShop::Serve"},
      {"Godot",
       gdb({"CowData<int>::get", "Till::open", "MethodBindT::call", "Object::callp", "Shop::serve",
            "Main::iteration"}),
       "SIGSEGV in Till::open, Shop::serve"},
      {"Unity",
       "InvalidOperationException: closed\n  at UnityEngine.Debug.LogError (System.Object o) [0x00000] in "
       "<0>:0 \n"
       "  at Shop.Till.Open () [0x00001] in /src/Till.cs:12 \n  at Shop.Shop.Update () [0x00002] in "
       "/src/Shop.cs:4 \n",
       "InvalidOperationException in Shop.Till.Open, Shop.Shop.Update"},
      {"Unity's compiled code",
       gdb({"il2cpp_codegen_raise_exception", "Till_Open_m0123456789ABCDEF0123456789ABCDEF01234567",
            "RuntimeInvoker_TrueVoid", "Shop_Update_mFEDCBA9876543210FEDCBA9876543210FEDCBA98"}),
       "SIGSEGV in Till_Open, Shop_Update"},
  });
}

TEST_CASE("firmware") {
  check_all({
      {"Zephyr", gdb({"z_arm_fault", "z_fatal_error", "till_open", "till_work", "z_thread_entry"}),
       "SIGSEGV in till_open, till_work"},
      {"ESP",
       gdb({"panic_abort", "esp_system_abort", "abort", "till_open", "loop", "loopTask", "vPortTaskWrapper"}),
       "SIGSEGV in till_open, loop"},
      {"FreeRTOS", gdb({"vAssertCalled", "xQueueGenericSend", "till_send", "till_task", "prvTimerTask"}),
       "SIGSEGV in till_send, till_task"},
      {"Mbed OS", gdb({"mbed_die", "mbed_error", "till_open", "rtos::Thread::_thunk(void*)"}),
       "SIGSEGV in till_open"},
      {"ARM's fault", gdb({"print_registers", "HardFault_Handler", "till_open", "till_work"}),
       "SIGSEGV in till_open, till_work"},
  });
}

TEST_CASE("kernels of the BSDs") {
  check_all({
      {"FreeBSD",
       "panic: page fault\ncpuid = 1\nKDB: stack backtrace:\n"
       "db_trace_self_wrapper() at db_trace_self_wrapper+0x2b/frame 0xfffffe0123456780\n"
       "vpanic() at vpanic+0x152/frame 0xfffffe01234567d0\npanic() at panic+0x43/frame 0xfffffe0123456830\n"
       "trap_fatal() at trap_fatal+0x387/frame 0xfffffe0123456890\ntrap() at trap+0x40b/frame "
       "0xfffffe0123456a00\n"
       "calltrap() at calltrap+0x8/frame 0xfffffe0123456a00\n"
       "--- trap 0xc, rip = 0xffffffff80c1234f, rsp = 0xfffffe0123456ad0, rbp = 0xfffffe0123456b00 ---\n"
       "till_open() at till_open+0x12/frame 0xfffffe0123456b00\ntill_ioctl() at till_ioctl+0x34/frame "
       "0xfffffe0123456b40\n"
       "amd64_syscall() at amd64_syscall+0x10c/frame 0xfffffe0123456bf0\n",
       "kernel panic: page fault in till_open, till_ioctl"},
  });
}

TEST_CASE("sanitizers, fuzzers and engines under test") {
  check_all({
      {"a hook of libFuzzer",
       "==7== ERROR: libFuzzer: out-of-memory (malloc(4294967296))\n"
       "    #0 0x1 in __sanitizer_print_stack_trace asan_stack.cpp:87:3\n"
       "    #1 0x2 in fuzzer::Fuzzer::HandleMalloc(unsigned long) FuzzerLoop.cpp:130:3\n"
       "    #2 0x3 in fuzzer::MallocHook(void const volatile*, unsigned long) FuzzerLoop.cpp:99:6\n"
       "    #3 0x4 in malloc asan_malloc_linux.cpp:145:3\n    #4 0x5 in shop::grow(int) grow.cc:8:3\n"
       "    #5 0x6 in LLVMFuzzerTestOneInput fuzz.cc:9:3\n    #6 0x7 in fuzzer::Fuzzer::RunOne(int) "
       "FuzzerLoop.cpp:1:1\n",
       "out of memory in shop::grow"},
      {"WebKit's ways to end", asan({"WTFCrash", "WebCore::Till::open()", "WebCore::Shop::serve()", "main"}),
       "heap-use-after-free in WebCore::Till::open, WebCore::Shop::serve"},
      {"what reports V8's errors",
       asan({"blink::ReportV8FatalError(char const*)", "v8::Utils::ReportApiFailure(char const*)",
             "v8::Till::Open()", "shop::Serve()"}),
       "heap-use-after-free in v8::Till::Open, shop::Serve"},
      {"names that only sound like it", asan({"shop::Fuzzer::open()", "shop::asan_lines()", "centipedes()"}),
       "heap-use-after-free in shop::Fuzzer::open, shop::asan_lines, centipedes"},
  });
}
