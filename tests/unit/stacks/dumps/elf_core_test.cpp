#include "stacks/dumps/elf_core.h"

#include <doctest/doctest.h>
#include <string>

#include "core_of.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"

using namespace symkit;
using namespace symkit::dumps;

namespace {

std::string signal_note(std::int32_t number, std::int32_t code, std::uint64_t address) {
  std::string note;
  CoreOf::put(note, number);
  CoreOf::put(note, std::int32_t{0});
  CoreOf::put(note, code);
  CoreOf::put(note, std::int32_t{0});
  CoreOf::put(note, address);
  note.resize(128);
  return note;
}

std::string program_note(std::uint32_t id, const std::string& name) {
  std::string note(136, '\0');
  std::memcpy(note.data() + 24, &id, 4);
  note.replace(40, name.size(), name);
  return note;
}

constexpr std::uint32_t program = 3, signal_information = 0x53494749;
constexpr std::uint64_t at_call = 0x400100;

// A thread at 0x400010 that was called by the code before 0x400105.
CoreOf core_of_two_frames() {
  CoreOf core;
  core.thread(4711, 0x400010, 0x7000, 0x7010);
  core.note(program, program_note(4711, "till"));
  core.note(signal_information, signal_note(11, 1, 0x8));
  core.thread(4712, 0x400010, 0x7000, 0x7010, 0);
  core.thread(4713, 0x400010, 0x7000, 0x7010, 0);
  std::string code(0x200, '\x90');
  code.replace(at_call - 0x400000, 5, std::string("\xe8\x10\0\0\0", 5));
  core.memory(0x400000, code, 0x1000, 5);
  std::string stack(0x40, '\0');
  const std::uint64_t returns_to = at_call + 5;
  std::memcpy(stack.data() + 0x18, &returns_to, 8);
  core.memory(0x7000, stack, 0x1000);
  return core;
}

std::string report_on(const std::string& bytes, bool is_each = false) {
  const auto process = read_elf_core(as_bytes(bytes));
  if (!process) return process.error().message;
  LoadedImages images(*process, {});
  const auto stacks = unwind_all(*process, images, is_each);
  REQUIRE(stacks);
  return report_of(*process, images, *stacks, {});
}

}  // namespace

TEST_CASE("a core file has threads, a signal, a name and memory") {
  const std::string bytes = core_of_two_frames().bytes();
  REQUIRE(is_elf_core(as_bytes(bytes)));
  const auto process = read_elf_core(as_bytes(bytes));
  REQUIRE(process);
  CHECK(process->architecture == Architecture::X86_64);
  CHECK(process->id == 4711);
  CHECK(process->name == "till");
  REQUIRE(process->threads.size() == 3);
  CHECK(process->threads[0].has_crashed);
  CHECK_FALSE(process->threads[1].has_crashed);
  CHECK(process->threads[2].id == 4713);
  REQUIRE(process->signal);
  CHECK(process->signal->number == 11);
  CHECK(process->signal->code == 1);
  CHECK(process->signal->address == 8);
  CHECK(process->memory.size() == 2);
  CHECK(process->missing_bytes == 0);
}

TEST_CASE("the report is a log that names the signal, and stacks that are the same once") {
  const std::string report = report_on(core_of_two_frames().bytes());
  CHECK(report.contains(
      "pid: 4711, tid: 4711, name: till  >>> till <<<\n"
      "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000008\n"
      "code at pc: 90 90 90 90 90 90 90 90 90 90 90 90 <90> 90 90 90 90 90 90 90 90 90 90 90 90 90 90 90\n"
      "backtrace:\n"
      "      #00 pc 0000000000400010  <unknown>\n"
      "      #01 pc 0000000000400104  <unknown>\n"));
  CHECK(report.contains("tid: 4712"));
  CHECK(report.contains("the same stack as 1 other thread: 4713\n"));
  CHECK(report_on(core_of_two_frames().bytes(), true).contains("tid: 4713"));
}

TEST_CASE("a signal that another process sent has no address") {
  CoreOf core;
  core.thread(1, 0x400010, 0x7000, 0, 6);
  core.note(signal_information, signal_note(6, -6, 0x12345));
  const std::string bytes = core.bytes();
  const auto process = read_elf_core(as_bytes(bytes));
  REQUIRE((process && process->signal));
  CHECK_FALSE(process->signal->address);
  CHECK(process->signal->code == -6);
}

TEST_CASE("a core that a debugger wrote of a running program has not crashed") {
  for (const unsigned signal : {0U, 5U, 19U}) {
    CoreOf core;
    core.thread(1, 0x400010, 0x7000, 0, static_cast<std::uint16_t>(signal));
    const std::string bytes = core.bytes();
    const auto process = read_elf_core(as_bytes(bytes));
    REQUIRE(process);
    CHECK_FALSE(process->threads.front().has_crashed);
  }
}

TEST_CASE("what was cut off is told, and the rest is read") {
  const std::string whole = core_of_two_frames().bytes();
  const std::string report = report_on(whole.substr(0, whole.size() - 0x40));
  CHECK(report.contains("#00 pc 0000000000400010"));
  CHECK(report.contains("the dump was cut off: 64 bytes"));
  // At every place: a report or a line that says why there is none.
  for (std::size_t size = 0; size < whole.size(); size += 7)
    CHECK_FALSE(report_on(whole.substr(0, size)).empty());
}

TEST_CASE("what is no core of a process is refused in words") {
  CHECK_FALSE(
      is_elf_core(as_bytes("\x7f"
                           "ELF")));
  CHECK_FALSE(is_elf_core({}));
  CoreOf kernel;
  kernel.note(0, "OSRELEASE=6.1.0", "VMCOREINFO");
  CHECK(report_on(kernel.bytes()).contains("of a kernel"));
  CHECK(report_on(CoreOf().bytes()).contains("without threads"));
  CoreOf other(22);
  CHECK(report_on(other.bytes()).contains("s390x"));
}

TEST_CASE("names in a dump do not end lines") {
  CoreOf core;
  core.thread(1, 0x400010, 0x7000, 0);
  core.note(program, program_note(1, "a\n#01 pc 1"));
  CHECK(report_on(core.bytes()).contains("name: a\\n#01 pc 1  >>>"));
}

TEST_CASE("a list of files that lies is left out") {
  CoreOf core;
  core.thread(1, 0x400010, 0x7000, 0);
  std::string lie;
  CoreOf::put(lie, UINT64_MAX);
  CoreOf::put(lie, std::uint64_t{4096});
  core.note(0x46494c45, lie);
  CHECK(report_on(core.bytes()).contains("#00"));
}
