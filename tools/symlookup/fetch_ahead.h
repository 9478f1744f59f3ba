// Requests what a log needs from servers as soon as the log names it: a thread reads the log ahead of its
// reader, from the file, or from what a pipe has delivered so far.
#pragma once

#include <chrono>
#include <memory>
#include <thread>

#include "answers/rewrite/image_scout.h"
#include "find/locate/search.h"
#include "ground/io/input.h"
#include "ground/io/read_ahead.h"
#include "keep/fetch/downloads.h"
#include "logs/crashlog/report.h"

namespace symkit::symlookup {

struct Fetching {
  std::shared_ptr<const locate::Search> search;
  std::shared_ptr<fetch::Downloads> downloads;  // null: nothing is fetched
  std::chrono::milliseconds wait{};             // how long frames of a stream are delayed
  const crashlog::Knowledge& known;
};

class FetchAhead {
 public:
  // `input` is replaced if it cannot be read twice. Null if nothing is fetched.
  static std::unique_ptr<FetchAhead> begin(const Fetching& fetching, std::unique_ptr<io::Input>& input);
  FetchAhead(const FetchAhead&) = delete;
  FetchAhead& operator=(const FetchAhead&) = delete;
  // Called when the log has been read, so that no more will be found.
  ~FetchAhead();

 private:
  FetchAhead(const Fetching& fetching, std::unique_ptr<io::Input>& input);

  std::shared_ptr<fetch::Downloads> downloads_;
  std::shared_ptr<io::ReadAhead> ahead_;  // null for a file
  rewrite::ImageScout scout_;
  std::thread thread_;
};

}  // namespace symkit::symlookup
