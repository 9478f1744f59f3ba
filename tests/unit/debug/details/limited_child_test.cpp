#include "debug/details/limited_child.h"

#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <functional>
#include <new>
#include <unistd.h>

#include "debug/details/details.h"
#include "files/container/open.h"
#include "support/scratch.h"

namespace symkit::details {
namespace {

namespace fs = std::filesystem;

// A program of a few lines for the shell, which is gone at the end.
class Script {
 public:
  explicit Script(const std::string& lines) : path_(scratch_.write("script", "#!/bin/sh\n" + lines + "\n")) {
    fs::permissions(path_, fs::perms::owner_all);
  }
  const std::string& path() const { return path_; }

 private:
  test::Scratch scratch_;
  std::string path_;
};

std::string run(const std::string& lines, std::string_view input = "", Limits limits = {}) {
  const Script script(lines);
  auto child = LimitedChild::start(script.path(), as_bytes(input), limits);
  if (!child) return "not started: " + child.error().message;
  const auto answer = child->finish();
  return answer ? std::string(as_text(*answer)) : answer.error().message;
}

}  // namespace

TEST_CASE("what is put in comes out") {
  CHECK(run("exec cat", "question") == "question");
  CHECK(run("exec cat") == "");
  const std::string large(1 << 20, 'x');  // more than a pipe holds
  CHECK(run("exec cat", large) == large);
}

TEST_CASE("a child that fails, crashes or is not there is a sentence") {
  CHECK(run("exit 3") == "it failed (status 3)");
  CHECK(run("echo half an answer; kill -SEGV $$") == "it crashed (signal 11)");
  CHECK(LimitedChild::start("/nowhere/at-all", {}, {}).error().message == "/nowhere/at-all is missing");
}

TEST_CASE("a function may do the work of a program") {
  const auto run_work = [](const std::function<Result<void>()>& work, Limits limits = {}) {
    auto child = LimitedChild::start(work, limits);
    REQUIRE(child);
    const auto answer = child->finish();
    return answer ? std::string(as_text(*answer)) : answer.error().message;
  };
  CHECK(run_work([]() -> Result<void> {
          return ::write(STDOUT_FILENO, "answer", 6) == 6 ? Result<void>() : fail("not written");
        }) == "answer");
  const Limits telling{.tells_errors = true};
  CHECK(run_work([]() -> Result<void> { return fail("no"); }, telling) == "no");
  CHECK(run_work([]() -> Result<void> { throw std::bad_alloc(); }, telling) == "not enough memory");
  CHECK(run_work([]() -> Result<void> { std::abort(); }) == "it crashed (signal 6)");
}

TEST_CASE("what it says on standard error is no part of its output, and the error if it fails") {
  CHECK(run("echo a hint >&2; echo answer") == "answer\n");
  const Limits telling{.tells_errors = true};
  CHECK(run("echo a hint >&2; echo answer; echo another >&2", "", telling) == "answer\n");
  CHECK(run("echo half an answer; echo ' fatal: no' >&2; exit 3", "", telling) == "fatal: no");
  CHECK(run("echo half an answer; exit 3", "", telling) == "it failed (status 3)");
  // More than a pipe holds, and more than is kept.
  const std::string much = "yes hint | head -c 300000 >&2; ";
  CHECK(run(much + "echo answer", "", telling) == "answer\n");
  CHECK(run(much + "exit 1", "", telling).size() == 64 << 10);
}

TEST_CASE("time, answer and memory have limits") {
  const auto begun = std::chrono::steady_clock::now();
  Limits short_time;
  short_time.time = std::chrono::milliseconds(100);
  CHECK(run("exec sleep 60", "", short_time).starts_with("it was not done after"));
  CHECK(run("exec yes", "", {.answer = 1 << 20}) == "its answer is too long");
  Limits little_memory;
  little_memory.memory = 64 << 20;
  if (memory_is_limited)
    CHECK(run("exec dd if=/dev/zero of=/dev/null bs=200M count=1", "", little_memory) ==
          "it failed (status 1)");
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

TEST_CASE("a child writes no files") {
  const test::Scratch scratch;
  const std::string file = scratch / "written";
  run("echo text >" + file);
  CHECK((!fs::exists(file) || fs::file_size(file) == 0));
}

TEST_CASE("an inquiry survives whatever its program does") {
  const auto file = container::open_file(SYMKIT_TEST_DATA "/native/linked/soup");
  REQUIRE(file);
  const container::Image& image = *(*file)->images().front();
  const auto ask = [&](const std::string& lines) {
    const Script script(lines);
    const auto found = Inquiry(image, script.path(), {.time = std::chrono::milliseconds(2000)}).finish();
    return found ? "an answer" : found.error().message;
  };
  CHECK(ask("kill -ABRT $$") == "it crashed (signal 6)");
  CHECK(ask("echo nonsense") == "it printed something unexpected");
  CHECK(ask("printf '1SKL\\0\\0\\0\\0\\377\\377\\377\\377\\377\\377\\377\\377'") == "its answer is damaged");
  CHECK(ask("printf '1SKL\\0\\0\\0\\0'") == "its answer is damaged");
}

}  // namespace symkit::details
