// Who gets which line of a log, with which number, and when what waits has waited long enough.
#include "ground/stream/log_pass.h"

#include <string>
#include <thread>
#include <unistd.h>

#include "doctest/doctest.h"

#include "ground/stream/text_lines.h"
#include "support/pipe.h"

using namespace symkit;
using namespace symkit::stream;

namespace {

std::unique_ptr<io::Input> log_of(std::string text) { return io::Input::of_memory(std::move(text), "log"); }

// Notes what comes.
class Notes : public LineTaker {
 public:
  void begin(io::Input& /*log*/) override { all += "begin|"; }
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    all += std::to_string(number) + ":" + std::string(line.text) + (line.is_answered ? "!|" : "|");
    if (line.text.starts_with("fail")) return fail("it fails");
    return {};
  }
  Result<void> finish() override {
    all += "finish";
    return {};
  }
  std::string all;
};

// Keeps each line until the next, and writes two lines for "twice".
class Keeps : public Answerer {
 public:
  using Answerer::Answerer;
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    if (const auto done = release_own(); !done) return done;
    kept_ = line.text;
    number_ = number;
    return {};
  }

 private:
  std::optional<std::chrono::milliseconds> own_patience() const override {
    return kept_.empty() ? std::nullopt : std::optional(std::chrono::milliseconds(10));
  }
  Result<void> release_own() override {
    const std::string text = kept_.starts_with("twice") ? kept_ + kept_ : kept_;
    kept_.clear();
    return take_text(next_, text, number_, true);
  }
  Result<void> finish_own() override { return release_own(); }

  std::string kept_;
  std::uint64_t number_ = 0;
};

}  // namespace

TEST_CASE("lines come one by one, with their numbers; a line that was added has the number of its origin") {
  Notes notes;
  Keeps keeps(notes);
  LogPass pass(keeps);
  CHECK(pass.read(*log_of("one\ntwice\nlast")));
  CHECK(notes.all == "begin|1:one\n!|2:twice\n!|2:twice\n!|3:last!|finish");
  CHECK(pass.lines() == 3);
}

TEST_CASE("logs can count as one") {
  Notes notes;
  LogPass pass(notes, nullptr, 7);
  CHECK(pass.read(*log_of("a\nb\n")));
  CHECK(notes.all == "begin|8:a\n|9:b\n|finish");
  CHECK(pass.lines() == 9);
}

TEST_CASE("the first failure ends the reading, and those who take the lines are told of the end") {
  Notes notes;
  LogPass pass(notes);
  const auto done = pass.read(*log_of("a\nfail\nb\n"));
  REQUIRE(!done);
  CHECK(done.error().message == "it fails");
  CHECK(notes.all == "begin|1:a\n|2:fail\n|finish");
}

TEST_CASE("what waits for later lines is passed on when its time is over") {
  test::Pipe in, out;
  print::Output output(out.writer());
  WrittenLines written(output, false);
  Keeps keeps(written);
  std::jthread reader([&] {
    const auto input = io::Input::from_descriptor(in.reader(), "log");
    CHECK(LogPass(keeps, &output).read(*input));
  });
  in.write("live\n");
  char buffer[16];
  CHECK(::read(out.reader(), buffer, sizeof buffer) == 5);  // though the log goes on
  in.close_writer();
}

TEST_CASE("lines are written, or dropped where something else is written in their place") {
  std::string text;
  print::Output output([&](std::string_view part) {
    text += part;
    return true;
  });
  for (const bool drops : {false, true}) {
    WrittenLines written(output, drops);
    CHECK(written.only_writes());
    CHECK(LogPass(written, &output).read(*log_of(drops ? "no\n" : "yes\n")));
  }
  CHECK(text == "yes\n");
}
