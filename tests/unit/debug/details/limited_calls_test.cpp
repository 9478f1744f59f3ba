#include "debug/details/limited_calls.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "debug/details/limited_child.h"
#include "ground/base/words.h"
#include "support/scratch.h"

namespace symkit::details {
namespace {

// What becomes of a process with limits that does this: its words, or how it ended.
std::string in_child(const std::function<std::string()>& work) {
  auto child = LimitedChild::start(
      [&]() -> Result<void> {
        if (const auto limited = limit_calls(); !limited) return limited;
        const std::string words = work();
        if (::write(STDOUT_FILENO, words.data(), words.size()) < 0) return fail("it cannot write");
        return {};
      },
      {.tells_errors = true});
  REQUIRE(child);
  const auto answer = child->finish();
  return answer ? std::string(as_text(*answer)) : answer.error().message;
}

// Of a call that failed.
std::string outcome(long result) { return result >= 0 ? "done" : std::strerror(errno); }

}  // namespace

TEST_CASE("a process with limits reads files, has memory and threads") {
  const test::Scratch scratch;
  const std::string file = scratch.write("file", "text");
  CHECK(in_child([&] {
          std::string read(4, ' ');
          const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
          std::thread([&] { read.resize(static_cast<std::size_t>(::read(opened, read.data(), 4))); }).join();
          const std::string much(1 << 24, 'x');
          return read + much.back();
        }) == "textx");
}

TEST_CASE("a process with limits is refused all else") {
  if (!calls_are_limited) return;
  const test::Scratch scratch;
  const std::string file = scratch.write("file", "text");
  const std::string refused = std::strerror(EPERM);
  CHECK(in_child([] { return outcome(::socket(AF_INET, SOCK_STREAM, 0)); }) == refused);
  CHECK(in_child([] { return outcome(::socket(AF_UNIX, SOCK_STREAM, 0)); }) == refused);
  CHECK(in_child([] { return outcome(::execl("/bin/true", "true", nullptr)); }) == refused);
  CHECK(in_child([&] { return outcome(::unlink(file.c_str())); }) == refused);
  CHECK(in_child([&] { return outcome(::chmod(file.c_str(), 0777)); }) == refused);
  CHECK(in_child([&] { return outcome(::open(file.c_str(), O_WRONLY)); }) == std::strerror(EACCES));
  CHECK(in_child([&] { return outcome(::open((scratch / "new").c_str(), O_CREAT, 0600)); }) ==
        std::strerror(EACCES));
  CHECK(in_child([] {
          void* const code = ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return outcome(code == MAP_FAILED ? -1 : 0);
        }) == refused);
}

TEST_CASE("a process with limits that attacks others is ended") {
  if (!calls_are_limited) return;
  const std::string ended = "it was ended, as it made a system call that is forbidden to it";
  CHECK(in_child([] { return outcome(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr)); }) == ended);
  CHECK(in_child([] { return outcome(::kill(::getppid(), SIGTERM)); }) == ended);
  CHECK(in_child([]() -> std::string { std::abort(); }) == "it crashed (signal 6)");
}

}  // namespace symkit::details
