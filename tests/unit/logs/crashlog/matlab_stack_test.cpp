// The corners of MATLAB's stacks.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;

TEST_CASE("MATLAB: decimal offsets") {
  CHECK(read_line("[  7] 0x00007fbd0ea0aa48 /opt/kiosk/caffe.mexa64+00133704") ==
        "#7 returns to caffe.mexa64 offset 20a48 runtime 7fbd0ea0aa48");
  CHECK(read_line("[ 53] 0x00007fbd0ea0a7f4   /opt/my kiosk/caffe.mexa64+00133108 mexFunction+00000246") ==
        "#53 returns to caffe.mexa64 offset 207f4 runtime 7fbd0ea0a7f4 mexFunction+f6");
  CHECK(read_line("[  7] 0x000000010abe9000             <unknown-module>+00000000") ==
        "#7 returns to - offset 0 runtime 10abe9000 (code that is in no image file)");
  CHECK(kept_of("[  7] 0x00007fbd0ea0aa48 /opt/caffe.mexa64+00133704") == "[  7] 0x00007fbd0ea0aa48|");
}

TEST_CASE("what only looks like MATLAB's") {
  for (const std::string_view line :
       {"[  7] 0x00007fbd0ea0aa48 /opt/caffe.mexa64", "[  7] 0x00007fbd0ea0aa48 /opt/caffe.mexa64+12",
        "[  x] 0x00007fbd0ea0aa48 /opt/caffe.mexa64+00133704", "[  7] 0x12 /opt/caffe.mexa64+00133704",
        "[  7] 0x00007fbd0ea0aa48 +00133704"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("what its lines say of the crash: matlab stack") {
  CHECK(cause_of("Segmentation violation detected at Wed Nov 14 10:33:05 2018") == "SIGSEGV");
  CHECK(cause_of("Stack Trace (from fault):") == "stack of the crash");
}
