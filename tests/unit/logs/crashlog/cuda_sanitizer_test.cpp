// The corners of compute-sanitizer's reports.
#include "doctest/doctest.h"

#include "describe.h"

using symkit::test::cause_of;
using symkit::test::kept_of;
using symkit::test::read_line;
using symkit::test::read_log;
using symkit::test::read_names;

TEST_CASE("compute-sanitizer: host frames") {
  constexpr std::string_view frame = "=========         Host Frame: main in till.cu:52 [0x8a81] in kiosk";
  CHECK(read_line(frame) == "returns to kiosk offset 8a81");
  CHECK(kept_of(frame) == std::string(frame) + "|");
  CHECK(read_line("=========         Host Frame:  [0x1979f8] in till cuda.dll") ==
        "returns to till cuda.dll offset 1979f8");
  CHECK(read_line("=========         Host Frame: till_is_open [0x7ffa09954f73] in till.dll") ==
        "returns to till.dll runtime 7ffa09954f73");
  CHECK(read_line("=========     Host Frame:/usr/lib/libcuda.so.1 (cuLaunchKernel + 0x2cd) [0x23c06d]") ==
        "returns to libcuda.so.1 offset 23c06d");
  CHECK(read_line("=========     Host Frame:/opt/kiosk [0x23c06d]") == "returns to kiosk offset 23c06d");
  CHECK(read_log({"=========     Host Frame:main [0x7c7b]", "=========                in /opt/kiosk"}) ==
        "returns to kiosk offset 7c7b");
  CHECK(read_log({"=========     Host Frame:main [0x7c7b]",
                  "=========", "=========                in /opt/kiosk"}) == "returns to kiosk offset 7c7b");
  for (const std::string_view line :
       {"Host Frame: main [0x8a81] in kiosk", "=========     Host Frame: main in kiosk",
        "=========     Host Frame: main [8a81] in kiosk", "=========                in /opt/kiosk"}) {
    CAPTURE(line);
    CHECK(read_line(line) == "nothing");
  }
}

TEST_CASE("compute-sanitizer: frames of the device") {
  CHECK(read_names({"=========     at till_take(int *, int)+0x70 in /src/till.cu:12"}) ==
        "named till_take(int *, int) at /src/till.cu:12");
  CHECK(read_names({"=========     at till_take(int *)+0x70"}) == "named till_take(int *)");
  CHECK(read_names({"=========     at 0x3b0 in /src/till.cu:44:till_take(int *)"}) ==
        "named till_take(int *) at /src/till.cu:44");
  CHECK(read_names({"=========     at 0x3b0 in void till_take<int>(int *)"}) ==
        "named void till_take<int>(int *)");
  CHECK(read_names({"=========         Device Frame: till_pay(int *)+0x130 in till.cu:40"}) ==
        "named till_pay(int *) at till.cu:40");
  CHECK(read_names({"=========     at the end"}) == "nothing");
}

TEST_CASE("what its lines say of the crash: cuda sanitizer") {
  CHECK(cause_of("========= Invalid __global__ write of size 4 bytes") == "Invalid __global__ write");
  CHECK(cause_of("========= Uninitialized __global__ memory read of size 4 bytes") ==
        "Uninitialized __global__ memory read");
  CHECK(cause_of(
            "========= Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified\" on CUDA API") ==
        "cudaErrorLaunchFailure");
  CHECK(cause_of("========= Invalid input") == "nothing");
}
