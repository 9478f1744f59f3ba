// When a file is prepared, with costs made up: never much more is spent than was needed.
#include "find/intake/preparing.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "doctest/doctest.h"

using namespace symkit::intake;

namespace {

struct Spent {
  double seconds = 0;
  bool prepared = false;
};

// What a run costs that asks `count` times, if an answer costs `answer` and preparing `whole`, where that
// was expected to cost `guess`.
Spent run(Preparing wish, int count, double answer, double whole, double guess, bool was_seen = false,
          bool is_announced = false) {
  PreparingPolicy policy(wish, guess);
  if (was_seen) policy.note_seen_before();
  if (is_announced) policy.expect(static_cast<std::size_t>(count));
  Spent spent;
  for (int i = 0; i < count; ++i) {
    if (spent.prepared) continue;
    if (policy.is_due()) {
      spent.prepared = true;
      spent.seconds += whole;
    } else {
      spent.seconds += answer;
      policy.note_answer(answer);
    }
  }
  return spent;
}

}  // namespace

TEST_CASE("All of it costs at most twice what would have been best, and an answer more") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> exponent(-4, 1);
  for (int i = 0; i < 20'000; ++i) {
    const double whole = std::pow(10, exponent(random)) + 0.012, answer = std::pow(10, exponent(random)) / 10;
    const int count = 1 + static_cast<int>(random() % 1000);
    const double best = std::min(whole, count * answer);
    CAPTURE(whole);
    CAPTURE(answer);
    CAPTURE(count);
    CHECK(run(Preparing::Auto, count, answer, whole, whole).seconds <= 2 * best + answer + 1e-9);
    // A guess that is wrong by a factor costs that factor.
    CHECK(run(Preparing::Auto, count, answer, whole, whole * 2).seconds <= 3 * best + answer + 0.012);
    CHECK(run(Preparing::Auto, count, answer, whole, whole / 2).seconds <= 3 * best + answer + 0.024);
  }
}

TEST_CASE("A file that takes no noticeable time, many announced questions, a file seen before: at once") {
  CHECK(run(Preparing::Auto, 1, 0.001, 0.004, 0.004).prepared);
  CHECK_FALSE(run(Preparing::Auto, 20, 0.001, 1, 1).prepared);
  CHECK(run(Preparing::Auto, 1000, 0.0001, 1, 1, false, true).seconds == 1);
  CHECK(run(Preparing::Auto, 1, 0.001, 1, 1, true).prepared);
}

TEST_CASE("now, later and never do as they say") {
  CHECK(run(Preparing::Now, 1, 0.001, 1, 1).prepared);
  CHECK_FALSE(run(Preparing::Later, 1000, 1, 0.001, 0.001).prepared);
  CHECK(run(Preparing::Later, 1, 1, 1, 1, true).prepared);
  CHECK_FALSE(run(Preparing::Never, 1000, 1, 0.001, 0.001, true).prepared);
  CHECK(PreparingPolicy(Preparing::Auto, 1).leaves_note());
  CHECK(PreparingPolicy(Preparing::Later, 1).leaves_note());
  CHECK_FALSE(PreparingPolicy(Preparing::Never, 1).leaves_note());
}
