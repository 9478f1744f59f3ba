#include "stacks/dumps/kernel_dump.h"

#include <doctest/doctest.h>
#include <string>

#include "core_of.h"
#include "ground/io/input.h"
#include "stacks/dumps/dump_file.h"

using namespace symkit;
using namespace symkit::dumps;

namespace {

// As large as a block of theirs.
std::string beginning_with(const std::string& magic) {
  std::string bytes = magic;
  bytes.resize(4096);
  return bytes;
}

std::string refusal_of(const std::string& bytes) {
  const auto process = read_dump(as_bytes(bytes));
  return process ? "" : process.error().message;
}

std::string core_with_note(const std::string& name) {
  CoreOf core;
  core.thread(1, 0xffffffff81000010, 0xffffc90000003f00, 0);
  core.note(0, "OSRELEASE=6.12.0\n", name);
  return core.bytes();
}

}  // namespace

TEST_CASE("a dump of a kernel is refused by its name, with what reads it") {
  const std::string end = "; symcore reads those of processes";
  CHECK(refusal_of(beginning_with("KDUMP   ")) ==
        "is a dump of a kernel (kdump, compressed), which crash and drgn read" + end);
  CHECK(refusal_of(beginning_with("DISKDUMP")) ==
        "is a dump of a kernel (diskdump), which crash reads" + end);
  CHECK(refusal_of(beginning_with("makedumpfile")) ==
        "is a dump of a kernel (flattened by makedumpfile), which crash and drgn read, best after "
        "makedumpfile -R" +
            end);
  for (const char* const magic : {"PAGEDU64", "PAGEDUMP"})
    CHECK(refusal_of(beginning_with(magic)) == "is a dump of Windows' kernel, which WinDbg reads" + end);
  for (const char* const note : {"VMCOREINFO", "QEMU"})
    CHECK(refusal_of(core_with_note(note)) ==
          "is a dump of a kernel (vmcore), which crash and drgn read" + end);
}

TEST_CASE("what only begins like one is none") {
  for (const char* const text : {"", "KDUMP", "KDUMP in words", "makedumpfile -R vmcore", "PAGEDUST"})
    CHECK(kernel_dump_in_words(as_bytes(text)).empty());
  CHECK(refusal_of("makedumpfile -R vmcore") == "is neither a core file nor a minidump");
}

TEST_CASE("of what comes through a pipe and is no dump, one block is read") {
  for (const std::string& beginning : {beginning_with("KDUMP   "), beginning_with("text")}) {
    const auto input = io::Input::of_memory(beginning + std::string(1 << 20, 'x'), "a pipe");
    const auto kept = keep_dump(*input, KeepingDump{});
    REQUIRE(kept);
    CHECK(kept->bytes().size() == 65'536);
    CHECK(read_dump(kept->bytes()).error().message == refusal_of(beginning));
  }
}
