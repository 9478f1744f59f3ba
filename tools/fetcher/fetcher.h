// Downloads from servers of all kinds: all are asked at once, and the first that has data is used; for an
// image without debug information the file itself is fetched. Files from debuginfods go into their
// clients' cache, all others into a folder of downloads, in the layout of their server.
#pragma once

#include <curl/curl.h>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fetcher/host.h"
#include "keep/fetch/client_cache.h"
#include "keep/fetch/known_servers.h"
#include "keep/fetch/wanted.h"

namespace symkit::fetch {

struct Settings {
  Servers servers;
  ClientCache cache;
  std::string downloads;  // the folder of downloads
  Connection connection;
  bool tells_progress = false;
  bool only_looks = false;  // only finds out which server has what, and how large it is
};

class Fetcher {
 public:
  // Passes a line to the requesting tool; main.cpp lists the lines.
  using Tell = std::function<void(const std::string& line)>;

  Fetcher(Settings settings, Tell tell);
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;
  ~Fetcher();

  void ask(Wanted wanted);
  // A fetched file turned out to be wrong: it is deleted, and the other servers are asked.
  void reject(const std::string& key);
  // Handles transfers in progress, and waits until something arrives there or on one of `inputs`, at most
  // a second.
  void work(std::span<const int> inputs);
  // Keeps incomplete files only if they can be resumed; the program must end after this. It does not wait
  // for libcurl, which may be resolving a name.
  void give_up();

 private:
  struct Job;
  struct Asking;

  // Where a file is stored: the folder, and its name there.
  struct Kept {
    const std::string& folder;
    std::string name;
  };
  Kept kept_as(const Job& job, const RemoteFile& place) const;
  Kept kept_as(const Asking& asking) const;
  static std::string artifact_of(const Job& job);

  bool begin_those_that_wait();
  void begin_round(Job& job);
  bool find_here(Job& job);
  void step(Asking& asking);
  void step_in_folder(Asking& asking);
  void ask_for(Asking& asking, RemoteFile place);
  bool take(Asking& asking, std::string_view bytes);
  bool begin_file(Asking& asking);
  void tell_progress();
  void finish(Asking& asking, CURLcode code);
  void finish_file(Asking& asking);
  void finish_without_file(Asking& asking);
  void finish_look(Asking& asking);
  void finish_pointer(Asking& asking);
  void fail_here(Asking& asking, std::string_view why);
  void tell_tried(const Asking& asking, std::string_view why);
  void finish_probe(Host& host, CURLcode code);
  void give_up_host(Host& host, const std::string& why);
  void wake();
  void remember_kind(Host& host);
  void end_round_if_done(Job& job);
  void end_round(Job& job);
  std::string unreached() const;  // the servers that do not answer
  void tell_name(const Job& job);
  void settle(Job& job, std::string_view verb, const std::string& text);

  Settings settings_;
  KnownServers known_;
  Tell tell_;
  CURLM* multi_;
  std::deque<Host> hosts_;
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  std::deque<Job*> waiting_;  // waiting so that not too many requests are sent at once
  std::set<Job*> at_work_;
  std::chrono::steady_clock::time_point next_progress_{};
  std::vector<Asking*> postponed_;  // until their servers accept requests, or are known
};

}  // namespace symkit::fetch
