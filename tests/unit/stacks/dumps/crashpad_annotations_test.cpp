#include "stacks/dumps/crashpad_annotations.h"

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stacks/dumps/minidump.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "support/synth_minidump.h"

using namespace symkit;
using namespace symkit::dumps;
using test::Assembler;
using test::SynthMinidump;

namespace {

constexpr std::uint64_t stack = 0x7ffc'0000'1000;

SynthMinidump dumped(std::uint32_t platform) {
  SynthMinidump dump(SynthMinidump::amd64, platform);
  dump.thread(6, dump.amd64_context(0x1000, stack, 0), stack);
  return dump;
}

Process read(const test::Buffer& bytes) {
  auto process = read_minidump(bytes);
  REQUIRE_MESSAGE(process, process.error().message);
  return std::move(*process);
}

// Crashpad's dictionaries and lists: a count, and places of texts.
class SynthAnnotations {
 public:
  explicit SynthAnnotations(SynthMinidump& dump) : dump_(dump) {}

  std::uint32_t text(std::string_view text) {
    return dump_.put(Assembler().u32(text.size()).text(text).u8(0).finish()).begin;
  }
  SynthMinidump::Place pair(std::string_view key, std::string_view value) {
    return dump_.put(Assembler().u32(1).u32(text(key)).u32(text(value)).finish());
  }
  SynthMinidump::Place word(std::string_view word) {
    return dump_.put(Assembler().u32(1).u32(text(word)).finish());
  }
  SynthMinidump::Place object(std::string_view key, std::uint16_t type, std::string_view value) {
    return dump_.put(Assembler().u32(1).u32(text(key)).u16(type).u16(0).u32(text(value)).finish());
  }
  SynthMinidump::Place module(SynthMinidump::Place words, SynthMinidump::Place pairs,
                              SynthMinidump::Place objects) {
    Assembler made;
    made.u32(1);
    for (const auto& place : {words, pairs, objects}) made.u32(place.size).u32(place.begin);
    return dump_.put(made.finish());
  }
  // `number`: of the module.
  void write(SynthMinidump::Place pairs, std::uint32_t number, SynthMinidump::Place module) {
    const auto list = dump_.put(Assembler().u32(1).u32(number).u32(module.size).u32(module.begin).finish());
    Assembler made;
    made.u32(1).zeros(32).u32(pairs.size).u32(pairs.begin).u32(list.size).u32(list.begin);
    dump_.stream(0x43500001, made.finish());
  }

 private:
  SynthMinidump& dump_;
};

}  // namespace

TEST_CASE("what a program told Crashpad of itself is read and told") {
  SynthMinidump dump = dumped(SynthMinidump::windows);
  dump.module("C:\\shop\\kiosk.exe", 0x10000, 0x1000);
  dump.module("C:\\shop\\till.dll", 0x20000, 0x1000);
  SynthAnnotations annotations(dump);
  const auto module =
      annotations.module(annotations.word("stock \xe2\x80\xae low"), annotations.pair("lane", "3"),
                         annotations.object("mode", 1, "night"));
  annotations.write(annotations.pair("version", "2.3"), 1, module);
  const test::Buffer bytes = dump.finish();
  const Process process = read(bytes);
  REQUIRE(process.annotations.size() == 4);
  CHECK(process.annotations[0].module.empty());
  CHECK(process.annotations[0].key == "version");
  CHECK(process.annotations[1].module == "till.dll");
  CHECK(process.annotations[1].key.empty());
  LoadedImages images(process, {});
  const auto stacks = unwind_all(process, images, false);
  REQUIRE(stacks);
  const std::string report = report_of(process, images, *stacks, {});
  CHECK_MESSAGE(report.contains("annotations:\n      version = 2.3\n      till.dll: stock \\u202e low\n"
                                "      till.dll: lane = 3\n      till.dll: mode = night\n"),
                report);
}

TEST_CASE("annotations of other types, of modules that are not there, and without end are left out") {
  SynthMinidump dump = dumped(SynthMinidump::linux);
  SynthAnnotations annotations(dump);
  const auto endless =
      dump.put(Assembler().u32(0xffff'ffff).u32(annotations.text("k")).u32(annotations.text("v")).finish());
  annotations.write(endless, 9,
                    annotations.module({}, annotations.pair("a", "b"), annotations.object("m", 2, "x")));
  const test::Buffer bytes = dump.finish();
  const Process process = read(bytes);
  REQUIRE(process.annotations.size() == 2);
  CHECK(process.annotations[1].module.empty());
  CHECK(process.annotations[1].value == "b");
}

TEST_CASE("many annotations are one lie: the number of them is bounded") {
  SynthMinidump dump = dumped(SynthMinidump::linux);
  SynthAnnotations annotations(dump);
  Assembler many;
  many.u32(100'000);
  const std::uint32_t text = annotations.text("k");
  for (int i = 0; i < 100'000; ++i) many.u32(text).u32(text);
  annotations.write(dump.put(many.finish()), 0, {});
  CHECK(read(dump.finish()).annotations.size() == 1000);
}
