#include "stacks/dumps/minidump.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stacks/dumps/exception_names.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "support/synth_minidump.h"

using namespace symkit;
using namespace symkit::dumps;
using test::Assembler;
using test::Buffer;
using test::SynthMinidump;

namespace {

constexpr std::uint64_t kiosk = 0x55d0'1000'0000, till = 0x7f10'2000'0000, stack = 0x7ffc'0000'1000;
constexpr std::string_view build_id =
    "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14";

// rbp, and where to return to.
Buffer frame_of(std::uint64_t before, std::uint64_t returns_to) {
  return Assembler().u64(before).u64(returns_to).finish();
}

Process read(const Buffer& bytes) {
  auto process = read_minidump(bytes);
  REQUIRE_MESSAGE(process, process.error().message);
  return std::move(*process);
}

std::string problem_of(const Buffer& bytes) {
  const auto process = read_minidump(bytes);
  return process ? "none" : process.error().message;
}

std::string report_on(const Buffer& bytes, ReportStyle style = {}) {
  const Process process = read(bytes);
  LoadedImages images(process, {});
  const auto stacks = unwind_all(process, images, false);
  REQUIRE(stacks);
  return report_of(process, images, *stacks, style);
}

std::uint64_t code_of_first(const Process& process, unsigned number) {
  return process.threads.front().registers.at(number).value_or(0);
}

// Thread 7 has crashed in kiosk, which till has called.
SynthMinidump crashed(std::uint32_t platform) {
  SynthMinidump dump(SynthMinidump::amd64, platform);
  // The caller's own frame is the last.
  const auto memory =
      dump.put(Assembler().bytes(frame_of(stack + 0x10, till + 0x205)).bytes(frame_of(0, 0)).finish());
  dump.thread(6, dump.amd64_context(till + 0x10, stack + 0x4000, 0), stack + 0x4000);
  dump.thread(7, dump.amd64_context(kiosk + 0x10, stack, stack), stack, memory);
  return dump;
}

}  // namespace

TEST_CASE("threads, images and memory of a Linux minidump are read, and the one that crashed comes first") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  dump.module("/opt/kiosk", kiosk, 0x1000, dump.build_id(build_id));
  dump.module("/opt/libtill.so", till, 0x1000);
  dump.raise(7, 11, 1, 0x8, dump.amd64_context(kiosk + 0x123, stack, stack));
  dump.stream(0x47670004, "Name:\tkiosk\nUmask:\t0022\nPid:\t4711\n");
  const auto name = dump.text("worker");
  dump.stream(24, Assembler().u32(1).u32(7).u64(name).finish());
  const Buffer bytes = dump.finish();
  const Process process = read(bytes);
  CHECK(process.architecture == Architecture::X86_64);
  CHECK(process.system == System::Linux);
  CHECK(process.name == "kiosk");
  CHECK(process.id == 4711);
  REQUIRE(process.threads.size() == 2);
  CHECK(process.threads[0].id == 7);
  CHECK(process.threads[0].name == "worker");
  CHECK(process.threads[0].has_crashed);
  CHECK_FALSE(process.threads[1].has_crashed);
  CHECK(code_of_first(process, 16) == kiosk + 0x123);
  REQUIRE(process.signal);
  CHECK(process.signal->number == 11);
  CHECK(process.signal->address == 8);
  REQUIRE(process.modules.size() == 2);
  CHECK(process.modules[0].id.hex() == "0102030405060708090a0b0c0d0e0f1011121314");
  CHECK(process.modules[0].version == "2.3.4.5");
  CHECK(process.missing_bytes == 0);
}

TEST_CASE("a minidump's frame is told by its image") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  dump.module("/opt/kiosk", kiosk, 0x1000, dump.build_id(build_id));
  dump.module("/opt/libtill.so", till, 0x1000);
  dump.raise(7, 11, 1, 0x8, dump.amd64_context(kiosk + 0x123, stack, stack));
  const std::string report = report_on(dump.finish());
  CHECK_MESSAGE(report.contains("#00 pc 0000000000000123  /opt/kiosk (BuildId: 01020304"), report);
  CHECK(report.contains("#01 pc 0000000000000204  /opt/libtill.so\n"));
  CHECK(report.contains("signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000008"));
}

TEST_CASE("frames of Windows are told by their offsets in images, whose ids come last") {
  SynthMinidump dump = crashed(SynthMinidump::windows);
  const std::string_view guid = build_id.substr(0, 16);
  dump.module("C:\\shop\\kiosk.exe", kiosk, 0x1000, dump.pdb(guid, 2, "D:\\build\\kiosk.pdb"));
  dump.module("C:\\shop\\till.dll", till, 0x1000);
  dump.module("C:\\shop\\idle.dll", till + 0x10000, 0x1000);
  dump.raise(7, 0xc0000005, 0, kiosk + 0x123, dump.amd64_context(kiosk + 0x123, stack, stack), {0, 8});
  dump.stream(15, Assembler().u32(24).u32(1).u32(4711).zeros(12).finish());
  const auto name = dump.text("worker");
  dump.stream(24, Assembler().u32(1).u32(7).u64(name).finish());
  const std::string report = report_on(dump.finish());
  const auto has = [&](std::string_view text) { CHECK_MESSAGE(report.contains(text), report); };
  has("Operating system: Windows\nCPU: x86_64\nProgram: kiosk.exe, process 4711\n\n");
  has("Crash reason:  EXCEPTION_ACCESS_VIOLATION_READ\nCrash address: 0x0000000000000008\n");
  has("\nThread 0 worker (crashed) - tid: 7\n 0  kiosk.exe + 0x123\n 1  till.dll + 0x204\n");
  has("\nThread 1 - tid: 6\n 0  till.dll + 0x10\n");
  has("0x000055d010000000 - 0x000055d010000fff  kiosk.exe  2.3.4.5  (kiosk.pdb, "
      "0403020106050807090a0b0c0d0e0f102)\n");
  has("0x00007f1020000000 - 0x00007f1020000fff  till.dll  2.3.4.5\n");
  CHECK_FALSE(report.contains("idle.dll"));
  CHECK(report_on(dump.finish(), {.with_images = true}).contains("idle.dll"));
}

TEST_CASE("a Windows image that is in the dump as a whole is unwound by its own table") {
  SynthMinidump dump(SynthMinidump::amd64, SynthMinidump::windows);
  // A function from 0x100 to 0x200 that has begun with sub rsp, 0x18.
  Assembler image;
  image.text("MZ").zeros(0x3a).u32(0x40).text("PE").zeros(2).u16(0x8664).zeros(18).u16(0x20b).zeros(134);
  image.u32(0x300).u32(12);
  image.zeros(0x300 - image.size()).u32(0x100).u32(0x200).u32(0x310).zeros(4);
  image.u8(1).u8(4).u8(1).u8(0).u8(4).u8(0x22).zeros(0x1000 - 0x316);
  dump.memory_piece(kiosk, image.finish());
  const auto memory = dump.put(Assembler().zeros(0x18).u64(till + 0x205).finish());
  dump.thread(7, dump.amd64_context(kiosk + 0x150, stack, 0), stack, memory);
  dump.module("C:\\shop\\kiosk.exe", kiosk, 0x1000);
  dump.module("C:\\shop\\till.dll", till, 0x1000);
  const std::string report = report_on(dump.finish());
  CHECK_MESSAGE(report.contains(" 0  kiosk.exe + 0x150\n 1  till.dll + 0x204\n"), report);
}

TEST_CASE("signed return addresses of macOS are of 47 bits, those of Linux of 48") {
  const auto caller_on = [](std::uint32_t platform) {
    SynthMinidump dump(SynthMinidump::arm64, platform);
    const std::uint64_t signed_address = (till + 0x208) | 0x1234'8000'0000'0000;
    const auto memory = dump.put(frame_of(0, signed_address));
    dump.thread(7, dump.arm64_context(kiosk + 0x10, stack, stack, 0, false), stack, memory);
    dump.module("/opt/kiosk", kiosk, 0x1000);
    dump.module("/opt/till", till, 0x1000);
    return report_on(dump.finish());
  };
  CHECK_MESSAGE(caller_on(SynthMinidump::macos).contains(" 1  till + 0x204\n"),
                caller_on(SynthMinidump::macos));
  CHECK_FALSE(caller_on(SynthMinidump::linux).contains("#01"));
}

TEST_CASE("a report says that nothing has crashed") {
  SynthMinidump dump = crashed(SynthMinidump::macos);
  dump.module("/opt/kiosk", kiosk, 0x1000, dump.pdb(build_id.substr(0, 16), 0, "kiosk"));
  const std::string report = report_on(dump.finish());
  CHECK(report.contains("\nNo crash\n"));
  CHECK_MESSAGE(report.contains("  (kiosk, 0403020106050807090a0b0c0d0e0f100)"), report);
}

TEST_CASE("the registers of each processor are read") {
  SUBCASE("x86") {
    SynthMinidump dump(SynthMinidump::x86, SynthMinidump::windows);
    dump.thread(1, dump.x86_context(0x401000, 0x1000, 0x1010), 0x1000);
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK(code_of_first(process, 8) == 0x401000);
    CHECK(code_of_first(process, 4) == 0x1000);
    CHECK(code_of_first(process, 5) == 0x1010);
    CHECK(code_of_first(process, 3) == 0xb);
    CHECK(code_of_first(process, 7) == 0xd1);
  }
  SUBCASE("x86_64") {
    SynthMinidump dump(SynthMinidump::amd64, SynthMinidump::linux);
    dump.thread(1, dump.amd64_context(0x401000, 0x1000, 0x1010), 0x1000);
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK(code_of_first(process, 16) == 0x401000);
    CHECK(code_of_first(process, 7) == 0x1000);
    CHECK(code_of_first(process, 6) == 0x1010);
    CHECK(code_of_first(process, 3) == 0xb);
    CHECK(code_of_first(process, 1) == 0xd);
    CHECK(code_of_first(process, 15) == 15);
  }
  for (const bool is_old : {false, true}) {
    SynthMinidump dump(SynthMinidump::arm64, SynthMinidump::linux);
    dump.thread(1, dump.arm64_context(0x401000, 0x1000, 0x1010, 0x402000, is_old), 0x1000);
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK(code_of_first(process, 32) == 0x401000);
    CHECK(code_of_first(process, 31) == 0x1000);
    CHECK(code_of_first(process, 30) == 0x402000);
    CHECK(code_of_first(process, 29) == 0x1010);
    CHECK(code_of_first(process, 28) == 28);
  }
  SUBCASE("arm, in Thumb") {
    SynthMinidump dump(SynthMinidump::arm, SynthMinidump::linux);
    dump.thread(1, dump.arm_context(0x401001, 0x1000, 0x402001), 0x1000);
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK(code_of_first(process, 15) == 0x401000);
    CHECK(code_of_first(process, 13) == 0x1000);
    CHECK(code_of_first(process, 14) == 0x402001);
  }
}

TEST_CASE("without a description of the system the contexts tell the processor") {
  SynthMinidump wide, narrow, arm64, arm;
  wide.thread(1, wide.amd64_context(1, 2, 3), 2);
  narrow.thread(1, narrow.x86_context(1, 2, 3), 2);
  arm64.thread(1, arm64.arm64_context(1, 2, 3, 4, true), 2);
  arm.thread(1, arm.arm_context(1, 2, 3), 2);
  CHECK(read(wide.finish()).architecture == Architecture::X86_64);
  CHECK(read(narrow.finish()).architecture == Architecture::X86);
  CHECK(read(arm64.finish()).architecture == Architecture::Arm64);
  CHECK(read(arm.finish()).architecture == Architecture::Armv7);
}

TEST_CASE("a context of another processor is not believed") {
  SynthMinidump dump(SynthMinidump::arm64, SynthMinidump::linux);
  dump.thread(1, dump.x86_context(0x401000, 0x1000, 0x1010), 0x1000);
  CHECK(code_of_first(read(dump.finish()), 32) == 0);
}

TEST_CASE("ids are in the order of their system") {
  const std::string_view guid = build_id.substr(0, 16);
  const auto id_on = [&](std::uint32_t platform, std::uint32_t age) {
    SynthMinidump dump(SynthMinidump::amd64, platform);
    dump.thread(1, dump.amd64_context(1, 2, 3), 2);
    dump.module("C:\\shop\\kiosk.exe", kiosk, 0x1000, dump.pdb(guid, age, "D:\\build\\kiosk.pdb"));
    return read(dump.finish()).modules.at(0);
  };
  CHECK(id_on(SynthMinidump::windows, 2).id.hex() == "0403020106050807090a0b0c0d0e0f102");
  CHECK(id_on(SynthMinidump::windows, 2).debug_name == "D:\\build\\kiosk.pdb");
  CHECK(id_on(SynthMinidump::windows, 2).code_id == "5CF2591C1000");
  CHECK(id_on(SynthMinidump::macos, 0).id.hex() == "0403020106050807090a0b0c0d0e0f10");
  CHECK(id_on(SynthMinidump::linux, 0).id.hex() == "0102030405060708090a0b0c0d0e0f10");
}

TEST_CASE("exceptions of Windows and of Mach are told by their names") {
  const auto raised_on = [](std::uint32_t platform, std::uint32_t code, std::uint32_t flags,
                            std::initializer_list<std::uint64_t> information) {
    SynthMinidump dump = crashed(platform);
    dump.raise(7, code, flags, kiosk + 0x123, dump.amd64_context(kiosk + 0x123, stack, stack), information);
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK_FALSE(process.signal);
    REQUIRE(process.exception);
    return std::pair(exception_name(*process.exception, process.system), process.exception->address);
  };
  CHECK(raised_on(SynthMinidump::windows, 0xc0000005, 0, {1, 0x45}) ==
        std::pair(std::string("EXCEPTION_ACCESS_VIOLATION_WRITE"), std::optional<std::uint64_t>(0x45)));
  CHECK(raised_on(SynthMinidump::windows, 0xc0000094, 0, {}) ==
        std::pair(std::string("EXCEPTION_INT_DIVIDE_BY_ZERO"), std::optional(kiosk + 0x123)));
  CHECK(raised_on(SynthMinidump::windows, 0xc0001234, 0, {}).first == "0xc0001234");
  CHECK(raised_on(SynthMinidump::macos, 1, 1, {}).first == "EXC_BAD_ACCESS / KERN_INVALID_ADDRESS");
  CHECK(raised_on(SynthMinidump::macos, 6, 2, {}).first == "EXC_BREAKPOINT / 0x2");
}

TEST_CASE("nothing has crashed where a dump was asked for, and the writer's own thread is left out") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  dump.thread(8, dump.amd64_context(kiosk + 0x40, stack, stack), stack);
  dump.raise(7, 0xffffffff, 0, 0, dump.amd64_context(kiosk + 0x123, stack, stack));
  dump.stream(0x47670001, Assembler().u32(3).u32(8).u32(6).finish());
  const Buffer bytes = dump.finish();
  const Process process = read(bytes);
  CHECK_FALSE(process.signal);
  REQUIRE(process.threads.size() == 2);
  CHECK(process.threads[0].id == 7);
  CHECK_FALSE(process.threads[0].has_crashed);
  CHECK(code_of_first(process, 16) == kiosk + 0x123);
}

TEST_CASE("the thread that asked for the dump comes first") {
  SynthMinidump dump = crashed(SynthMinidump::macos);
  dump.stream(0x47670001, Assembler().u32(2).u32(0).u32(7).finish());
  const Buffer bytes = dump.finish();
  const Process process = read(bytes);
  CHECK(process.threads.at(0).id == 7);
  CHECK_FALSE(process.threads.at(0).has_crashed);
}

TEST_CASE("memory comes from all lists, and pieces that overlap are joined") {
  SynthMinidump dump(SynthMinidump::amd64, SynthMinidump::windows);
  dump.thread(1, dump.amd64_context(1, 0x1000, 0x1000), 0x1000, dump.put(Buffer(16, 1)));
  dump.thread(2, dump.amd64_context(1, 0x5000, 0x5000), 0x5000, {16, 0});
  dump.memory_piece(0x1008, Buffer(16, 2));
  dump.memory_piece(0x1004, Buffer(4, 3));
  dump.memory_piece(UINT64_MAX - 4, Buffer(16, 4));
  const auto rest = dump.put(Buffer(32, 5));
  dump.stream(9, Assembler().u64(2).u64(rest.begin).u64(0x3000).u64(16).u64(0x2000).u64(16).finish());
  const Buffer bytes = dump.finish();
  const Process process = read(bytes);
  REQUIRE(process.memory.size() == 4);
  CHECK(process.memory[0].begin == 0x1000);
  CHECK(process.memory[0].bytes.size() == 16);
  CHECK(process.memory[1].begin == 0x1010);
  CHECK(process.memory[1].bytes.size() == 8);
  CHECK(process.memory[1].bytes[0] == 2);
  CHECK(process.memory[2].begin == 0x2000);
  CHECK(process.memory[3].begin == 0x3000);
}

TEST_CASE("what is code is told by Linux' maps, by Windows' regions, or by the images") {
  const auto code_with = [](std::uint32_t type, const Buffer& content) {
    SynthMinidump dump = crashed(SynthMinidump::linux);
    dump.module("/opt/kiosk", kiosk, 0x4000);
    if (type != 0) dump.stream(type, content);
    return read(dump.finish()).code;
  };
  const auto by_images = code_with(0, {});
  REQUIRE(by_images.size() == 1);
  CHECK(by_images[0].begin == kiosk);
  CHECK(by_images[0].end == kiosk + 0x4000);
  const auto by_maps =
      code_with(0x47670009, SynthMinidump::as_buffer("1000-2000 r--p 00000000 08:01 7 /opt/kiosk\n"
                                                     "no mapping\n"
                                                     "3000-4000 r-xp 00000000 08:01 7 /opt/kiosk\n"
                                                     "2000-3000 r-xp 00001000 08:01 7 /opt/kiosk\n"
                                                     "9000-a000 rwxp 00000000 00:00 0\n"));
  REQUIRE(by_maps.size() == 2);
  CHECK(by_maps[0].begin == 0x2000);
  CHECK(by_maps[0].end == 0x4000);
  CHECK(by_maps[1].end == 0xa000);
  Assembler regions;
  regions.u32(16).u32(48).u64(1'000'000'000);
  for (const std::uint32_t protection : {0x20U, 0x04U})
    regions.u64(0x1000 * protection).zeros(16).u64(0x1000).u32(0x1000).u32(protection).zeros(8);
  const auto by_regions = code_with(16, regions.finish());
  REQUIRE(by_regions.size() == 1);
  CHECK(by_regions[0].begin == 0x20000);
  CHECK(by_regions[0].end == 0x21000);
}

TEST_CASE("an image that cannot be moved is where its file says") {
  SynthMinidump dump(SynthMinidump::amd64, SynthMinidump::linux);
  dump.thread(1, dump.amd64_context(0x400123, stack, 0), stack);
  dump.module("/opt/kiosk", 0x400000, 0x1000);
  dump.module("/opt/libtill.so", till, 0x1000);
  CHECK(read(dump.finish()).modules[0].bias == 0);
  CHECK(report_on(dump.finish()).contains("#00 pc 0000000000400123  /opt/kiosk"));
}

TEST_CASE("the dynamic linker's list tells how far an image was moved") {
  SynthMinidump dump(SynthMinidump::amd64, SynthMinidump::linux);
  dump.thread(1, dump.amd64_context(till + 0x123, stack, 0), stack);
  dump.module("/opt/libtill.so", till, 0x1000);
  const auto links = dump.put(Assembler().u64(till - 0x10000).u32(0).u64(till + 0x800).finish());
  dump.stream(0x4767000a, Assembler().u32(1).u32(links.begin).u32(1).zeros(24).finish());
  CHECK(read(dump.finish()).modules[0].bias == till - 0x10000);
  CHECK(report_on(dump.finish()).contains("#00 pc 0000000000010123  /opt/libtill.so"));
}

TEST_CASE("lists whose rows are aligned are read") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  dump.module("/opt/kiosk", kiosk, 0x1000);
  const Process process = read(dump.finish(4));
  CHECK(process.threads.size() == 2);
  CHECK(process.threads[0].id == 6);
  CHECK(process.modules.at(0).path == "/opt/kiosk");
}

TEST_CASE("texts are UTF-16, also beyond its first plane") {
  SynthMinidump dump = crashed(SynthMinidump::windows);
  const auto name =
      dump.put(Assembler().u32(10).u16(0xd83d).u16(0xde80).u16('k').u16(0xdc00).u16(0xe9).finish());
  dump.stream(24, Assembler().u32(1).u32(6).u64(name.begin).finish());
  CHECK(read(dump.finish()).threads.at(0).name == "\U0001f680k\ufffd\u00e9");
}

TEST_CASE("what a minidump promises and does not have is told") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  SUBCASE("rows of a list") {
    dump.stream(4, Assembler().u32(1'000'000'000).finish());
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    CHECK(process.threads.size() == 2);
    CHECK(process.modules.empty());
    CHECK(process.missing_bytes == 108'000'000'000);
  }
  SUBCASE("memory beyond the end") {
    dump.stream(5, Assembler().u32(1).u64(0x9000).u32(0x100).u32(0x7fff'ffff).finish());
    CHECK(read(dump.finish()).missing_bytes == 0x100);
  }
  SUBCASE("64 bits of memory that wrap around") {
    dump.stream(9, Assembler().u64(UINT64_MAX).u64(40).u64(0x9000).u64(UINT64_MAX).u64(0).u64(1).finish());
    CHECK(read(dump.finish()).threads.size() == 2);
  }
  SUBCASE("a stream beyond the end") {
    dump.stream_at(6, {168, 0xffff'0000});
    CHECK(read(dump.finish()).missing_bytes == 168);
  }
}

TEST_CASE("a minidump that cannot be read says why") {
  CHECK(problem_of(SynthMinidump::as_buffer("MDMP")) == "is a minidump that was cut off in its header");
  CHECK(problem_of(SynthMinidump::as_buffer("PMDM")).contains("big-endian"));
  Buffer whole = crashed(SynthMinidump::linux).finish();
  CHECK(problem_of(Buffer(whole.begin(), whole.begin() + 100)) ==
        "is a minidump that was cut off before the list of its streams");
  CHECK(problem_of(SynthMinidump().finish()).contains("streams"));
  CHECK(problem_of(SynthMinidump(SynthMinidump::amd64, SynthMinidump::linux).finish()) ==
        "is a minidump without threads");
  CHECK(problem_of(SynthMinidump(3, SynthMinidump::macos).finish()) ==
        "is a minidump of a processor whose stacks cannot be read");
  CHECK_FALSE(is_minidump({}));
  CHECK(is_minidump(whole));
}

TEST_CASE("names in a dump cannot lead the terminal or the reader astray") {
  SynthMinidump dump = crashed(SynthMinidump::linux);
  dump.stream(0x47670004, "Name:\tki\xc2\x9bsk\x1b[2J\n");
  const std::string report = report_on(dump.finish());
  CHECK_MESSAGE(report.contains(">>> ki\\u009bsk\\x1b[2J <<<"), report);
}

TEST_CASE("in each form the list of images says why a file was not used") {
  for (const std::uint32_t platform : {SynthMinidump::linux, SynthMinidump::windows}) {
    SynthMinidump dump = crashed(platform);
    dump.module("/opt/kiosk", kiosk, 0x1000, dump.build_id(build_id));
    const Buffer bytes = dump.finish();
    const Process process = read(bytes);
    LoadedImages images(
        process, {.files = [](const LoadedImage&) { return std::vector<std::string>{"/no/such\nfile"}; }});
    const auto stacks = unwind_all(process, images, false);
    REQUIRE(stacks);
    const std::string report = report_of(process, images, *stacks, {.with_images = true});
    CHECK_MESSAGE(report.contains(" (/no/such\\nfile: "), report);
  }
}
