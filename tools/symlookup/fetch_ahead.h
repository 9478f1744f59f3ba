// What a log needs from servers is asked for as soon as the log names it: a thread goes through the log ahead
// of its reader, through the file itself, or through what a pipe has given so far.
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
  std::chrono::milliseconds wait{};             // so long are frames of a stream held back
  const crashlog::Knowledge& known;
};

class FetchAhead {
 public:
  // `input` is replaced where it cannot be read twice. Null where nothing is fetched.
  static std::unique_ptr<FetchAhead> begin(const Fetching& fetching, std::unique_ptr<io::Input>& input);
  FetchAhead(const FetchAhead&) = delete;
  FetchAhead& operator=(const FetchAhead&) = delete;
  // When the log was read: there is nothing more to be learnt.
  ~FetchAhead();

 private:
  FetchAhead(const Fetching& fetching, std::unique_ptr<io::Input>& input);

  std::shared_ptr<fetch::Downloads> downloads_;
  std::shared_ptr<io::ReadAhead> ahead_;  // null: of a file
  rewrite::ImageScout scout_;
  std::thread thread_;
};

}  // namespace symkit::symlookup
