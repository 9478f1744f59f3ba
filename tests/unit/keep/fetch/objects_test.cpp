// Small files by their addresses. The part of symkit-fetch is played by scripts.
#include "keep/fetch/objects.h"

#include <atomic>
#include <fstream>
#include <sys/stat.h>
#include <thread>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using namespace symkit::fetch;

namespace {

// A program that answers as the script says, which has $number and $url.
std::string played(const test::Scratch& scratch, const std::string& script) {
  const std::string path = scratch / "symkit-fetch";
  std::ofstream(path) << "#!/bin/sh\nwhile read number url; do\n" << script << "\ndone\n";
  ::chmod(path.c_str(), 0700);
  return path;
}

std::string text_of(const Result<Objects::Answer>& answer) {
  if (!answer) return answer.error().message;
  return std::to_string(answer->status) + " " + std::string(answer->bytes.begin(), answer->bytes.end());
}

}  // namespace

TEST_CASE("each answer is given to who asked, in whatever order they come") {
  const test::Scratch scratch;
  Objects objects(
      played(scratch,
             "case $url in wait) first=$number;; gone) echo $number none 404;; bad) echo $number failed "
             "out of reach;; *) printf '%s have 7\\na\\nb%sxy' $number $url; echo $first have 0;; esac"));
  const std::vector<std::string> urls{"wait", "gone", "bad", "12"};
  const auto answers = objects.get(urls);
  REQUIRE(answers.size() == 4);
  CHECK(text_of(answers[0]) == "200 ");
  CHECK(text_of(answers[1]) == "404 ");
  CHECK(text_of(answers[2]) == "out of reach");
  CHECK(text_of(answers[3]) == "200 a\nb12xy");
}

TEST_CASE("many threads may ask at once") {
  const test::Scratch scratch;
  Objects objects(played(scratch, "printf '%s have %s\\n%s' $number ${#url} $url"));
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 20; ++round) {
        const std::string url = "u" + std::to_string(thread * 1000 + round);
        if (text_of(objects.get({&url, 1}).front()) == "200 " + url) ++right;
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 80);
}

TEST_CASE("where nobody answers, everybody is told") {
  const test::Scratch scratch;
  const std::string url = "https://h/x";
  Objects missing("/nonexistent/symkit-fetch");
  CHECK(text_of(missing.get({&url, 1}).front()) == "/nonexistent/symkit-fetch: cannot be started");
  Objects ending(played(scratch, "exit 0"));
  CHECK(text_of(ending.get({&url, 1}).front()) == "symkit-fetch has ended");
  CHECK(text_of(ending.get({&url, 1}).front()) == "symkit-fetch has ended");
  Objects troubled(played(scratch, "echo trouble no libcurl; sleep 1"));
  CHECK(text_of(troubled.get({&url, 1}).front()) == "no libcurl");
}
