// The grammar's corners of what perf script prints.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;

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
                  "\t 7f12ab f+0x1 (/p)"}) == "at p byte 12ab runtime 7f12ab f+1 <0123ab>");
  CHECK(read_line("\t 55d0c1a2b3c4 f (inlined)") == "nothing");
  CHECK(read_line("  facade added (/usr/bin/prog)") == "nothing");
  CHECK(kept_of("\t 7f12ab f+0x1 (/p)") == "\t 7f12ab|");
}

TEST_CASE("What was mapped tells of a byte of the file, too, if all say the same") {
  const std::string mapped = "PERF_RECORD_MMAP2 12/12: [0x557f601c1000(0x1000) @ 0x1000 <0123ab>]: r-xp /p";
  CHECK(read_log({mapped, "\t 1143 [unknown] (/p)"}) == "at p byte 1143 runtime 557f601c1143 <0123ab>");
  CHECK(read_log({mapped, "\t 2143 [unknown] (/p)"}) == "at p runtime 2143");
  CHECK(read_log({mapped, "\t 1143 [unknown] (/q)"}) == "at q runtime 1143");
  const std::string elsewhere =
      "PERF_RECORD_MMAP2 13/13: [0x557000001000(0x1000) @ 0x1000 <0123ab>]: r-xp /p";
  CHECK(read_log({mapped, elsewhere, "\t 1143 [unknown] (/p)"}) ==
        "at p byte 1143 runtime 557f601c1143 <0123ab>");
  const std::string other = "PERF_RECORD_MMAP2 13/13: [0x557000001000(0x1000) @ 0x1000 <77>]: r-xp /p";
  CHECK(read_log({mapped, other, "\t 1143 [unknown] (/p)"}) == "at p runtime 1143");
  // In a large program that cannot be moved it may be an address.
  const std::string fixed = "PERF_RECORD_MMAP2 14/14: [0x400000(0x900000) @ 0 <77>]: r-xp /f";
  CHECK(read_log({fixed, "\t 1143 [unknown] (/f)"}) == "at f byte 1143 runtime 401143 <77>");
  CHECK(read_log({fixed, "\t 401143 [unknown] (/f)"}) == "at f runtime 401143");
}

TEST_CASE("bpftrace counts in tens") {
  CHECK(read_line("\t7f3a2c4019db f+12 (/usr/lib/libkiosk.so)") == "at libkiosk.so runtime 7f3a2c4019db f+c");
  CHECK(read_line("\t7f3a2c4019db operator+ (/usr/lib/libkiosk.so)") ==
        "at libkiosk.so runtime 7f3a2c4019db operator+");
}
