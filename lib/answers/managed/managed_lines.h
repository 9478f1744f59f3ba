// Answers the Java and JavaScript frames of a log before its lines come to whoever reads its native frames.
#pragma once

#include <optional>

#include "answers/managed/log_crew.h"

namespace symkit::managed {

class ManagedLines final : public stream::LineTaker {
 public:
  // The lines come to `last` in the end.
  ManagedLines(const ManagedWork& work, stream::LineTaker& last);

  // The one that takes the log's lines.
  stream::LineTaker& first() { return own_.any() ? *this : *first_; }
  retrace::Counts java_counts() const;

 private:
  void begin(io::Input& log) override { first_->begin(log); }
  Result<void> take(const io::Line& line, std::uint64_t number) override {
    return first_->take(line, number);
  }
  Result<std::uint64_t> take_many(io::Lines& lines, std::uint64_t number) override;
  std::optional<std::chrono::milliseconds> patience() const override { return first_->patience(); }
  Result<void> release() override { return first_->release(); }
  Result<void> finish() override { return first_->finish(); }

  stream::LineTaker* first_;
  std::optional<retrace::JavaLines> java_;
  std::optional<sourcemap::ScriptLines> scripts_;
  Answerers own_;
  std::optional<LogCrews> crews_;  // if all cores may answer the log
};

}  // namespace symkit::managed
