// The grammar's corners of what minidump_stackwalk prints for people.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::read_line;
using symkit::test::read_log;

namespace {

constexpr std::string_view crashed = "Thread 0 (crashed)";
constexpr std::string_view module =
    "0x7f3a2c400000 - 0x7f3a2c402fff  libkiosk.so  ???  (WARNING: No symbols, libkiosk.so, "
    "C873EA49FD327C5777EA6441E836E8530)";

}  // namespace

TEST_CASE("Breakpad's frames are as unwound") {
  CHECK(read_log({crashed, " 0  libkiosk.so + 0x1897"}) == "#0 at libkiosk.so offset 1897 in 0");
  CHECK(read_log({crashed, " 1  libkiosk.so + 0x1897"}) == "#1 returns to libkiosk.so offset 1897 in 0");
  CHECK(read_log({crashed, "10  Electron Framework + 0x18"}) ==
        "#10 returns to Electron Framework offset 18 in 0");
  CHECK(read_log({crashed, " 1  libkiosk.so!serve(int) + 0x1f"}) ==
        "#1 returns to libkiosk.so serve(int)+1f in 0");
  CHECK(read_log({crashed, " 2  0x7fffc54a2df8"}) == "#2 returns to - runtime 7fffc54a2df8 in 0");
  CHECK(read_log({crashed, " 1  kiosk!main [kiosk.cpp : 35 + 0x5]"}) ==
        "named #1 main at kiosk.cpp:35 in kiosk");
  CHECK(read_log({crashed, "Thread 1", " 0  libkiosk.so + 0x1897"}) == "#0 at libkiosk.so offset 1897 in 1");
}

TEST_CASE("rust-minidump's have stepped back") {
  CHECK(read_log({"Thread 0 main (crashed) - tid: 4711", " 1  libkiosk.so + 0x1897"}) ==
        "#1 calls at libkiosk.so offset 1897 in 0");
  CHECK(read_log({crashed, "Thread 1 waiter - tid: 4712", " 0  libkiosk.so + 0x1897"}) ==
        "#0 at libkiosk.so offset 1897 in 1");
}

TEST_CASE("modules come last, and are waited for where the head is whole") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  const auto waits_behind = [&](std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) reader.read(line, frame);
    return reader.report().waits_for_images();
  };
  CHECK_FALSE(waits_behind({"Crash address: 0x0", crashed}));
  CHECK_FALSE(waits_behind({"Operating system: Linux", "CPU: amd64", "Crash address: 0x0"}));
  CHECK(waits_behind({"Operating system: Linux", "CPU: amd64", "No crash", "Thread 0 - tid: 4711"}));
  CHECK_FALSE(waits_behind({"Loaded modules:", module, ""}));
  CHECK_FALSE(waits_behind({"Operating system: Linux", "CPU: amd64", "Crash address: 0x0"}));
  CHECK(waits_behind({crashed, " 0  libkiosk.so + 0x1897", "", "Loaded modules:", module}));
  CHECK(reader.report().architecture() == symkit::Architecture::X86_64);
  CHECK_FALSE(waits_behind({""}));
  REQUIRE(reader.report().images().size() == 1);
  CHECK(reader.report().images()[0].end == 0x7f3a2c403000);
  CHECK(reader.report().images()[0].id.hex() == "c873ea49fd327c5777ea6441e836e853");
  CHECK(read_log({crashed, "Loaded modules:", module, "Thread 1", " 0  libkiosk.so + 0x1"}) ==
        "#0 at libkiosk.so offset 1 in 1");
}

TEST_CASE("the ids of Windows' modules have the age, and most modules have none") {
  symkit::crashlog::Reader reader;
  symkit::crashlog::Frame frame;
  const auto id_in = [&](std::string_view line) {
    reader.report().begin();
    for (const std::string_view one : {crashed, std::string_view("Loaded modules:"), line})
      reader.read(one, frame);
    const auto& images = reader.report().images();
    return images.size() == 1 ? images[0].name + "<" + images[0].id.hex() + ">" + images[0].debug_name
                              : "none";
  };
  CHECK(id_in("0x10 - 0x1f  a.exe  1.2  (main)  (WARNING: No symbols, a.pdb, "
              "FFDE7DAC97B195934C4C44205044422E1)") == "a.exe<ffde7dac97b195934c4c44205044422e1>a.pdb");
  CHECK(id_in("0x10 - 0x1f  a.exe  1.2  (a.pdb, FFDE7DAC97B195934C4C44205044422E1)") ==
        "a.exe<ffde7dac97b195934c4c44205044422e1>a.pdb");
  CHECK(id_in("0x10 - 0x1f  a.so  ???  (a.so, C873EA49FD327C5777EA6441E836E8530)") ==
        "a.so<c873ea49fd327c5777ea6441e836e853>");
  CHECK(id_in("0x10 - 0x1f  a.exe  1.2  (main)") == "a.exe<>");
  CHECK(id_in("0x10 - 0x1f  a.so  ???") == "a.so<>");
  CHECK(id_in("0x10 - 0x1f  a.so  ???  (WARNING: No symbols, a.so, 000000000000000000000000000000000)") ==
        "a.so<>");
  CHECK(id_in("0x10 - 0xffffffffffffffff  a.so  ???") == "none");
  CHECK(id_in("0x10 - 0x1f a.so") == "none");
}

TEST_CASE("lines that only look like these") {
  CHECK(read_line(" 0  libkiosk.so + 0x1897") == "nothing");
  CHECK(read_line("Thread 1") == "nothing");
  for (const std::string_view line :
       {" 0 libkiosk.so + 0x1897", " 0   libkiosk.so + 0x1897", " 0  libkiosk.so + 1897", " 0  libkiosk.so",
        "    rip = 0x00005586cb314ff7", "123456  libkiosk.so + 0x1", " 0  0x12x", " 0  !f + 0x1",
        "    Found by: call frame info + 0x12"}) {
    CAPTURE(line);
    CHECK(read_log({crashed, line}) == "nothing");
  }
}

TEST_CASE("why the program stopped, and whose stacks follow") {
  CHECK(cause_of("Crash reason:  SIGSEGV /SEGV_MAPERR") == "SIGSEGV");
  CHECK(cause_of("Crash reason:  EXCEPTION_ACCESS_VIOLATION_READ") == "SIGSEGV");
  CHECK(cause_of("Crash address: 0x8") == " at 8");
  CHECK(cause_of("Thread 0 (crashed)") == "stack of the crash");
  CHECK(cause_of("Thread 0 main (crashed) - tid: 4711") == "stack of the crash");
  CHECK(cause_of("Thread 1") == "stack of another thread");
  CHECK(cause_of("Thread 1st") == "nothing");
}
