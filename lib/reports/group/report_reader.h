// Reads logs for the crash reports in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "answers/rewrite/answering_walk.h"
#include "ground/base/result.h"
#include "ground/io/input.h"
#include "ground/stream/line_taker.h"
#include "reports/group/log_reader.h"

namespace symkit::group {

class ReportReader {
 public:
  // `names`: names frames that have no names; null: they are compared by their places.
  ReportReader(Sites& sites, Splitter::TakeReport take, symbolize::FrameResolver* names = nullptr)
      : sites_(sites), take_(std::move(take)), names_(names) {}

  // To whom the lines of the next log come. `name`: the log's name in the places of its reports.
  stream::LineTaker& next(std::string_view name);
  // Reads it; the lines come to `first` first.
  Result<void> read(io::Input& log, stream::LineTaker& first);
  Result<void> read(io::Input& log, std::string_view name) { return read(log, next(name)); }

  std::uint64_t lines() const { return lines_; }

 private:
  Sites& sites_;
  Splitter::TakeReport take_;
  symbolize::FrameResolver* names_;
  std::optional<LogReader> reader_;  // of the last log: nothing of it tells in the next
  std::optional<rewrite::AnsweringWalk> walk_;
  std::uint64_t lines_ = 0;
};

}  // namespace symkit::group
