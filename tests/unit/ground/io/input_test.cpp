#include "ground/io/input.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include "doctest/doctest.h"

#include "support/pipe.h"
#include "support/scratch.h"
#include "unit/ground/io/packed.h"

using namespace symkit;
using io::Input;
using test::Pipe;

namespace {

struct Read {
  std::string text;
  std::string error;
};

Read read_all(Input& input, std::size_t buffer_size) {
  Read result;
  std::vector<char> buffer(buffer_size);
  while (true) {
    const auto count = input.read(buffer);
    if (!count) {
      result.error = count.error().message;
      return result;
    }
    if (*count == 0) return result;
    result.text.append(buffer.data(), *count);
  }
}

// All of some content, sent through a pipe in pieces.
Read through_pipe(std::string_view content, std::size_t piece = 1 << 20, std::size_t buffer_size = 5000) {
  Pipe pipe;
  std::jthread writer([&] {
    for (std::size_t at = 0; at < content.size(); at += piece) pipe.write(content.substr(at, piece));
    pipe.close_writer();
  });
  const auto input = Input::from_descriptor(pipe.reader(), "standard input");
  Read result = read_all(*input, buffer_size);
  pipe.drain();
  return result;
}

std::string log_text(int lines) {
  std::string text;
  for (int line = 0; line < lines; ++line) {
    const auto address = static_cast<unsigned>(line) * 2654435761U;
    text += std::to_string(line) + "  libfoo.so 0x" + std::to_string(address) + "\n";
  }
  return text;
}

std::string some_bytes(Input& input) {
  char buffer[4096];
  const auto count = input.read(buffer);
  return count ? std::string(buffer, *count) : "error: " + count.error().message;
}

}  // namespace

TEST_CASE("plain bytes pass as they are") {
  const std::string odd("\xff\xfe\0\r\n\x80 no newline", 17);
  CHECK(through_pipe(odd).text == odd);
  CHECK(through_pipe("").text.empty());
  CHECK(through_pipe("").error.empty());
  const std::string large = log_text(100'000);
  CHECK(through_pipe(large).text == large);
}

TEST_CASE("what only begins like a magic is plain") {
  for (const std::string_view text : {"B", "BZ", "BZh", "BZh9 is a word\n", "(\xb5/", "\x1f", "\x1f\x8b",
                                      "\xfd"
                                      "7zXZ",
                                      "P", "P*M", "\x1f\x8b\x09"}) {
    CAPTURE(text);
    CHECK(through_pipe(text).text == text);
    CHECK(through_pipe(text, 1).text == text);
  }
}

TEST_CASE("compressed data are unpacked, however they are cut on the way") {
  const std::string text = log_text(20'000);
  for (const test::Packer& packer : test::packers()) {
    CAPTURE(packer.name);
    const std::string packed = packer.pack(text);
    REQUIRE(packed.size() < text.size());
    CHECK(through_pipe(packed).text == text);
    CHECK(through_pipe(packed, 4093, 100).text == text);
    CHECK(through_pipe(packer.pack("short\n"), 1).text == "short\n");
    CHECK(through_pipe(packer.pack(""), 1).text.empty());
    CHECK(through_pipe(packer.pack("")).error.empty());
  }
}

TEST_CASE("members that follow one another are one stream") {
  const std::string first = log_text(3000);
  for (const test::Packer& packer : test::packers()) {
    CAPTURE(packer.name);
    const std::string packed = packer.pack(first) + packer.pack("") + packer.pack("the end\n");
    for (const std::size_t piece : {std::size_t{1}, packer.pack(first).size(), packed.size()}) {
      const Read result = through_pipe(packed, piece);
      CHECK(result.text == first + "the end\n");
      CHECK(result.error.empty());
    }
  }
}

TEST_CASE("data that end too soon give what is there, then an error that names the input") {
  const std::string text = log_text(20'000);
  for (const test::Packer& packer : test::packers()) {
    CAPTURE(packer.name);
    const std::string packed = packer.pack(text);
    for (const std::size_t missing :
         {std::size_t{1}, std::size_t{9}, packed.size() / 2, packed.size() - 12}) {
      CAPTURE(missing);
      const Read result = through_pipe(packed.substr(0, packed.size() - missing));
      CHECK(text.starts_with(result.text));
      CHECK(result.error ==
            "standard input: the " + std::string(packer.name) + " data is damaged or truncated");
    }
  }
}

TEST_CASE("broken data are an error, and the input is at its end") {
  const std::string text = log_text(20'000);
  for (const test::Packer& packer : test::packers()) {
    CAPTURE(packer.name);
    std::string packed = packer.pack(text);
    for (std::size_t at = packed.size() / 3; at < packed.size() / 3 + 40; ++at) packed[at] = '\x55';
    CHECK_FALSE(through_pipe(packed).error.empty());
  }
  Pipe pipe;
  pipe.write("\x1f\x8b\x08 this is not gzip, whatever it says");
  pipe.close_writer();
  const auto input = Input::from_descriptor(pipe.reader(), "log.gz");
  CHECK(some_bytes(*input).starts_with("error: log.gz: "));
  CHECK(some_bytes(*input).empty());
}

TEST_CASE("zeros after a gzip member are padding, anything else is an error") {
  const std::string packed = test::gzip("text\n");
  CHECK(through_pipe(packed + std::string(600, '\0')).text == "text\n");
  CHECK(through_pipe(packed + std::string(600, '\0')).error.empty());
  CHECK_FALSE(through_pipe(packed + "rubbish").error.empty());
}

TEST_CASE("a line comes through before the pipe's writer goes on") {
  Pipe pipe;
  const auto input = Input::from_descriptor(pipe.reader(), "standard input");
  // The writer holds the pipe open: a reader that wanted more than what is there would hang here.
  pipe.write("a");
  CHECK(some_bytes(*input) == "a");
  pipe.write("first line\n");
  CHECK(some_bytes(*input) == "first line\n");
  pipe.write("second\n");
  CHECK(some_bytes(*input) == "second\n");
  pipe.close_writer();
  CHECK(some_bytes(*input).empty());
}

TEST_CASE("a reader waits for a slow writer") {
  Pipe pipe;
  const auto input = Input::from_descriptor(pipe.reader(), "standard input");
  std::jthread writer([&] {
    for (const char* line : {"one\n", "two\n"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      pipe.write(line);
    }
    pipe.close_writer();
  });
  CHECK(some_bytes(*input) == "one\n");
  CHECK(some_bytes(*input) == "two\n");
  CHECK(some_bytes(*input).empty());
}

TEST_CASE("a compressed member that is whole comes through while the pipe stays open") {
  for (const test::Packer& packer : test::packers()) {
    CAPTURE(packer.name);
    Pipe pipe;
    const auto input = Input::from_descriptor(pipe.reader(), "standard input");
    pipe.write(packer.pack("first line\n"));
    CHECK(some_bytes(*input) == "first line\n");
    pipe.write(packer.pack("second\n"));
    CHECK(some_bytes(*input) == "second\n");
  }
}

TEST_CASE("a non-blocking descriptor is waited for") {
  Pipe pipe;
  ::fcntl(pipe.reader(), F_SETFL, O_NONBLOCK);
  const auto input = Input::from_descriptor(pipe.reader(), "standard input");
  std::jthread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pipe.write("late\n");
  });
  CHECK(some_bytes(*input) == "late\n");
}

TEST_CASE("files: missing, folder, compressed") {
  CHECK(Input::open("/no/such/file").error().message == "/no/such/file: No such file or directory");
  CHECK(Input::open("/tmp").error().message == "/tmp: is a folder, not a file");
  const test::Scratch scratch;
  const std::string path = scratch.write("log", test::zstd("packed\n"));
  auto input = Input::open(path);
  REQUIRE(input);
  CHECK((*input)->name() == path);
  CHECK(read_all(**input, 3).text == "packed\n");
}

TEST_CASE("an unreadable descriptor is an error by its name") {
  CHECK(some_bytes(*Input::from_descriptor(-1, "standard input")) ==
        "error: standard input: Bad file descriptor");
}

TEST_CASE("what is at hand is read as a file is, also compressed") {
  const std::string text = log_text(3000);
  CHECK(read_all(*Input::of_memory(text, "log"), 1000).text == text);
  CHECK(read_all(*Input::of_memory(test::gzip(text), "log"), 1000).text == text);
  const auto empty = Input::of_memory(std::string(), "log");
  CHECK(empty->ready(std::chrono::milliseconds(0)));
  CHECK(read_all(*empty, 10).text.empty());
}

TEST_CASE("what was peeked at is read, too") {
  const std::string text = log_text(3000);
  const auto input = Input::of_memory(test::gzip(text), "log");
  const auto first = input->peek();
  REQUIRE(first);
  CHECK_FALSE(first->empty());
  CHECK(text.starts_with(*first));
  CHECK(input->peek().value() == *first);
  CHECK(read_all(*input, 7).text == text);
  CHECK(Input::of_memory(std::string(), "log")->peek().value().empty());
  const auto broken = Input::of_memory(test::gzip(text).substr(0, 15), "log");
  CHECK(broken->peek().error().message.starts_with("log: "));
}

namespace {

// Each byte twice.
class Doubled : public symkit::io::Translation {
 public:
  Result<std::size_t> read(Input& source, std::span<char> buffer) override {
    const auto count = source.read(buffer.first(buffer.size() / 2));
    if (!count) return count;
    for (std::size_t i = *count; i-- > 0;) buffer[2 * i] = buffer[2 * i + 1] = buffer[i];
    return 2 * *count;
  }
  bool ready(const io::Input& source, std::chrono::milliseconds patience) const override {
    return source.ready(patience);
  }
};

}  // namespace

TEST_CASE("a translation's text is read, and its source's errors are told once") {
  const auto translated = [](std::string bytes) {
    return Input::translated(Input::of_memory(std::move(bytes), "log"), std::make_unique<Doubled>());
  };
  CHECK(read_all(*translated("abc"), 10).text == "aabbcc");
  const auto input = translated("abc");
  CHECK(input->peek().value() == "aabbcc");
  CHECK(input->name() == "log");
  CHECK(read_all(*input, 10).text == "aabbcc");
  const std::string broken = test::gzip(log_text(3000)).substr(0, 200);
  CHECK(read_all(*translated(broken), 10).error == read_all(*Input::of_memory(broken, "log"), 10).error);
}

namespace {

// Some pieces, one behind the other.
class Pieces final : public io::Feed {
 public:
  explicit Pieces(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}
  std::size_t read(std::span<char> buffer) override {
    if (next_ == pieces_.size()) return 0;
    std::string& piece = pieces_[next_];
    const std::size_t count = piece.copy(buffer.data(), buffer.size());
    piece.erase(0, count);
    if (piece.empty()) ++next_;
    return count;
  }
  bool ready(std::chrono::milliseconds /*patience*/) override { return true; }

 private:
  std::vector<std::string> pieces_;
  std::size_t next_ = 0;
};

}  // namespace

TEST_CASE("what somebody brings is read as a file is, and unpacked") {
  const std::string text = log_text(3000), packed = test::gzip(text);
  for (const std::string& stored : {text, packed}) {
    const auto input = Input::of_feed(std::make_shared<Pieces>(std::vector<std::string>{
                                          stored.substr(0, 1), stored.substr(1, 1000), stored.substr(1001)}),
                                      "the log");
    CHECK(read_all(*input, 700).text == text);
    CHECK(input->stored_bytes() == stored.size());
    CHECK(input->again() == nullptr);
  }
}
