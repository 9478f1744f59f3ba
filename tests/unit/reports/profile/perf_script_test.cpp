// The text of `perf script`: what perf says of inlined calls, and what users leave out of it.
#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "ground/io/input.h"
#include "reports/profile/input_kind.h"
#include "reports/profile/text_profile.h"

using namespace symkit;
using namespace symkit::profile;

namespace {

Profile read(std::string_view text) {
  auto profile = read_perf_script(*io::Input::of_memory(io::blob_of_text(std::string(text)), "perf"));
  REQUIRE(profile.has_value());
  return std::move(*profile);
}

// "outer>inner leaf", innermost location last, lines of one location joined.
std::string stack_of(const Profile& profile, std::size_t sample = 0) {
  std::string out;
  const auto stack = profile.stack(sample);
  for (std::size_t i = stack.size(); i-- > 0;) {
    if (!out.empty()) out += ' ';
    const auto lines = profile.lines_of(profile.locations[stack[i]]);
    if (lines.empty()) out += hex(profile.locations[stack[i]].address);
    for (std::size_t line = lines.size(); line-- > 0;)
      out += say(profile.texts[profile.functions[lines[line].function].name], line == 0 ? "" : ">");
  }
  return out;
}

constexpr std::string_view heading = "prog 12/12 [001] 1.5:     500 cpu-clock:u: \n";

}  // namespace

TEST_CASE("Lines of calls that perf found inlined are of one location with the function's own") {
  const Profile profile = read(say(heading,
                                   "\t  2ef3 mix+0x83 (inlined)\n"
                                   "\t  2ef3 work+0x83 (inlined)\n"
                                   "\t  2ef3 run+0x83 (/tmp/prog)\n"
                                   "\t  22c7 main+0xf7 (/tmp/prog)\n"));
  CHECK(stack_of(profile) == "prog main run>work>mix");
  // It is the sampled one, and exact.
  CHECK(profile.references[profile.locations[profile.stack(0)[0]].reference].address_of ==
        AddressOf::Instruction);
  CHECK(profile.references[profile.locations[profile.stack(0)[1]].reference].address_of == AddressOf::Return);
}

TEST_CASE("perf may name the function first, too") {
  CHECK(stack_of(read(say(heading,
                          "\t  2ef3 run+0x83 (/tmp/prog)\n"
                          "\t  2ef3 work+0x83 (inlined)\n"
                          "\t  2ef3 run+0x83 (/tmp/prog)\n"))) == "prog run>work>run");
}

TEST_CASE("A function that calls itself stands as often as it was called") {
  CHECK(stack_of(read(say(heading,
                          "\t  2ef3 work+0x83 (inlined)\n"
                          "\t  2ef3 run+0x83 (/tmp/prog)\n"
                          "\t  2ef3 work+0x83 (inlined)\n"
                          "\t  2ef3 run+0x83 (/tmp/prog)\n"
                          "\t  22c7 main+0xf7 (/tmp/prog)\n"))) == "prog main run>work run>work");
  CHECK(stack_of(read(say(heading,
                          "\t  2ef3 fib+0x83 (/tmp/prog)\n"
                          "\t  2ef3 fib+0x83 (/tmp/prog)\n"
                          "\t  2ef3 fib+0x83 (/tmp/prog)\n"))) == "prog fib fib fib");
}

TEST_CASE("An inlined call whose function is not there is a name") {
  CHECK(stack_of(read(say(heading, "\t  2ef3 work+0x83 (inlined)\n\t  22c7 main+0xf7 (/tmp/prog)\n"))) ==
        "prog main work");
}

TEST_CASE("Samples without stacks stand in a line each") {
  const Profile profile = read(
      "            prog  9496 47814.700000:    200 cpu-clock:u:      55e4882b9924 run+0x1b4 (/tmp/prog)\n"
      "     Web Content  9496 47814.800000:    300 cpu-clock:u:      7fc343d8195a memcpy+0x1a "
      "(/usr/lib/libc.so.6)\n");
  REQUIRE(profile.sample_count() == 2U);
  CHECK(stack_of(profile, 0) == "prog run");
  CHECK(stack_of(profile, 1) == "Web Content memcpy");
  CHECK(profile.values(1)[1] == 300);
}

TEST_CASE("Stacks of logs, and heap profiles, are no samples") {
  for (const std::string_view text :
       {"heap profile:   1: 16 [1: 16] @ heapprofile\n  1: 16 [1: 16] @ 0x401136\n",
        "#0  0x0000000000401136 in take () at basket.c:14\n#1  0x0000000000401140 in main () at "
        "basket.c:20\n",
        "    #0 0x401136 in take (/tmp/prog+0x1136)\n    #1 0x401140 in main (/tmp/prog+0x1140)\n"})
    CHECK(!read_perf_script(*io::Input::of_memory(io::blob_of_text(std::string(text)), "log")).has_value());
}

TEST_CASE("Headings without a time, periods and offsets do") {
  const Profile profile = read(
      "Web Content 12/14 cycles:u: \n\t  2ef3 run (/tmp/prog)\n\n"
      "Web Content 12/14 cycles:u: \n\t  2ef4 run (/tmp/prog)\n");
  CHECK(stack_of(profile) == "Web Content run");
  REQUIRE(profile.sample_count() == 2U);
  CHECK(profile.texts[profile.types[1].type] == "cycles:u");
  CHECK(profile.values(1)[1] == 1);
}

TEST_CASE("Of a clock whose periods are not said, nobody knows the nanoseconds") {
  const auto unit_of = [](const Profile& profile) { return profile.texts[profile.types[1].unit]; };
  CHECK(unit_of(read(say(heading, "\t  2ef3 run+0x1 (/tmp/prog)\n"))) == "nanoseconds");
  CHECK(unit_of(read("prog 12 1.5: cpu-clock:u: \n\t  2ef3 run+0x1 (/tmp/prog)\n")) == "count");
  CHECK(unit_of(read("prog 12 1.5: 7 offcpu-time: \n\t  2ef3 run+0x1 (/tmp/prog)\n")) == "nanoseconds");
}

TEST_CASE("What a text is of does not hang on where its beginning is cut") {
  // Within 64 KB a line may end behind the first digits of its address.
  std::string perf;
  while (perf.size() < 65536 - 200) perf += "prog 12 1.5: cycles: \n\t 2ef3 run (/tmp/prog)\n\n";
  perf += "prog 12 1.5: cycles: \n\t 2ef3 run (/tmp/prog)\n";
  perf += std::string(65536 - perf.size() - 2, ' ') + "22c7 main (/tmp/prog)\n";
  CHECK(kind_of(as_bytes(perf)) == InputKind::PerfScript);
  std::string folded = "main";
  for (int i = 0; i < 1000; ++i) folded += say(";a_function_of_a_long_name_", i);
  CHECK(kind_of(as_bytes(folded + " 12\n")) == InputKind::Folded);
}
