// The grammar's corners of Apple's crash reports, read without any symbols.
#include "doctest/doctest.h"

#include "apple_log.h"
#include "describe.h"

using namespace symkit;
using namespace symkit::test::apple;
using symkit::test::read_line;

TEST_CASE("columns of a crash report") {
  SUBCASE("by blanks") {
    const Log log = report("2   Shop      0x1022364bc 0x102230000 + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].number == 2);
    CHECK(log.frames[0].runtime == 0x1022364bc);
    CHECK(log.frames[0].load == 0x102230000);
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[0].replaced == " 0x102230000 + 25788");
  }
  SUBCASE("by tabs") {
    const Log log = report("2\tShop\t0x00000001022364bc\t0x102230000 + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].address == "0x00000001022364bc");
  }
  SUBCASE("names with blanks") {
    const Log log =
        report("0   My Shop (beta) 0x1022364bc 0x102230000 + 25788",
               "0x102230000 - 0x102237fff My Shop (beta) arm64 <" + uuid + "> /Apps/My Shop (beta)");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].image == "My Shop (beta)");
    CHECK(log.frames[0].id == uuid);
  }
  SUBCASE("an offset from the image by its name") {
    const Log log = report("2   Shop      0x1022364bc Shop + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].symbol.empty());
    CHECK(log.frames[0].id == uuid);
  }
  SUBCASE("no line of source is touched") {
    CHECK(report("2   Shop      0x1022364bc main (main.m:16)").frames.empty());
    CHECK(report("2   Shop      0x1022364bc main + 12 (main.m:16)").frames.empty());
  }
  SUBCASE("a name that is readable, and some that are not") {
    CHECK(report("2   Shop      0x1022364bc -[Cart total:] + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc <redacted> + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc __hidden#12_ + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc 0x102230000 + 28").frames.at(0).readable);
  }
  SUBCASE("in quotes, as an array is printed") {
    const Log log = report("    \"2   Shop      0x1022364bc -[Cart total:] + 28\",");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].symbol == "-[Cart total:]");
    CHECK(log.frames[0].replaced == " -[Cart total:] + 28");
  }
  SUBCASE("nothing is where the program jumped to") {
    const Log log = report("0   ???       0x0000000054485244 0x0 + 0");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].image.empty());
  }
}

TEST_CASE("numbers that are none") {
  CHECK(report("0   Shop  0x11022364bc11022364bc 0x102230000 + 25788").frames.at(0).problem ==
        "the log's address has more than 64 bits");
  CHECK(report("0   Shop  0x1022364bc 0x102230000 + 99999999999999999999999").frames.at(0).problem ==
        "the log's address has more than 64 bits");
  CHECK(report("99999999999 Shop  0x1022364bc 0x102230000 + 25788").frames.at(0).problem ==
        "the log's frame number is impossible");
}

TEST_CASE("which addresses of a crash report are return addresses") {
  const std::string frame = "   Shop  0x1022364bc 0x102230000 + 25788";
  SUBCASE("all but the first") {
    const Log log({head, "Thread 0 Crashed:", "0" + frame, "1" + frame, image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Instruction);
    CHECK(log.frames.at(1).address_of == AddressOf::Return);
  }
  SUBCASE("not what a signal interrupted") {
    const Log log({head, "Thread 0 Crashed:", "0   libsystem_platform.dylib 0x1f2a3e348 _sigtramp + 56",
                   "1" + frame, "2" + frame, image, ""});
    CHECK(log.frames.at(1).address_of == AddressOf::Instruction);
    CHECK(log.frames.at(2).address_of == AddressOf::Return);
  }
  SUBCASE("all of an exception's") {
    const Log log({head, "Last Exception Backtrace:", "0" + frame, "1" + frame, "", "Thread 0:", "0" + frame,
                   image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Return);
    CHECK(log.frames.at(1).address_of == AddressOf::Return);
    CHECK(log.frames.at(2).address_of == AddressOf::Instruction);
  }
}

TEST_CASE("an exception's addresses become frames") {
  SUBCASE("on one line") {
    const Log log({head, "Last Exception Backtrace:", "(0x18c3f4a48 0x1022364bc)", "", image, ""});
    REQUIRE(log.frames.size() == 2);
    CHECK(log.frames[0].image.empty());
    CHECK(log.frames[1].number == 1);
    CHECK(log.frames[1].load == 0x102230000);
    CHECK(log.frames[1].id == uuid);
  }
  SUBCASE("on several, and one that is signed") {
    const Log log({head, "Code Type:       ARM-64 (Native)", "Last Exception Backtrace:", "(0x18c3f4a48",
                   "0x1022364bc", "0x12340001022364bc)", "", image, ""});
    REQUIRE(log.frames.size() == 3);
    CHECK(log.frames[2].number == 2);
    CHECK(log.frames[2].id == uuid);
    CHECK(log.frames[2].replaced == " 0x102230000 + 25788");
  }
  SUBCASE("without images nothing is known better") {
    CHECK(Log({head, "Last Exception Backtrace:", "(0x18c3f4a48 0x1022364bc)"}).frames.empty());
  }
}

TEST_CASE("a report waits for its images, however it begins") {
  CHECK(waits_after({head}));
  CHECK(waits_after({"Process:         Shop [4711]"}));
  CHECK(waits_after({"Thread 0 Crashed:"}));
  CHECK(waits_after({"Thread 0 Crashed:: main Dispatch queue: com.apple.main-thread"}));
  CHECK_FALSE(waits_after({"0   Shop  0x1022364bc 0x102230000 + 25788"}));
  CHECK_FALSE(waits_after({"Thread 0 crashed with ARM Thread State (64-bit):"}));
  CHECK_FALSE(waits_after({head, image, ""}));
}

TEST_CASE("the head of a report names it once, in whichever order") {
  const auto begun = [](std::initializer_list<std::string> lines) {
    return reader_after(lines).report().reports_begun();
  };
  const std::string process = "Process:         Shop [4711]";
  CHECK(begun({head, process, "Thread 0:"}) == 1);
  CHECK(begun({process, head, "Thread 0:"}) == 1);
  CHECK(begun({process, process}) == 2);
  CHECK(begun({head, process, "Thread 0:", head, process}) == 2);
}

TEST_CASE("code types") {
  const auto type = [](const std::string& line) { return reader_after({line}).report().architecture(); };
  CHECK(type("Code Type:       ARM-64 (Native)") == Architecture::Arm64);
  CHECK(type("Code Type:       X86-64 (Translated)") == Architecture::X86_64);
  CHECK(type("Code Type:       X86 (Native)") == Architecture::X86);
  CHECK(type("Code Type:       ARM (Native)") == Architecture::Armv7);
  CHECK(type("Code Type:       PPC (Native)") == Architecture::Ppc);
}

TEST_CASE("why the program stopped, and whose stacks follow") {
  using symkit::test::cause_of;
  using symkit::test::read_line;
  CHECK(cause_of("Exception Type:        EXC_BAD_ACCESS (SIGSEGV)") == "SIGSEGV");
  CHECK(cause_of("Exception Type:  EXC_RESOURCE") == "EXC_RESOURCE");
  CHECK(cause_of("Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000008") == " at 8");
  CHECK(cause_of("Termination Reason: FRONTBOARD 0x8badf00d") == "watchdog");
  CHECK(cause_of("Last Exception Backtrace:") == "stack of its origin");
  CHECK(cause_of("Thread 0 Crashed:") == "stack of the crash");
  CHECK(cause_of("Thread 2 Crashed:: worker  Dispatch queue: com.apple.main-thread") == "stack of the crash");
  CHECK(cause_of("Thread 0::  Dispatch queue: com.apple.main-thread") == "stack of another thread");
  CHECK(cause_of("Thread 3:") == "stack of another thread");
  CHECK(cause_of("Thread 3 name:  worker") == "stack of another thread");
  CHECK(cause_of("Thread 3: worker began") == "nothing");
}

TEST_CASE("names that somebody has found out, behind the offset") {
  CHECK(read_line(
            "2   libsystem_c.dylib             \t0x00000001aa14eb74 0x1aa0d8000 + 486260     \t// abort") ==
        "#2 returns to libsystem_c.dylib runtime 1aa14eb74 load 1aa0d8000 abort");
  CHECK(read_line("40      dyld      \t0x104d96448 0x104d94000 + 0x2448\t// dyld::main() + 0x8c") ==
        "#40 returns to dyld runtime 104d96448 load 104d94000 dyld::main()");
  for (const std::string_view nameless : {"(null)", "func_1d388"})
    CHECK(read_line(std::string("8   Kiosk   \t0x0000000108d947e4 0x108d68000 + 182244     \t// ") +
                    std::string(nameless)) == "#8 returns to Kiosk runtime 108d947e4 load 108d68000");
}
