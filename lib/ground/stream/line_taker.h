// The lines of a log on their way: each taker answers what it knows of a line, and gives the line, changed
// or not, to the next taker.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/each_line.h"
#include "ground/base/result.h"
#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "ground/print/output.h"

namespace symkit::stream {

class LineTaker {
 public:
  LineTaker() = default;
  LineTaker(const LineTaker&) = delete;
  LineTaker& operator=(const LineTaker&) = delete;
  virtual ~LineTaker() = default;

  // The lines that follow are those of this log.
  virtual void begin(io::Input& log) = 0;
  // `number`: of the line in the log, from 1. A line that was added has the number of its origin.
  virtual Result<void> take(const io::Line& line, std::uint64_t number) = 0;
  // The same for whole lines, one after the other, that nobody has answered.
  virtual Result<void> take_all(std::string_view lines, std::uint64_t number) {
    return take_each(lines, number);
  }
  // Takes some of the lines that are available together, and returns their number; 0: take() them one by
  // one.
  virtual Result<std::uint64_t> take_many(io::Lines& /*lines*/, std::uint64_t /*number*/) { return 0; }
  // How long the lines that wait for later ones may still wait; nothing: none wait.
  virtual std::optional<std::chrono::milliseconds> patience() const { return std::nullopt; }
  // Passes on the lines that wait.
  virtual Result<void> release() { return {}; }
  // The log has ended.
  virtual Result<void> finish() = 0;

  // Whether lines are just written, whatever their numbers.
  virtual bool only_writes() const { return false; }

 protected:
  Result<void> take_each(std::string_view lines, std::uint64_t number) {
    Result<void> done;
    each_line(lines, [&](std::string_view line) {
      if (done) done = take({line}, number++);
    });
    return done;
  }
};

// A taker with another one after it.
class Answerer : public LineTaker {
 public:
  explicit Answerer(LineTaker& next) : next_(next) {}

  void begin(io::Input& log) override { next_.begin(log); }
  std::optional<std::chrono::milliseconds> patience() const override {
    const auto own = own_patience(), behind = next_.patience();
    return own && behind ? std::min(own, behind) : own ? own : behind;
  }
  Result<void> release() override {
    const auto done = release_own();
    return done ? next_.release() : done;
  }
  Result<void> finish() override {
    const auto done = finish_own();
    const auto finished = next_.finish();
    return done ? finished : done;
  }

 protected:
  virtual std::optional<std::chrono::milliseconds> own_patience() const { return std::nullopt; }
  virtual Result<void> release_own() { return {}; }
  virtual Result<void> finish_own() = 0;

  LineTaker& next_;
};

// The end of the way: writes the lines, or drops them if something else is written in their place.
class WrittenLines final : public LineTaker {
 public:
  WrittenLines(print::Output& output, bool drops) : output_(output), drops_(drops) {}

  void begin(io::Input& /*log*/) override {}
  Result<void> take(const io::Line& line, std::uint64_t /*number*/) override {
    if (!drops_) output_.write(line.text);
    return {};
  }
  Result<void> finish() override { return {}; }
  Result<void> take_all(std::string_view lines, std::uint64_t /*number*/) override {
    if (!drops_) output_.write(lines);
    return {};
  }
  bool only_writes() const override { return true; }

 private:
  print::Output& output_;
  bool drops_;
};

}  // namespace symkit::stream
