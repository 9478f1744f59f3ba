// What a log says later is known in time where the log is a file, and is never taken from another process's
// part.
#include "answers/rewrite/foresight.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "doctest/doctest.h"

#include "answers/rewrite/walk.h"
#include "support/pipe.h"

using namespace symkit;

namespace {

// Each frame's address, and where its image was loaded or the kernel moved.
class Places : public rewrite::Visitor {
 public:
  std::vector<std::string> all;

  void pass(std::string_view /*bytes*/) override {}
  void frames(rewrite::FramesOfLine& line) override {
    const crashlog::Frame& frame = line.frame();
    const auto place = frame.load_address ? frame.load_address : frame.slide;
    char text[64];
    std::snprintf(text, sizeof text, "%llx @ %llx",
                  static_cast<unsigned long long>(frame.runtime_address.value_or(0)),
                  static_cast<unsigned long long>(place.value_or(0)));
    all.emplace_back(text);
    while (line.next()) {
    }
  }
  void document_line(const rewrite::DocumentLine& /*line*/) override {}
};

void walk(rewrite::Walk& walk, io::Input& input) {
  io::Lines lines(input);
  walk.begin(input);
  std::uint64_t number = 0;
  for (auto line = lines.next(); line && *line; line = lines.next()) walk.take(**line, ++number);
  walk.finish();
}

class LogFile {
 public:
  explicit LogFile(std::string_view text) : file_(std::tmpfile()) {
    REQUIRE(std::fwrite(text.data(), 1, text.size(), file_) == text.size());
    std::fflush(file_);
    REQUIRE(::lseek(::fileno(file_), 0, SEEK_SET) == 0);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() { std::fclose(file_); }
  bool skip(std::size_t bytes) const {
    return ::lseek(::fileno(file_), static_cast<off_t>(bytes), SEEK_SET) == static_cast<off_t>(bytes);
  }
  std::unique_ptr<io::Input> input() const { return io::Input::from_descriptor(::fileno(file_), "log"); }

 private:
  std::FILE* file_;
};

std::vector<std::string> in_file(std::string_view log) {
  Places places;
  rewrite::Walk walker(places);
  walk(walker, *LogFile(log).input());
  return places.all;
}

std::vector<std::string> in_pipe(std::string_view log) {
  test::Pipe pipe;
  pipe.write(log);
  pipe.close_writer();
  Places places;
  rewrite::Walk walker(places);
  walk(walker, *io::Input::from_descriptor(pipe.reader(), "pipe"));
  return places.all;
}

std::string frame(std::string_view address) {
  return "#0  0x" + std::string(address) + " in ?? () from /l/a.so\n";
}

std::string mappings(std::string_view begin, std::string_view end) {
  return "Mapped address spaces:\n 0x" + std::string(begin) + " 0x" + std::string(end) +
         " 0x1000 0x0 r-xp /l/a.so\n";
}

using Found = std::vector<std::string>;

}  // namespace

TEST_CASE("mappings behind the frames are known in a file, and not in a pipe") {
  const std::string log = frame("00007f0000001234") + mappings("7f0000000000", "7f0000002000");
  CHECK(in_file(log) == Found{"7f0000001234 @ 7f0000000000"});
  CHECK(in_pipe(log) == Found{"7f0000001234 @ 0"});
}

TEST_CASE("a session's frames are not placed by the mappings of the next") {
  const std::string log = "GNU gdb (Debian 13.1)\n" + frame("00007f0000001234") + "GNU gdb (Debian 13.1)\n" +
                          frame("00007f0000001235") + mappings("7f0000000000", "7f0000002000");
  CHECK(in_file(log) == Found{"7f0000001234 @ 0", "7f0000001235 @ 7f0000000000"});
}

TEST_CASE("each session's frames are placed by its own mappings") {
  std::string log;
  Found expected;
  for (const char* base : {"7f0000000000", "7e0000000000", "7d0000000000"}) {
    const std::string begin(base), stem = begin.substr(0, 9);
    log += "GNU gdb (Debian 13.1)\n" + frame("0000" + stem + "234") + mappings(begin, stem + "fff");
    expected.push_back(stem + "234 @ " + begin);
  }
  CHECK(in_file(log) == expected);
}

TEST_CASE("lines of /proc/PID/maps place what stands before them") {
  const std::string log = frame("00007f0000001234") +
                          "7f0000000000-7f0000001000 r--p 00000000 fe:00 12 /l/a.so\n"
                          "7f0000001000-7f0000002000 r-xp 00001000 fe:00 12 /l/a.so\n";
  CHECK(in_file(log) == Found{"7f0000001234 @ 7f0000000000"});
}

TEST_CASE("two lists of mappings are two processes'") {
  const std::string list = "7f0000000000-7f0000002000 r-xp 00000000 fe:00 12 /l/a.so\n";
  const std::string other = "7e0000000000-7e0000002000 r-xp 00000000 fe:00 12 /l/a.so\n";
  CHECK(in_file(frame("00007f0000001234") + list + frame("00007e0000001234") + other) ==
        Found{"7f0000001234 @ 7f0000000000", "7e0000001234 @ 0"});
}

TEST_CASE("the kernel's place is known before its line, but not across a boot") {
  const std::string address = " [<ffffffffad0010cf>]\n";
  const std::string place = "Kernel Offset: 0x2c000000 from 0xffffffff81000000\n";
  CHECK(in_file(address + place) == Found{"ffffffffad0010cf @ 2c000000"});
  CHECK(in_file("BUG: one\n" + address + "BUG: two\n" + place) == Found{"ffffffffad0010cf @ 2c000000"});
  CHECK(in_file(address + "Linux version 6.1\n" + place) == Found{"ffffffffad0010cf @ 0"});
  CHECK(in_pipe(address + place) == Found{"ffffffffad0010cf @ 0"});
}

TEST_CASE("a log that begins within its file is read again from there") {
  const std::string before = "GNU gdb (Debian 13.1)\n";
  const LogFile file(before + frame("00007f0000001234") + mappings("7f0000000000", "7f0000002000"));
  REQUIRE(file.skip(before.size()));
  Places places;
  rewrite::Walk walker(places);
  walk(walker, *file.input());
  CHECK(places.all == Found{"7f0000001234 @ 7f0000000000"});
}

TEST_CASE("what one log says of images does not hold for the next") {
  Places places;
  rewrite::Walk walker(places);
  const LogFile one(mappings("7f0000000000", "7f0000002000")), two(frame("00007f0000001234"));
  walk(walker, *one.input());
  walk(walker, *two.input());
  CHECK(places.all == Found{"7f0000001234 @ 0"});
}
