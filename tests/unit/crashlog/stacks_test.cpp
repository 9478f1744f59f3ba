// The grammar's corners of stacks that programs, debuggers and runtimes on Linux print.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

TEST_CASE("glibc") {
  CHECK(read_line("/lib/libc.so.6(__libc_start_main+0x8b)[0x7f294aa2a28b]") ==
        "returns to libc.so.6 runtime 7f294aa2a28b __libc_start_main+8b");
  CHECK(read_line("/lib/libc.so.6(+0x1a2b) [0x7f294aa2a28b]") ==
        "returns to libc.so.6 file 1a2b runtime 7f294aa2a28b");
  CHECK(read_line("./prog() [0x401136]") == "returns to prog file 401136");
  CHECK(read_line("./prog[0x401136]") == "returns to prog file 401136");
  CHECK(read_line("prog(main+0x12)[0x401136]") == "returns to prog runtime 401136 main+12");
  CHECK(read_line("3: /my dir (1)/libx.so(f+0x1)[0x7f29]") == "returns to libx.so runtime 7f29 f+1");
  CHECK(read_line("[bt] ./prog(f+0x1) [0x7f29]\r\n") == "returns to prog runtime 7f29 f+1");
  CHECK(read_log({"/lib/libc.so.6(__restore_rt+0x0)[0x7f29]", "./prog(+0x12)[0x55]"}) ==
        "at prog file 12 runtime 55");
  CHECK(kept_of("./prog(+0x12)[0x55]") == "./prog(+0x12)[0x55]|");
  CHECK(read_line("./prog(+0x12345678901234567)[0x55]") ==
        "returns to prog runtime 55 (the log's address has more than 64 bits)");
}

TEST_CASE("lines that end as glibc's do") {
  for (const std::string_view line :
       {"[0x7ffd2b1c8d10]", "rax=[0x12]", "the address of it: [0x12]", "read at [0x12]", "/a/b(c)[0x12]",
        "/a/b(+0x12)[0x12", "/a/b(+0xzz)[0x12]"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("systemd") {
  const std::string module = "Module /usr/lib/libfoo.so with build-id 0123ab";
  CHECK(read_log({module, "Stack trace of thread 12:", "#0  0x00007237452cb3f4 n/a (libfoo.so + 0x963f4)"}) ==
        "#0 at libfoo.so offset 963f4 <0123ab> in 12");
  CHECK(read_log({module, "#3  0x00007237452cb3f4 f(int) (/usr/lib/libfoo.so + 0x963f4)"}) ==
        "#3 returns to libfoo.so offset 963f4 f(int) <0123ab>");
  CHECK(read_log({"#1  0x01 __restore_rt (libc.so.6 + 0x3)", "#2  0x02 n/a (libfoo.so + 0x4)"}) ==
        "#2 at libfoo.so offset 4");
  CHECK(read_log({module, "Stack trace of thread 12:", "Module libfoo.so with build-id 4567cd",
                  "#0  0x01 n/a (libfoo.so + 0x4)"}) == "#0 at libfoo.so offset 4 <4567cd>");
  CHECK(read_line("#0  0x01 n/a (n/a + 0x0)") == "#0 at - offset 0");
  CHECK(kept_of("  #0  0x01 n/a (libfoo.so + 0x4)") == "  #0  0x01|");
}

TEST_CASE("gdb") {
  const std::string_view first = "0x7f3a00000000 0x7f3a00001000 0x1000 0x0 r--p /usr/lib/libx.so";
  const std::string_view code = "0x7f3a00001000 0x7f3a00002000 0x1000 0x1000 r-xp /usr/lib/libx.so";
  const std::string_view frame = "#2  0x00007f3a00001234 in ?? () from /usr/lib/libx.so";
  CHECK(read_line(frame) == "#2 returns to libx.so runtime 7f3a00001234");
  CHECK(read_log({first, code, frame}) == "#2 returns to libx.so runtime 7f3a00001234 load 7f3a00000000");
  CHECK(read_log({code, frame}) == "#2 returns to libx.so runtime 7f3a00001234");
  CHECK(read_log({"#1  <signal handler called>", frame}) == "#2 at libx.so runtime 7f3a00001234");
  CHECK(read_log({"Thread 2 (Thread 0x7f3a (LWP 12)):", "#0  0x12 in f(int) () from /x/liby.so"}) ==
        "#0 at liby.so runtime 12 f(int) in 2");
  CHECK(read_line("#0  0x12 in main (argc=1) at main.c:12") == "context");
  CHECK(read_line("#0  main () at main.c:12") == "nothing");
  CHECK(kept_of(frame) == "#2  0x00007f3a00001234|");
}

TEST_CASE("perf") {
  CHECK(read_line("\tffffffff91a14c36 f+0x56 ([kernel.kallsyms])") ==
        "at vmlinux runtime ffffffff91a14c36 f+56");
  CHECK(read_line("\tffffffffc0a14c36 f+0x56 ([ext4])") == "at ext4 runtime ffffffffc0a14c36 f+56");
  CHECK(read_log({"\tffffffff91a14c36 f+0x56 ([kernel.kallsyms])",
                  "\tffffffff91a14c40 g+0x6 ([kernel.kallsyms])"}) ==
        "returns to vmlinux runtime ffffffff91a14c40 g+6");
  CHECK(read_log({"\tffffffff91a14c36 f+0x56 ([kernel.kallsyms])", "\t 7f12ab [unknown] (/usr/bin/prog)"}) ==
        "at prog runtime 7f12ab");
  const std::string mapped =
      "prog 12 [001] 1.5: PERF_RECORD_MMAP2 12/12: [0x7f1000(0x3000) @ 0 fd:00 12 0]: r-xp /p";
  CHECK(read_log({mapped, "\t 7f12ab [unknown] (/p)"}) == "at p runtime 7f12ab load 7f1000");
  CHECK(read_log({"PERF_RECORD_MMAP2 12/12: [0x7f1000(0x3000) @ 0x1000 <0123ab>]: r-xp /p",
                  "\t 7f12ab f+0x1 (/p)"}) == "at p runtime 7f12ab f+1 <0123ab>");
  CHECK(read_line("\t 55d0c1a2b3c4 f (inlined)") == "nothing");
  CHECK(read_line("  facade added (/usr/bin/prog)") == "nothing");
  CHECK(kept_of("\t 7f12ab f+0x1 (/p)") == "\t 7f12ab|");
}

TEST_CASE("Rust") {
  CHECK(read_line("   0:     0x55d0c1a2b3c4 - <unknown>") == "#0 returns to - runtime 55d0c1a2b3c4");
  CHECK(read_line("   0:     0x55d0c1a2b3c4 - main::f::h0123") == "nothing");
}

TEST_CASE("Java") {
  CHECK(read_line("# C  [libc.so.6+0x97f89]") == "at libc.so.6 offset 97f89");
  CHECK(read_log({"Native frames:", "C  [libc.so.6+0x97f89]"}) == "at libc.so.6 offset 97f89");
  CHECK(read_log({"Native frames:", "C  [libc.so.6+0x97f89]", "j  a.b.c()V+0",
                  "V  [libjvm.so+0x12]  f()+0x1"}) == "returns to libjvm.so offset 12");
  CHECK(kept_of("C  [libc.so.6+0x97f89]  memcpy+0x29") == "C  [libc.so.6+0x97f89]|");
}

TEST_CASE("Java's reports wait for their libraries, what is on the console does not") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  const auto waits_behind = [&](std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) reader.read(line, frame);
    return reader.report().waits_for_images();
  };
  const std::string_view head = "# A fatal error has been detected by the Java Runtime Environment:";
  const std::string_view body = "---------------  S U M M A R Y ------------";
  const std::string_view listed =
      "7fb81a770000-7fb81a771000 r--p 00000000 fe:00 10010787    /opt/a b/libx.so";
  CHECK(waits_behind({head, "#", "# C  [libx.so+0x12]"}));
  CHECK_FALSE(waits_behind({"# An error report file with more information is saved as:"}));
  CHECK(waits_behind({head, "#", ""}));
  CHECK_FALSE(waits_behind({"Aborted"}));
  CHECK(waits_behind({head, "#", "", body, "", "Host: x", "C  [libx.so+0x12]", "", "Dynamic libraries:"}));
  CHECK(waits_behind({"687400000-69f000000 rw-p 00000000 00:00 0 ", listed,
                      "7fb81a771000-7fb81a772000 r-xp 00001000 fe:00 10010787    /opt/a b/libx.so",
                      "7fb81a880000-7fb81a881000 r-xp 00000000 fe:00 10010788    /opt/liby.so (deleted)"}));
  CHECK(reader.report().images().size() == 2);
  CHECK_FALSE(waits_behind({""}));
  reader.report().replay(true);
  reader.read("C  [libx.so+0x12]", frame);
  CHECK(frame.image.path == "/opt/a b/libx.so");
  reader.read("C  [liby.so+0x12]", frame);
  CHECK(frame.image.path.empty());
  reader.report().replay(false);
  CHECK_FALSE(waits_behind({head, body, "END."}));
}

TEST_CASE("Breakpad") {
  const std::string_view module = "Module|libx.so||libx.so|C873EA49FD327C5777EA6441E836E8530|0x1000|0x1fff|0";
  CHECK(read_log({module, "0|0|libx.so||||0x12"}) ==
        "#0 at libx.so offset 12 load 1000 <c873ea49fd327c5777ea6441e836e853> in 0");
  CHECK(read_log({"CPU|arm64||8", "3|1|libx.so||||0x12"}) == "#1 returns to libx.so offset 12 arm64 in 3");
  CHECK(read_line("0|1|libx.so|f|||0x12") == "#1 returns to libx.so f+12 in 0");
  CHECK(read_line("0|1|libx.so|f|x.c|12|0x12") == "context");
  CHECK(read_line("0|1|||||0x12") == "#1 returns to - runtime 12 in 0");
  CHECK(read_line("0|1|libx.so||||12") == "nothing");
  CHECK(read_line("a|b|0x12") == "nothing");
}

TEST_CASE("markup") {
  const std::string_view module = "{{{module:0:dir/libx.so:elf:0123ab}}}";
  const std::string_view mapping = "{{{mmap:0x7000:0x1000:load:0:rx:0x2000}}}";
  const std::string image = " libx.so runtime 7010 slide 5000";
  CHECK(read_log({module, mapping, "{{{bt:0:0x7010:pc}}}"}) == "#0 at" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{bt:1:0x7010}}}"}) == "#1 returns to" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{pc:0x7010:ra}}}"}) == "returns to" + image + " <0123ab>");
  CHECK(read_log({module, mapping, "{{{reset}}}", "{{{bt:1:0x7010:ra}}}"}) == "#1 returns to - runtime 7010");
  CHECK(read_log({module, mapping, "{{{bt:1:0x8000}}}"}) == "#1 returns to - runtime 8000");
  CHECK(kept_of("a {{{bt:1:0x8000:ra}}} b") == "a #1 0x8000| b");
  for (const std::string_view line :
       {"{{{bt:1:8000}}}", "{{{bt:x:0x8000}}}", "{{{pc:0x8000", "{{{}}}", "{{{symbol:f}}}"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("markup may have several frames in one line") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  REQUIRE(reader.read("x {{{pc:0x10}}} y {{{pc:0x20}}} z\n", frame) == symkit::crashlog::Found::Frame);
  CHECK(frame.shares_line);
  CHECK(frame.runtime_address == 0x10);
  REQUIRE(reader.read_further(frame));
  CHECK(frame.runtime_address == 0x20);
  CHECK(frame.replaced.begin == 18);
  CHECK_FALSE(reader.read_further(frame));
}
