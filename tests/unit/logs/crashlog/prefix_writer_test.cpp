#include "logs/crashlog/prefix_writer.h"

#include <doctest/doctest.h>
#include <string>

using namespace symkit::crashlog;

TEST_CASE("the process is told by logcat's and syslog's prefixes") {
  CHECK(process_in_prefix("11-22 20:01:02.345  4711  4720 E Shop: ") == "4711");
  CHECK(process_in_prefix("11-22 20:01:02.345 u0_a12  4711  4720 E Shop: ") == "4711");
  CHECK(process_in_prefix("E/Shop  ( 4711): ") == "4711");
  CHECK(process_in_prefix("Nov 22 20:01:02 host shop[4711]: ") == "4711");
  CHECK(process_in_prefix("Nov 22 20:01:02 host shop[4711]: 2026/11/22 20:01:02 ") == "4711");
  CHECK(process_in_prefix("Nov 22 20:01:02 host kernel: ").empty());
  CHECK(process_in_prefix("[   12.345678] ").empty());
  CHECK(process_in_prefix("").empty());
}

TEST_CASE("one of several processes that do the same is told by its number or its pod") {
  CHECK(worker_in_prefix("[rank0]: ") == "rank0");
  CHECK(worker_in_prefix("[node7:04711] ") == "04711");
  CHECK(worker_in_prefix("[gpu-3.kiosk.example:104711] ") == "104711");
  CHECK(worker_in_prefix("[till.cc:412] ").empty());
  CHECK(worker_in_prefix("[20:01:02:123456] ").empty());
  CHECK(worker_in_prefix("[default12]:") == "default12");
  CHECK(worker_in_prefix("[1,0]<stderr>:") == "1,0");
  CHECK(worker_in_prefix("[3] ") == "3");
  CHECK(worker_in_prefix("worker-1  | ") == "worker-1");
  CHECK(worker_in_prefix("(TrainWorker pid=1768, ip=10.0.0.1) ") == "pid=1768");
  CHECK(worker_in_prefix("[pod/web-6d4cf56db6-lx7qk/kiosk] ") == "web-6d4cf56db6-lx7qk");
  CHECK(worker_in_prefix("[rank0]: 2026-11-21 06:01:02 ") == "rank0");
  CHECK(worker_in_prefix("rank 3: ") == "rank 3");
  CHECK(worker_in_prefix("[Rank 12] ") == "Rank 12");
  CHECK(worker_in_prefix("line 12: ").empty());
  // Not a place in a source, a date, a level, a host before a kernel's clock.
  for (const char* prefix : {"E1121 06:01:02.345678 till.cc:12] ", "2026-11-21T06:01:02Z ", "[12:34:56] ",
                             "[web] ", "ERROR: ", "kiosk.log:12:", "12: ", "test2 login: [  709.689951] "}) {
    CAPTURE(std::string(prefix));
    CHECK(worker_in_prefix(prefix).empty());
  }
}

TEST_CASE("a kernel's prefix tells which task or processor writes") {
  CHECK(kernel_context_in_prefix("[   12.345678][ T4711] ") == "T4711");
  CHECK(kernel_context_in_prefix("<4>[   12.345678][    C0] ") == "C0");
  CHECK(kernel_context_in_prefix("[   12.345678] ").empty());
  CHECK(kernel_context_in_prefix("[Till] ").empty());
  CHECK(kernel_context_in_prefix("").empty());
}
