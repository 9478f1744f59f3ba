// What a log needs from servers is asked for as soon as the log names it: a thread goes through the log ahead
// of its reader, through the file itself, or through what a pipe has given so far.
#pragma once

#include <chrono>
#include <memory>
#include <thread>

#include "crashlog/report.h"
#include "fetch/downloads.h"
#include "io/input.h"
#include "io/read_ahead.h"
#include "locate/search.h"
#include "rewrite/image_scout.h"

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
