#include "ground/print/progress.h"

#include <cstdlib>
#include <thread>
#include <vector>

#include "doctest/doctest.h"

#include "ground/base/utf8.h"
#include "support/pipe.h"

using namespace symkit::print;
using symkit::test::everything_in;
using symkit::test::Pipe;

namespace {

std::size_t columns_used(std::string_view line) {
  std::size_t count = 0;
  for (; !line.empty(); ++count) {
    const symkit::Utf8Piece piece = symkit::first_utf8(line);
    REQUIRE(piece.valid);
    line.remove_prefix(piece.size);
  }
  return count;
}

std::size_t drawings_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("MB/s"); at != std::string_view::npos; at = text.find("MB/s", at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("the line names the file, the part done and the rate") {
  const std::string line =
      progress_line({.name = "libfoo.so.debug", .done = 30'000'000, .total = 60'000'000, .seconds = 0.1}, 79);
  CHECK(line == "libfoo.so.debug  [==========>          ]  50%  300 MB/s");
}

TEST_CASE("an unknown total shows bytes, a done total a full bar, an overrun no more than that") {
  CHECK(progress_line({.name = "f", .done = 30'000'000, .seconds = 0.1}, 79) == "f  30 MB  300 MB/s");
  CHECK(progress_line({.name = "lib", .done = 500, .seconds = 0.1, .unit = ProgressUnit::Files}, 79) ==
        "lib  500 files  5000 files/s");
  const std::string done = progress_line({.name = "f", .done = 7, .total = 7, .seconds = 1}, 79);
  CHECK(done.find("=]") != std::string::npos);
  CHECK(done.find("100%") != std::string::npos);
  CHECK(progress_line({.name = "f", .done = 9, .total = 7, .seconds = 1}, 79) == done);
  CHECK(progress_line({.name = "f", .done = 0, .total = 7, .seconds = 0}, 79).find("  0%  0 MB/s") !=
        std::string::npos);
}

TEST_CASE("what the total does not count shows in the rate alone") {
  const ProgressState skeletons{
      .name = "app", .done = 1'000'000, .total = 4'000'000, .beyond = 99'000'000, .seconds = 0.5};
  CHECK(progress_line(skeletons, 79).ends_with("]  25%  200 MB/s"));
  CHECK(progress_line({.name = "app", .done = 1'000'000, .beyond = 99'000'000, .seconds = 0.5}, 79) ==
        "app  100 MB  200 MB/s");
}

TEST_CASE("the line fits, whatever the terminal's width and the name") {
  for (const std::string_view name :
       {"", "f", "a_rather_long_name_of_a_shared_library.so.1.2.3.debug",
        "библиотека-с-длинным-именем.so.debug", "broken\xff\xfe\nname\x1b[2J of a file that goes on"})
    for (std::size_t columns = 0; columns < 200; ++columns) {
      const std::string line =
          progress_line({.name = name, .done = 123'456'789, .total = 987'654'321, .seconds = 0.7}, columns);
      REQUIRE(columns_used(line) <= columns);
      REQUIRE(line.find('\n') == std::string::npos);
      REQUIRE(line.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("a name is cut in its middle, between characters") {
  CHECK(shortened("libfoo.so.debug", 15) == "libfoo.so.debug");
  CHECK(shortened("libfoo.so.debug", 9) == "libf…ebug");
  CHECK(shortened("libfoo.so.debug", 1) == "…");
  CHECK(shortened("libfoo.so.debug", 0).empty());
  CHECK(shortened("привет.so", 6) == "пр….so");
}

TEST_CASE("auto shows nothing where there is no terminal; never shows nothing at all") {
  for (const ProgressMode mode : {ProgressMode::Auto, ProgressMode::Never}) {
    Pipe pipe;
    Progress progress(mode, pipe.writer());
    CHECK_FALSE(progress.shown());
    progress.begin("file", 100);
    progress.advance(50);
    progress.finish();
    CHECK(everything_in(pipe).empty());
  }
}

TEST_CASE("auto draws on a terminal, but not on a dumb one") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return;
  const int side = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
  if (side < 0) return;
  ::setenv("TERM", "xterm", 1);
  CHECK(Progress(ProgressMode::Auto, side).shown());
  ::setenv("TERM", "dumb", 1);
  CHECK_FALSE(Progress(ProgressMode::Auto, side).shown());
  CHECK(Progress(ProgressMode::Always, side).shown());
  ::close(side);
  ::close(terminal);
}

TEST_CASE("the line is drawn at once, seldom, and is gone at the end") {
  Pipe pipe;
  {
    Progress progress(ProgressMode::Always, pipe.writer());
    progress.begin("file.debug", 1'000'000);
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < 4; ++worker)
      workers.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) {
          progress.advance(100);
          if (i % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
      });
    workers.clear();
    progress.finish();
    progress.advance(1);  // comes too late to be drawn
  }
  const std::string drawn = everything_in(pipe);
  CHECK(drawn.starts_with("\r\x1b[Kfile.debug"));
  CHECK(drawn.ends_with("MB/s\r\x1b[K"));
  CHECK(drawings_in(drawn) >= 2);
  CHECK(drawings_in(drawn) <= 30);
}

TEST_CASE("what is soon done is not drawn, what takes longer is; what there is to do may be known later") {
  Pipe soon, late;
  Progress quick(ProgressMode::Always, soon.writer());
  quick.begin("folder", 0, ProgressUnit::Files, std::chrono::hours(1));
  quick.expect(100);
  quick.advance(100);
  quick.finish();
  CHECK(everything_in(soon).empty());

  Progress slow(ProgressMode::Always, late.writer());
  slow.begin("folder", 0, ProgressUnit::Files, std::chrono::milliseconds(30));
  slow.advance(400);
  slow.expect(100);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  slow.advance(50);
  slow.finish();
  const std::string drawn = everything_in(late);
  CHECK(drawn.starts_with("\r\x1b[Kfolder  "));
  CHECK(drawn.find(" 50%") != std::string::npos);
  CHECK(drawn.ends_with(" files/s\r\x1b[K"));
}

TEST_CASE("a message can be printed between two drawings") {
  Pipe pipe;
  Progress progress(ProgressMode::Always, pipe.writer());
  progress.begin("file", 100);
  progress.erase();
  pipe.write("warning: odd\n");
  progress.finish();
  CHECK(everything_in(pipe).ends_with("MB/s\r\x1b[Kwarning: odd\n"));
}

TEST_CASE("lines about what goes on besides stand above the bar, and make way for what is printed") {
  Pipe pipe;
  Progress progress(ProgressMode::Always, pipe.writer());
  progress.show_besides({"one", "two"});
  progress.print_between([&] { pipe.write("said\n"); });
  progress.begin("file", 100);
  progress.show_besides({});
  progress.finish();
  const std::string drawn = everything_in(pipe);
  CHECK(drawn.starts_with("\r\x1b[Kone\ntwo\x1b[1A\r\x1b[Jsaid\n\r\x1b[Kone\ntwo\nfile "));
  CHECK(drawn.ends_with("MB/s\r\x1b[K"));
}
