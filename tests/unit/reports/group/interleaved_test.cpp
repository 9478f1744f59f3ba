#include <algorithm>

#include "ground/base/each_line.h"
#include "grouped.h"

using namespace symkit::group;
using Texts = std::vector<std::string>;

TEST_CASE("ranks that Open MPI starts are told apart") {
  std::string text;
  for (const char* line :
       {"*** Process received signal ***", "Signal: Segmentation fault (11)", "Failing at address: 0x8",
        "[ 0] /lib/libc.so.6(+0x42520)[0x7f0142520]", "[ 1] ./till(shop_take+0x10)[0x401110]",
        "[ 2] ./till(main+0x20)[0x401220]", "*** End of error message ***"})
    for (const char* rank : {"[node7:04711] ", "[node7:04712] "}) (text += rank) += std::string(line) + "\n";
  CHECK(texts_in(text) == Texts{"SIGSEGV in shop_take", "SIGSEGV in shop_take"});
}

TEST_CASE("ranks that crash at the same time are told apart") {
  std::string text;
  for (const char* line : {"Traceback (most recent call last):", "  File \"/shop/main.py\", line 30, in main",
                           "  File \"/shop/till.py\", line 12, in price", "KeyError: 'pear'"})
    for (const char* rank : {"[rank0]: ", "[rank1]: "}) (text += rank) += std::string(line) + "\n";
  CHECK(texts_in(text) == Texts{"KeyError in price", "KeyError in price"});
}

TEST_CASE("tasks of a kernel that report at the same time are told apart") {
  const std::string a = "[   12.345678][   T11] ", b = "[   12.345678][   T22] ",
                    c = "[   12.345678][    C1] ";
  CHECK(texts_in(a + "BUG: KASAN: slab-use-after-free in till_open+0x1/0x2\n" + b +
                 "WARNING: CPU: 1 PID: 22 at till.c:1 till_count+0x1/0x2\n" + a + "Call Trace:\n" + b +
                 "Call Trace:\n" + a + " till_open+0x1/0x2\n" + b + " till_count+0x1/0x2\n" + c +
                 "Call Trace:\n" + c + " till_tick+0x1/0x2\n" + a + " till_serve+0x1/0x2\n" + b +
                 " till_sum+0x1/0x2\n") == Texts{"KASAN: slab-use-after-free in till_open, till_serve",
                                                 "kernel warning in till_count, till_sum"});
  // Lines of other tasks that do not report anything are nobody's.
  CHECK(texts_in(a + "BUG: KASAN: slab-use-after-free in till_open+0x1/0x2\n" + a + "Call Trace:\n" + b +
                 " till_other+0x1/0x2\n" + a + " till_open+0x1/0x2\n" + b + " till_other+0x1/0x2\n" + a +
                 " till_serve+0x1/0x2\n") == Texts{"KASAN: slab-use-after-free in till_open, till_serve"});
}

TEST_CASE("processes that write at the same time are told apart") {
  const std::string a = "11-22 20:01:02.345  11  11 E AndroidRuntime: ",
                    b = "11-22 20:01:02.345  22  22 E AndroidRuntime: ";
  auto texts = texts_in(
      a + "FATAL EXCEPTION: main\n" + b + "FATAL EXCEPTION: main\n" + a +
      "java.lang.IllegalStateException: x\n" + b + "java.lang.NullPointerException: y\n" + a +
      "\tat com.example.Shop.open(Shop.java:1)\n" + b + "\tat com.example.Till.take(Till.java:2)\n" + a +
      "\tat com.example.Shop.main(Shop.java:3)\n" + b + "\tat com.example.Till.run(Till.java:4)\n");
  std::ranges::sort(texts);
  CHECK(texts == Texts{"java.lang.IllegalStateException in com.example.Shop.open, com.example.Shop.main",
                       "java.lang.NullPointerException in com.example.Till.take, com.example.Till.run"});
}

TEST_CASE("ten thousand processes that write in turn") {
  std::string text;
  const auto line = [&](int process, const std::string& said) {
    text += "E/AndroidRuntime( " + std::to_string(process) + "): " + said + "\n";
  };
  for (int i = 0; i < 10'000; ++i) line(i, "FATAL EXCEPTION: main");
  for (int i = 0; i < 10'000; ++i) line(i, "java.lang.IllegalStateException: " + std::to_string(i));
  for (int i = 0; i < 10'000; ++i)
    line(i, "\tat com.example.Shop.open" + std::to_string(i % 3) + "(Shop.java:1)");
  const auto texts = texts_in(text);
  CHECK(texts.size() == 10'000);
  CHECK(std::ranges::count(texts, "java.lang.IllegalStateException in com.example.Shop.open1") == 3333);
}

TEST_CASE("a signal that the process tells of and the tombstone of it are one crash") {
  CHECK(
      texts_in(
          "11-22 20:01:02.345  11  12 F libc    : Fatal signal 11 (SIGSEGV), code 1, fault addr 0x8 in tid "
          "12\n"
          "11-22 20:01:02.445  99  99 F DEBUG   : *** *** *** *** *** *** *** ***\n"
          "11-22 20:01:02.445  99  99 F DEBUG   : pid: 11, tid: 12, name: till  >>> com.example.shop <<<\n"
          "11-22 20:01:02.445  99  99 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8\n"
          "11-22 20:01:02.445  99  99 F DEBUG   : backtrace:\n"
          "11-22 20:01:02.445  99  99 F DEBUG   :       #00 pc 0001 /data/app/libshop.so (shop::take()+4)\n"
          "11-22 20:01:02.445  99  99 F DEBUG   :       #01 pc 0002 /data/app/libshop.so "
          "(shop::serve()+8)\n") == Texts{"SIGSEGV near null in shop::take, shop::serve"});
}

TEST_CASE("stacks within strings of JSON are reports, too") {
  const std::string text =
      R"json({"level":"error","stack":"java.lang.IllegalStateException: x\n\tat com.example.Shop.open(Shop.java:1)\n\tat com.example.Shop.main(Shop.java:3)"}
{"level":"error","stack":"TypeError: y\n    at take (https://shop.example/app.js:9:5)\n    at serve (https://shop.example/app.js:19:5)"}
{"exc_info":"Traceback (most recent call last):\n  File \"/app/till.py\", line 9, in take\nValueError: closed"}
)json";
  CHECK(texts_in(text) ==
        Texts{"java.lang.IllegalStateException in com.example.Shop.open, com.example.Shop.main",
              "TypeError in take, serve", "ValueError in take"});
}

TEST_CASE("a string of one line in JSON is no stack, but the place of the code that wrote the log") {
  CHECK(
      texts_in(R"json({"caller":"at com.example.Shop.open(Shop.java:1)","text":"two\nlines"})json").empty());
}

TEST_CASE("a line of JSON between two of another process ends nothing of it") {
  const std::string a = "11-22 20:01:02.345  11  11 E Shop: ";
  auto texts = texts_in(a + "BUG: KASAN: use-after-free in take+0x1/0x2\n" +
                        "{\"stack\":\"TypeError: y\\n    at take (https://a/a.js:9:5)\\n    at serve "
                        "(https://a/a.js:9:5)\"}\n" +
                        a + " take+0x1/0x2\n");
  std::ranges::sort(texts);
  CHECK(texts == Texts{"KASAN: use-after-free in take", "TypeError in take, serve"});
}

TEST_CASE("reports that are open while more functions are met than are kept do not lose theirs") {
  std::string text;
  const auto line = [&](int process, const std::string& said) {
    text += "E/AndroidRuntime( " + std::to_string(process) + "): " + said + "\n";
  };
  line(1, "FATAL EXCEPTION: main");
  line(1, "java.lang.IllegalStateException: x");
  line(1, "\tat com.example.Shop.open(Shop.java:1)");
  for (int i = 0; i < 250'000; ++i) {
    if (i % 100 == 0) line(2, "java.lang.NullPointerException: y");
    line(2, "\tat com.example.Till.take" + std::to_string(i) + "(Till.java:2)");
  }
  line(1, "\tat com.example.Shop.main(Shop.java:3)");
  const auto texts = texts_in(text);
  CHECK(texts.size() == 2501);
  CHECK(std::ranges::count(
            texts, "java.lang.IllegalStateException in com.example.Shop.open, com.example.Shop.main") == 1);
}

// As programs tell of one crash: why they stopped, and then what a checker or a signal handler saw of it.
TEST_CASE(
    "a report that is cut off before its stack is one with what follows, where that may be of one crash") {
  const std::string words = "panic: closed\n\n";
  const std::string error =
      "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n"
      "READ of size 8 at 0x1 thread T0\n    #0 0x1 in take() /src/shop.cpp:1:1\n";
  CHECK(texts_in(words + error).size() == 1);
  const std::string signal =
      "pid: 12, tid: 12, name: shop  >>> shop <<<\nsignal 11 (SIGSEGV), code 1, fault addr 0x8\n";
  const std::string stack = "goroutine 1 [running]:\nmain.open(...)\n\t/src/shop.go:4\n";
  CHECK(texts_in(signal + words + stack).size() == 1);
  // Where the log says whose they are, they are two.
  const auto of_process = [](const std::string& process, const std::string& text) {
    std::string lines;
    symkit::each_line(text, [&](std::string_view line) { (lines += "E/Shop( " + process + "): ") += line; });
    return lines;
  };
  CHECK(texts_in(of_process("11", words) + of_process("22", error)).size() == 2);
  CHECK(texts_in(of_process("11", signal) + of_process("22", words + stack)).size() == 2);
}

TEST_CASE("numbers of frames are no processes") {
  for (const char* form : {"[", "frame"}) {
    CAPTURE(std::string(form));
    std::string text = "TypeError: x\n";
    for (int i = 0; i < 3; ++i)
      text += form + std::to_string(i) + (*form == '[' ? "] " : ": ") + "    at take" +
              std::string(1, static_cast<char>('a' + i)) + " (/src/till.js:12:3)\n";
    CHECK(texts_in(text).size() == 1);
  }
}
