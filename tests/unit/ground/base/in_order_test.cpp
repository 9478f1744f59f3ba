// Parts from several threads come out in their order, none is lost, and few are waiting at any time.
#include "ground/base/in_order.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "doctest/doctest.h"

using symkit::InOrder;

namespace {

InOrder<std::string>::Take into(std::string& seen) {
  return [&seen](std::uint64_t /*number*/, std::string& part) {
    seen += part;
    part.clear();
  };
}

}  // namespace

TEST_CASE("parts from four threads, some in several pieces") {
  std::string seen;
  constexpr std::uint64_t count = 3000;
  {
    InOrder<std::string> ordered(5, into(seen));
    std::atomic<std::uint64_t> next{0};
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        std::string text;
        for (std::uint64_t part = next++; part < count; part = next++) {
          CHECK(text.empty());
          text += std::to_string(part);
          if (part % 7 == 0) ordered.begin(part, text);
          CHECK(text.empty() == (part % 7 == 0));
          text += '\n';
          text = ordered.finish(part, std::move(text));
        }
      });
    threads.clear();
  }
  std::string expected;
  for (std::uint64_t part = 0; part < count; ++part) expected += std::to_string(part) + '\n';
  CHECK(seen == expected);
}

TEST_CASE("what is next passes on at once, what is early waits") {
  std::string seen;
  InOrder<std::string> ordered(5, into(seen));
  ordered.finish(1, "second ");
  CHECK(seen.empty());
  ordered.finish(0, "first ");
  CHECK(seen == "first second ");
}

TEST_CASE("behind the last part that is wanted nothing passes on, whenever it was finished") {
  std::string seen;
  InOrder<std::string> ordered(5, into(seen));
  ordered.finish(3, "fourth ");
  ordered.finish(2, "third ");
  CHECK_FALSE(ordered.stopped());
  ordered.finish_last(1, "second ");
  CHECK(ordered.stopped());
  CHECK(seen.empty());
  ordered.finish(0, "first ");
  ordered.finish(4, "fifth ");
  CHECK(seen == "first second ");
}
