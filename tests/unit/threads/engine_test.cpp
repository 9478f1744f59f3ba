// One engine asked from eight threads at once, also while it breaks off.
#include "keep/redis/engine.h"

#include <atomic>
#include <doctest/doctest.h>

#include "support/fake_engine.h"
#include "unit/threads/many.h"

using namespace symkit;
using redis::Engine;
using test::FakeEngine;
using test::on_many_threads;
using test::threads_at_once;

namespace {

// A list of one value: the key itself.
std::string echoed(const std::string& command) {
  const std::string key = command.substr(command.find(' ') + 1);
  return "*1\r\n$" + std::to_string(key.size()) + "\r\n" + key + "\r\n";
}

struct Tally {
  std::atomic<std::size_t> right = 0, wrong = 0, errors = 0;
};

void ask_from_threads(Engine& engine, std::size_t rounds, Tally& tally) {
  std::atomic<std::size_t> numbers = 0;
  on_many_threads([&](std::size_t) {
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::string key = "key" + std::to_string(++numbers);
      const auto values = engine.get({&key, 1});
      if (!values[0]) {
        ++tally.errors;
      } else {
        ++(*values[0] && as_text((*values[0])->bytes()) == key ? tally.right : tally.wrong);
      }
    }
    return std::string();
  });
}

}  // namespace

TEST_CASE("Each thread gets its own answers, over as many connections as there are threads at most") {
  const FakeEngine fake(echoed);
  const auto engine = Engine::open(fake.url());
  REQUIRE(engine);
  Tally tally;
  ask_from_threads(**engine, 50, tally);
  CHECK(tally.right == threads_at_once * 50);
  CHECK(fake.connections() <= threads_at_once);
}

TEST_CASE("An engine that breaks off now and then gives right answers or none") {
  std::atomic<int> asked = 0;
  const FakeEngine fake(
      [&](const std::string& command) { return ++asked % 7 == 0 ? "close" : echoed(command); });
  const auto engine = Engine::open(fake.url());
  REQUIRE(engine);
  Tally tally;
  ask_from_threads(**engine, 50, tally);
  CHECK(tally.wrong == 0);
  CHECK(tally.right > 0);
  CHECK(tally.right + tally.errors == threads_at_once * 50);
}

TEST_CASE("A cluster whose node sends everybody elsewhere") {
  const FakeEngine other(echoed);
  const FakeEngine fake([&](const std::string& command) -> std::string {
    if (command.starts_with("CLUSTER")) return "-ERR not now\r\n";
    return "-MOVED 5 " + other.place() + "\r\n";
  });
  const auto engine = Engine::open(fake.url());
  REQUIRE(engine);
  Tally tally;
  ask_from_threads(**engine, 20, tally);
  CHECK(tally.right == threads_at_once * 20);
}
