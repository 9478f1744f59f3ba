// What may be unpacked: sizes as users write them, the cap, and what grows beyond all measure.
#include "ground/io/unpacked.h"

#include <string>
#include <thread>
#include <vector>

#include "doctest/doctest.h"

#include "support/scratch.h"
#include "unit/ground/io/packed.h"

using namespace symkit;
using io::UnpackBudget;
using io::Unpacked;

namespace {

constexpr std::uint64_t megabyte = 1 << 20;

struct File {
  explicit File(const std::string& bytes) : path(folder.write("packed", bytes)) {}
  test::Scratch folder;
  std::string path;
};

// As --max-unpacked does, for one test.
struct Allowed {
  explicit Allowed(std::uint64_t bytes) { UnpackBudget::allow(bytes); }
  Allowed(const Allowed&) = delete;
  Allowed& operator=(const Allowed&) = delete;
  ~Allowed() { UnpackBudget::allow(0); }
};

std::string read(const File& file) {
  UnpackBudget budget;
  const auto unpacked = Unpacked::read(file.path, budget);
  if (!unpacked) return unpacked.error().message.substr(file.path.size());
  return std::string(as_text(unpacked->bytes()));
}

// Nothing in it repeats, so that it shrinks to no less than a half.
std::string text_of(std::size_t size) {
  std::string text;
  for (std::uint64_t i = 1; text.size() < size; ++i) text += std::to_string(i * 0x9e3779b97f4a7c15U);
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("sizes as users write them") {
  CHECK(io::read_size("1") == 1);
  CHECK(io::read_size("1000000") == 1'000'000);
  CHECK(io::read_size("3k") == 3 * 1024);
  CHECK(io::read_size("500M") == 500 * megabyte);
  CHECK(io::read_size("16G") == std::uint64_t{16} << 30);
  CHECK(io::read_size("16777215t") == std::uint64_t{16777215} << 40);
  for (const char* wrong : {"", "0", "0G", "-1", "+1", "G", "1.5G", "1 G", "1GB", "1g ", "12x", "0x10",
                            "18446744073709551616", "16777216T", "18014398509481984K"}) {
    CAPTURE(wrong);
    CHECK_FALSE(io::read_size(wrong));
  }
}

TEST_CASE("a budget believes 64 MB at once, and 250 times what is stored") {
  UnpackBudget budget;
  CHECK(budget.take(64 * megabyte));
  CHECK(budget.take(1).error().message ==
        "unpacks to more than 64 MB, over 250 times its size; --max-unpacked SIZE allows more");
  budget.stored(megabyte);
  CHECK(budget.take((250 - 64) * megabyte));
  CHECK(budget.take(1).error().message ==
        "unpacks to more than 250 MB, over 250 times its size; --max-unpacked SIZE allows more");
  CHECK_FALSE(budget.take(UINT64_MAX));
}

TEST_CASE("no input becomes more than the machine's memory, or 16 GB") {
  UnpackBudget budget;
  budget.stored(UINT64_MAX);
  const auto refused = budget.take((std::uint64_t{16} << 30) + 1);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("250 times") == std::string::npos);
  CHECK(refused.error().message.ends_with(" MB; --max-unpacked SIZE allows more"));
}

TEST_CASE("what the user allows is the cap, whatever the growth") {
  {
    const Allowed allowed(1000);
    UnpackBudget budget;
    CHECK(budget.take(600));
    CHECK(budget.take(401).error().message ==
          "unpacks to more than 1000 bytes; --max-unpacked SIZE allows more");
    CHECK(budget.take(400));
  }
  const Allowed allowed(std::uint64_t{20} << 30);
  UnpackBudget budget;
  CHECK(budget.take(std::uint64_t{20} << 30));
  CHECK_FALSE(budget.take(1));
}

TEST_CASE("threads share one budget") {
  const Allowed allowed(10'000);
  UnpackBudget budget;
  std::atomic<int> taken = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 5000; ++i) taken += budget.take(1) ? 1 : 0;
      });
  }
  CHECK(taken == 10'000);
}

TEST_CASE("a file is unpacked up to the cap, not a byte beyond") {
  const std::string text = text_of(3 * megabyte + 17);
  for (const auto& packer : test::packers()) {
    CAPTURE(packer.name);
    const File file(packer.pack(text));
    CHECK(read(file) == text);
    {
      const Allowed allowed(text.size());
      CHECK(read(file) == text);
    }
    const Allowed allowed(text.size() - 1);
    CHECK(read(file) == ": unpacks to more than 4 MB; --max-unpacked SIZE allows more");
  }
}

TEST_CASE("what is nothing but growth is refused at 64 MB") {
  const std::string zeros(10 * megabyte, '\0');
  for (const auto& packer : test::packers()) {
    CAPTURE(packer.name);
    const std::string member = packer.pack(zeros);
    std::string members;
    for (int i = 0; i < 7; ++i) members += member;
    CHECK(read(File(members)) ==
          ": unpacks to more than 64 MB, over 250 times its size; --max-unpacked SIZE allows more");
  }
}

TEST_CASE("an empty file and one that is not compressed are read as they are") {
  CHECK(read(File("")).empty());
  CHECK(read(File("some text")) == "some text");
}
