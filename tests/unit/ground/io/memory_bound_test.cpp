// What waits on disk is what was written, and goes when it is given back; what cannot be kept is said.
#include "ground/io/memory_bound.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <span>

#include "doctest/doctest.h"

#include "ground/io/mapped_file.h"
#include "support/scratch.h"

using namespace symkit;

TEST_CASE("memory whose pages have left comes back as it was") {
  io::MemoryBound bound(1);
  constexpr std::size_t count = 1 << 20;
  auto* const memory = static_cast<std::uint32_t*>(bound.take(count * sizeof(std::uint32_t)));
  REQUIRE(memory != nullptr);
  const std::span numbers(memory, count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  const std::uint64_t before = io::MemoryBound::held();
  bound.relieve();
  CHECK(io::MemoryBound::held() < before);
  for (std::uint32_t i = 0; i < count; i += 4093) CHECK(numbers[i] == i);
  CHECK(bound.is_exceeded());
  const auto result = bound.result();
  REQUIRE(!result);
  CHECK(result.error().message.find("needs more memory than --max-memory allows") != std::string::npos);
  CHECK(bound.give_back(memory));
  CHECK_FALSE(bound.give_back(memory));
}

TEST_CASE("pages of a mapped file leave memory, too") {
  test::Scratch scratch;
  const std::string path = scratch.write("large", std::string(8 << 20, 'x'));
  const auto file = io::MappedFile::open(path);
  REQUIRE(file);
  io::MemoryBound bound(1);
  bound.add_mapped(file->bytes());
  const auto count = [&] { return std::ranges::count(file->bytes(), std::uint8_t{'x'}); };
  CHECK(count() == 8 << 20);
  const std::uint64_t before = io::MemoryBound::held();
  bound.relieve();
  CHECK(io::MemoryBound::held() + (4 << 20) < before);
  CHECK(count() == 8 << 20);
  bound.remove_mapped(file->bytes());
}

TEST_CASE("where there is room enough nothing waits") {
  io::MemoryBound bound(std::uint64_t{1} << 50);
  CHECK(bound.take(4096) == nullptr);
  int some = 0;
  CHECK_FALSE(bound.give_back(&some));
  bound.relieve();
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
  CHECK(result.error().message.starts_with("/nowhere/at/all: no temporary file can be created"));
  kept.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}
