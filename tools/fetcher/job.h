// One thing that is wanted, from all servers; and one server that is asked for it.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fetcher/exchange.h"
#include "fetcher/fetcher.h"
#include "keep/fetch/draft.h"

namespace symkit::fetch {

struct Fetcher::Asking {
  Job& job;
  Host& host;
  bool has_places = false;
  int doubts = 0;              // of the server's kind, when its places were worked out
  std::deque<Place> places{};  // that are left
  Place place{};               // that it is asked for now
  std::unique_ptr<Exchange> exchange{};
  std::string pointer{};     // what came of a file.ptr
  std::string trouble{};     // of our own making
  bool starts_anew = false;  // what is here of the file does not fit
  bool wants_all = false;    // the server does not know how to be asked for a file's size alone
  int goings_on = 0;
  bool is_done = false;
};

struct Fetcher::Job {
  Wanted wanted;
  std::string key;
  Round round = Round::Debug;
  int tries = 0;
  bool is_settled = false;
  bool skips_caches = false;
  std::set<const Host*> rejected{};  // what they have is something else
  std::vector<std::unique_ptr<Asking>> askings{};
  Asking* winner = nullptr;
  std::unique_ptr<Draft> draft{};
  std::string trouble{};  // of the last server that did not just say that it has no such file
  std::string path{};     // of what came, or was here
  const Host* sender = nullptr;
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

}  // namespace symkit::fetch
