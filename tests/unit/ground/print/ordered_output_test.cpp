// Parts from several threads come out in their order, none is lost, and few are waiting at any time.
#include "ground/print/ordered_output.h"

#include <atomic>
#include <thread>

#include "doctest/doctest.h"

#include "support/pipe.h"

using symkit::print::OrderedOutput;
using symkit::print::Output;
using symkit::test::Pipe;

namespace {

std::string read_all(int descriptor) {
  std::string all;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(descriptor, buffer, sizeof buffer)) > 0;)
    all.append(buffer, static_cast<std::size_t>(count));
  return all;
}

}  // namespace

TEST_CASE("parts from four threads, some in several pieces") {
  Pipe pipe;
  std::string seen;
  std::jthread reader([&] { seen = read_all(pipe.reader()); });
  constexpr std::uint64_t count = 3000;
  {
    Output output(pipe.writer());
    output.write("before\n");
    OrderedOutput ordered(output, 5);
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
  }
  pipe.close_writer();
  reader.join();
  std::string expected = "before\n";
  for (std::uint64_t part = 0; part < count; ++part) expected += std::to_string(part) + '\n';
  CHECK(seen == expected);
}

TEST_CASE("what is next is written at once, what is early waits") {
  Pipe pipe;
  ::fcntl(pipe.reader(), F_SETFL, O_NONBLOCK);
  Output output(pipe.writer());
  OrderedOutput ordered(output, 5);
  ordered.finish(1, "second ");
  CHECK(read_all(pipe.reader()).empty());
  ordered.finish(0, "first ");
  CHECK(read_all(pipe.reader()) == "first second ");
}

TEST_CASE("behind the last part that is wanted nothing is written, whenever it was finished") {
  Pipe pipe;
  ::fcntl(pipe.reader(), F_SETFL, O_NONBLOCK);
  Output output(pipe.writer());
  OrderedOutput ordered(output, 5);
  ordered.finish(3, "fourth ");
  ordered.finish(2, "third ");
  CHECK_FALSE(ordered.stopped());
  ordered.finish_last(1, "second ");
  CHECK(ordered.stopped());
  CHECK(read_all(pipe.reader()).empty());
  ordered.finish(0, "first ");
  ordered.finish(4, "fifth ");
  CHECK(read_all(pipe.reader()) == "first second ");
}
