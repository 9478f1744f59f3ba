#include "ground/print/output.h"

#include <csignal>
#include <cstdio>
#include <thread>

#include "doctest/doctest.h"

#include "support/pipe.h"

using symkit::print::Output;
using symkit::test::Pipe;

namespace {

std::string read_some(int descriptor) {
  char buffer[4096];
  const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
  return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
}

}  // namespace

TEST_CASE("nothing goes out before flush, all of it with flush") {
  Pipe pipe;
  ::fcntl(pipe.reader(), F_SETFL, O_NONBLOCK);
  Output output(pipe.writer());
  output.write("one\n");
  output.buffer() += "two\n";
  output.written();
  CHECK(read_some(pipe.reader()).empty());
  REQUIRE(output.flush());
  CHECK(read_some(pipe.reader()) == "one\ntwo\n");
}

TEST_CASE("what was not flushed goes out at the end") {
  Pipe pipe;
  {
    Output(pipe.writer()).write("last");
  }
  CHECK(read_some(pipe.reader()) == "last");
}

TEST_CASE("much output goes out by itself, in order, through a slow pipe") {
  Pipe pipe;
  std::string expected;
  std::string received;
  {
    std::jthread reader([&] {
      for (std::string part = read_some(pipe.reader()); !part.empty(); part = read_some(pipe.reader()))
        received += part;
    });
    Output output(pipe.writer());
    for (int line = 0; line < 100'000; ++line) {
      const std::string text = std::to_string(line) + " a line of a log\n";
      expected += text;
      output.write(text);
    }
    REQUIRE(output.flush());
    pipe.close_writer();
  }
  CHECK(received == expected);
}

TEST_CASE("a non-blocking pipe that is full is waited for") {
  Pipe pipe;
  ::fcntl(pipe.writer(), F_SETFL, O_NONBLOCK);
  const std::string text(1'000'000, 'x');
  std::string received;
  {
    std::jthread reader([&] {
      for (std::string part = read_some(pipe.reader()); !part.empty(); part = read_some(pipe.reader()))
        received += part;
    });
    Output output(pipe.writer());
    output.write(text);
    REQUIRE(output.flush());
    pipe.close_writer();
  }
  CHECK(received == text);
}

TEST_CASE("a reader that went away stops the output quietly") {
  symkit::print::ignore_broken_pipes();
  Pipe pipe;
  Output output(pipe.writer());
  output.write("lost");
  pipe.close_reader();
  CHECK_FALSE(output.stopped());
  CHECK(output.flush());
  CHECK(output.stopped());
  output.write(std::string(1'000'000, 'x'));
  CHECK(output.buffer().empty());
  CHECK(output.flush());
}

TEST_CASE("a full disk is an error that names the output") {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  Output output(full);
  output.write("text");
  for (int round = 0; round < 2; ++round) {
    const auto flushed = output.flush();
    REQUIRE_FALSE(flushed);
    CHECK(flushed.error().message == "standard output: cannot be written: No space left on device");
  }
  CHECK(output.stopped());
  ::close(full);
}
