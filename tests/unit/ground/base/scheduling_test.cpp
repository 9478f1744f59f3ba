#include "ground/base/scheduling.h"

#include <sys/resource.h>
#include <thread>

#include "doctest/doctest.h"

TEST_CASE("a thread comes behind others, which are as before") {
  const int before = ::getpriority(PRIO_PROCESS, 0);
  int behind = 0;
  std::thread([&] {
    symkit::come_behind();
    behind = ::getpriority(PRIO_PROCESS, 0);
  }).join();
  CHECK(behind >= 10);
  CHECK(behind >= before);
  CHECK(::getpriority(PRIO_PROCESS, 0) == before);
}
