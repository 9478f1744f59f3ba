// An input that two readers go through, one ahead of the other.
#include "ground/io/read_ahead.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <unistd.h>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::io;
using namespace std::chrono_literals;

namespace {

std::string all_of(Input& input) {
  std::string text, buffer(1000, '\0');
  while (true) {
    const auto count = input.read(buffer);
    REQUIRE(count);
    if (*count == 0) return text;
    text.append(buffer, 0, *count);
  }
}

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    close();
  }
  void write(std::string_view text) const { CHECK(::write(ends[1], text.data(), text.size()) > 0); }
  void close() {
    if (ends[1] >= 0) ::close(std::exchange(ends[1], -1));
  }
  std::unique_ptr<Input> input() const { return Input::from_descriptor(ends[0], "pipe"); }
};

bool becomes(const std::atomic<bool>& value, bool wanted) {
  for (int i = 0; i < 400 && value != wanted; ++i) std::this_thread::sleep_for(5ms);
  return value == wanted;
}

}  // namespace

TEST_CASE("both readers get all of it, though it is more than is kept") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + "\n";
  const auto ahead = ReadAhead::begin(Input::of_memory(std::string(text), "log"), [](bool) {}, 100'000);
  const auto reader = ahead->reader();
  auto scout = ahead->scout();
  CHECK(reader->name() == "log");
  std::string seen;
  std::thread other([&] { seen = all_of(*scout); });
  CHECK(all_of(*reader) == text);
  other.join();
  CHECK(seen == text);
}

TEST_CASE("a reader that is given up holds nobody back") {
  const std::string text(1'000'000, 'x');
  const auto ahead = ReadAhead::begin(Input::of_memory(std::string(text), "log"), [](bool) {}, 100'000);
  const auto reader = ahead->reader();
  ahead->scout().reset();
  CHECK(all_of(*reader) == text);
}

TEST_CASE("more may come while a pipe is open, unless enough waits to be read") {
  Pipe pipe;
  std::atomic<bool> is_live = false;
  const auto ahead = ReadAhead::begin(pipe.input(), [&](bool live) { is_live = live; }, 10);
  const auto reader = ahead->reader(), scout = ahead->scout();
  CHECK(becomes(is_live, true));
  CHECK_FALSE(reader->ready(0ms));
  pipe.write("twenty bytes of text");
  CHECK(becomes(is_live, false));
  CHECK(reader->ready(1s));
  std::string buffer(20, '\0');
  CHECK(reader->read(buffer).value() == 20);
  CHECK(scout->read(buffer).value() == 20);
  CHECK(becomes(is_live, true));
  pipe.close();
  CHECK(becomes(is_live, false));
  CHECK(reader->read(buffer).value() == 0);
}

TEST_CASE("who waits is let go when it is stopped") {
  const Pipe pipe;
  const auto ahead = ReadAhead::begin(pipe.input(), [](bool) {});
  const auto scout = ahead->scout();
  std::thread waiting([&] { CHECK(all_of(*scout).empty()); });
  ahead->stop();
  waiting.join();
}
