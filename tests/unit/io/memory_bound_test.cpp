// What waits on disk is what was written, and goes when it is given back; what cannot be kept is said.
#include "io/memory_bound.h"

#include <cstdlib>
#include <numeric>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("memory that waits comes back as it was") {
  io::MemoryBound bound(1);
  std::vector<std::uint32_t, io::WaitingMemory<std::uint32_t>> numbers{
      io::WaitingMemory<std::uint32_t>(&bound)};
  numbers.resize(1 << 20);
  std::iota(numbers.begin(), numbers.end(), 0U);
  bool released = false;
  bound.relieve([&] { released = true; });
  CHECK(released);
  for (std::uint32_t i = 0; i < numbers.size(); i += 4093) CHECK(numbers[i] == i);
  CHECK(bound.is_exceeded());
  const auto result = bound.result();
  REQUIRE(!result);
  CHECK(result.error().message.find("needs more memory than --max-memory allows") != std::string::npos);
}

TEST_CASE("where there is room enough nothing waits") {
  io::MemoryBound bound(std::uint64_t{1} << 50);
  CHECK(bound.take(4096) == nullptr);
  int some = 0;
  CHECK_FALSE(bound.give_back(&some));
  bound.relieve([] { FAIL("there is room enough"); });
  CHECK_FALSE(bound.is_exceeded());
  CHECK(bound.result());
}

TEST_CASE("a folder that is not there is said, and memory is ordinary") {
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/nowhere/at/all", 1);
  io::MemoryBound bound(1);
  CHECK(bound.take(4096) == nullptr);
  const auto result = bound.result();
  REQUIRE(!result);
  CHECK(result.error().message.starts_with("/nowhere/at/all: no temporary file can be made"));
  kept.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}
