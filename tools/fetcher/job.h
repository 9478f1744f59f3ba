// A wanted file, requested from all servers; and one server that is asked for it.
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
  int doubts = 0;                   // of the server's kind, when its places were determined
  std::deque<RemoteFile> places{};  // still to be tried
  RemoteFile place{};               // being requested
  std::unique_ptr<Exchange> exchange{};
  std::string pointer{};     // the content of a file.ptr
  std::string trouble{};     // from this program, not from the server
  bool starts_anew = false;  // the local part of the file does not match
  bool wants_all = false;    // the server cannot be asked for only a file's size
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
  std::set<const Host*> rejected{};  // they sent something else
  std::vector<std::unique_ptr<Asking>> askings{};
  Asking* winner = nullptr;
  std::unique_ptr<Draft> draft{};
  std::string trouble{};  // of the last server that did not merely lack the file
  std::string path{};     // of the file that was fetched, or existed
  const Host* sender = nullptr;
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

}  // namespace symkit::fetch
