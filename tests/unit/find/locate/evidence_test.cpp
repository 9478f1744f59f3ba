// Whether what a log says of a file is true of it. tokenizer-clang-dwarf5.so has calls before 0x1bda and
// 0x1898 (in depth_below and tokenizer_next, as llvm-objdump says), none before 0x1bdb.
#include "find/locate/evidence.h"

#include <filesystem>
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using locate::Belief;
using locate::Statement;
using locate::Witness;
using Word = locate::Statement::Word;

namespace {

const std::string fixtures = SYMKIT_TEST_DATA "/native/";
const std::string tokenizer = fixtures + "elf-x86_64/tokenizer-clang-dwarf5.so";

FrameReference frame_at(std::uint64_t address, AddressOf what = AddressOf::Return) {
  FrameReference frame;
  frame.file_address = address;
  frame.address_of = what;
  return frame;
}

FrameReference named(std::string_view symbol, FrameReference frame) {
  frame.symbol = symbol;
  return frame;
}

Word word(const std::string& file, const FrameReference& frame, bool interrupted = false) {
  const auto witness = Witness::of_file(file, Architecture::Unknown);
  REQUIRE(witness);
  return witness->weigh(frame, interrupted).word;
}

}  // namespace

TEST_CASE("A return address stands behind a call, or something else is there") {
  CHECK(word(tokenizer, frame_at(0x1bda)) == Word::For);
  CHECK(word(tokenizer, frame_at(0x1898)) == Word::For);
  CHECK(word(tokenizer, frame_at(0x1bdb)) == Word::Against);
  CHECK(word(tokenizer, frame_at(0x10)) == Word::Against);  // no code
  CHECK(word(tokenizer, frame_at(~std::uint64_t{0})) == Word::Against);
}

TEST_CASE("An address that the log has stepped back from lies in the call") {
  CHECK(word(tokenizer, frame_at(0x1bd9, AddressOf::Call)) == Word::For);
  CHECK(word(tokenizer, frame_at(0x1bda, AddressOf::Call)) == Word::Against);
  FrameReference either = frame_at(0x1bd9);
  either.may_have_stepped_back = true;
  CHECK(word(tokenizer, either) == Word::For);
  either.file_address = 0x1bda;
  CHECK(word(tokenizer, either) == Word::For);
}

TEST_CASE("An exact address lies in code, and that is not much") {
  CHECK(word(tokenizer, frame_at(0x1bdb, AddressOf::Instruction)) == Word::Fits);
  CHECK(word(tokenizer, frame_at(0x1bdb), true) == Word::Fits);  // what a signal interrupted
  CHECK(word(tokenizer, frame_at(0x10, AddressOf::Instruction)) == Word::Against);
}

TEST_CASE("Names agree, where the file has them") {
  CHECK(word(tokenizer, named("depth_below", frame_at(0x1bda))) == Word::For);
  CHECK(word(tokenizer, named("depth_below.isra.0", frame_at(0x1bda))) == Word::For);
  CHECK(word(tokenizer, named("tokenizer_next", frame_at(0x1bda))) == Word::Against);
  CHECK(word(tokenizer, named("??", frame_at(0x1bda))) == Word::For);
}

TEST_CASE("A name and an offset from it") {
  const auto by_name = [](std::string_view symbol, std::uint64_t offset) {
    FrameReference frame;
    frame.symbol = symbol;
    frame.symbol_offset = offset;
    frame.address_of = AddressOf::Return;
    return frame;
  };
  const auto witness = Witness::of_file(tokenizer, Architecture::X86_64);
  REQUIRE(witness);
  CHECK(witness->weigh(by_name("elsewhere", 5), false).word == Word::Nothing);
  CHECK(witness->weigh(by_name("depth_below", 1), false).word == Word::Against);
  CHECK(witness->weigh(by_name("depth_below", 0x10000), false).word == Word::Against);
  std::size_t calls = 0;
  for (std::uint64_t offset = 1; offset < 0x200 && calls == 0; ++offset) {
    FrameReference frame = by_name("depth_below", offset);
    const Statement statement = witness->weigh(frame, false);
    if (statement.word != Word::For) continue;
    ++calls;
    // The process's address ends in the same digits, as images are moved by pages.
    frame.runtime_address = statement.address + 0x7f3a2c400000;
    CHECK(witness->weigh(frame, false).loaded == 0x7f3a2c400000);
    frame.runtime_address = statement.address + 0x7f3a2c400010;
    CHECK(witness->weigh(frame, false).word == Word::Against);
  }
  CHECK(calls == 1);
}

TEST_CASE("A signal's trampoline is what it is, and what comes next was interrupted") {
  const auto witness = Witness::of_file(fixtures + "signals/aarch64.so", Architecture::Unknown);
  REQUIRE(witness);
  const Statement statement = witness->weigh(frame_at(0x10400), false);
  CHECK(statement.word == Word::For);
  CHECK(statement.of_trampoline);
  locate::Evidence evidence;
  const ImageReference image{"aarch64.so", "/home/me/aarch64.so", {}, Architecture::Unknown};
  Belief* belief =
      evidence.begin(image, Witness::of_file(fixtures + "signals/aarch64.so", image.architecture));
  REQUIRE(belief);
  evidence.hear(frame_at(0x10400), belief);
  evidence.hear(frame_at(0x10414), belief);
  CHECK(belief->holds());
  evidence.hear(frame_at(0x10414), belief);
  CHECK_FALSE(belief->holds());
}

TEST_CASE("One frame is enough but for a system's library; one against it is too much, for the whole log") {
  locate::Evidence evidence;
  const auto begin = [&](std::string_view path) {
    const ImageReference image{"libx.so", path, {}, Architecture::Unknown};
    return evidence.begin(image, Witness::of_file(tokenizer, image.architecture));
  };
  Belief* own = begin("/home/me/libx.so");
  CHECK_FALSE(own->holds());
  evidence.hear(frame_at(0x1bda), own);
  CHECK(own->holds());
  Belief* system = begin("/usr/lib/libx.so");
  evidence.hear(frame_at(0x1bda), system);
  evidence.hear(frame_at(0x1bda), system);  // the same again says no more
  evidence.hear(frame_at(0x1bdb, AddressOf::Instruction), system);
  CHECK_FALSE(system->holds());
  evidence.hear(frame_at(0x1898), system);
  CHECK(system->holds());
  CHECK(system->may_change());
  const unsigned revision = system->revision();
  evidence.hear(frame_at(0x1bdb), system);
  CHECK_FALSE(system->holds());
  CHECK_FALSE(system->may_change());
  CHECK(system->revision() != revision);
  evidence.hear(frame_at(0x1898), system);
  CHECK_FALSE(system->holds());
}

TEST_CASE("A library of the system is one by whatever path a log leads to it") {
  locate::Evidence evidence;
  const ImageReference image{"true", "/proc/self/root/usr/bin/true", {}, Architecture::Unknown};
  const auto witness = evidence.witness_of(image);
  REQUIRE(witness);
  CHECK(witness->path() == std::filesystem::canonical("/usr/bin/true"));
  Belief* belief = evidence.begin(image, witness);
  FrameReference frame = frame_at(0, AddressOf::Instruction);
  for (std::uint64_t address = 0; address < 1 << 20; ++address) {
    frame.file_address = address;
    if (witness->weigh(frame, false).word == Word::Fits) break;
  }
  evidence.hear(frame, belief);
  CHECK(belief->may_change());
  CHECK_FALSE(belief->holds());
}

TEST_CASE("Within a stack an image is at one place") {
  locate::Evidence evidence;
  const ImageReference image{"libx.so", "/home/me/libx.so", {}, Architecture::Unknown};
  const auto at = [](std::uint64_t address, std::uint64_t loaded, bool begins) {
    FrameReference frame = frame_at(address);
    frame.runtime_address = address + loaded;
    frame.begins_stack = begins;
    return frame;
  };
  Belief* belief = evidence.begin(image, Witness::of_file(tokenizer, image.architecture));
  evidence.hear(at(0x1bda, 0x7f0000000000, true), belief);
  evidence.hear(at(0x1898, 0x7f0000000000, false), belief);
  evidence.hear(at(0x1898, 0x7f0000100000, true), belief);  // another process
  CHECK(belief->holds());
  evidence.hear(at(0x1bda, 0x7f0000200000, false), belief);
  CHECK_FALSE(belief->holds());
}

TEST_CASE("A file without code, or for another processor, says nothing") {
  CHECK_FALSE(Witness::of_file(fixtures + "elf-container/market-stripped.so.debug", Architecture::Unknown));
  CHECK_FALSE(Witness::of_file(fixtures + "README.md", Architecture::Unknown));
  CHECK_FALSE(Witness::of_file(fixtures + "nothing", Architecture::Unknown));
  CHECK_FALSE(Witness::of_file(tokenizer, Architecture::Arm64));
}

TEST_CASE("A file is asked once, however a log spells its path, and only a regular one") {
  namespace fs = std::filesystem;
  locate::Evidence evidence;
  const auto asked = [&](const std::string& path, Architecture architecture = Architecture::Unknown) {
    return evidence.witness_of({"libx.so", path, {}, architecture});
  };
  const auto witness = asked(tokenizer);
  REQUIRE(witness);
  const std::string place = fs::canonical(tokenizer);
  for (const std::string& spelling : {place, "/." + place, "//" + place, "/proc/self/root" + place}) {
    CAPTURE(spelling);
    CHECK(asked(spelling) == witness);
  }
  CHECK_FALSE(asked(tokenizer, Architecture::Arm64));
  CHECK_FALSE(asked("/dev/null"));
  CHECK_FALSE(asked("/proc/self/maps"));
  const test::Scratch scratch;
  const std::string fifo = scratch / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK_FALSE(asked(fifo));
}

TEST_CASE("Paths and names that many machines have") {
  const auto of_system = [](std::string_view name, std::string_view path) {
    return locate::is_of_system({name, path, {}, Architecture::Unknown});
  };
  CHECK(of_system("libc.so.6", "/lib/x86_64-linux-gnu/libc.so.6"));
  CHECK(of_system("libx.so", "/home/../usr/local/lib/libx.so"));
  CHECK(of_system("libc.so.6", ""));
  CHECK_FALSE(of_system("libx.so", ""));
  CHECK_FALSE(of_system("libx.so.6", "/home/me/libx.so.6"));
  CHECK_FALSE(of_system("libx.so", "/library/libx.so"));
}

TEST_CASE("Behind a frame of which nothing is known, one that no call returns to may have been interrupted") {
  const ImageReference image{"tokenizer", "/home/me/tokenizer", {}, Architecture::Unknown};
  for (const bool is_behind_unknown : {false, true}) {
    locate::Evidence evidence;
    Belief* belief = evidence.begin(image, Witness::of_file(tokenizer, Architecture::Unknown));
    evidence.hear(frame_at(0x1898), belief);
    if (is_behind_unknown) evidence.hear(frame_at(0x1898), nullptr);
    evidence.hear(frame_at(0x1bdb), belief);
    CHECK(belief->holds() == is_behind_unknown);
    evidence.hear(frame_at(0x1bdb), belief);
    CHECK_FALSE(belief->holds());
  }
}

TEST_CASE("A frame that only a signal would explain is no reason to believe a file") {
  const ImageReference image{"tokenizer", "/home/me/tokenizer", {}, Architecture::Unknown};
  locate::Evidence evidence;
  Belief* belief = evidence.begin(image, Witness::of_file(tokenizer, Architecture::Unknown));
  evidence.hear(frame_at(0x1898), nullptr);
  evidence.hear(frame_at(0x1bdb), belief);
  CHECK_FALSE(belief->holds());
  CHECK(belief->may_change());
  evidence.hear(frame_at(0x1898), belief);
  CHECK(belief->holds());
}
