// Downloads from servers of all kinds: all of them are asked at once, the first one that has data wins; of an
// image without debug information the file itself is taken. What debuginfods have goes to their clients'
// cache, all else to a folder of downloads, in the layout of the server that it came from.
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
  std::string downloads;  // the folder
  Connection connection;
  bool tells_progress = false;
  bool only_looks = false;  // who has what, and how large it is: nothing is downloaded
};

class Fetcher {
 public:
  // A line for the tool that has asked: main.cpp lists them.
  using Tell = std::function<void(const std::string& line)>;

  Fetcher(Settings settings, Tell tell);
  Fetcher(const Fetcher&) = delete;
  Fetcher& operator=(const Fetcher&) = delete;
  ~Fetcher();

  void ask(Wanted wanted);
  // What came for it turned out to be something else: it is taken away, and the others are asked.
  void reject(const std::string& key);
  // Works on what is under way, and waits until something comes in there or on one of `inputs`, a second at
  // most.
  void work(std::span<const int> inputs);
  // What is not whole stays only as what can be gone on with: nothing comes after this but the end of the
  // program. It does not wait for libcurl, which may be looking up a name.
  void give_up();

 private:
  struct Job;
  struct Asking;

  // Where a file goes: which folder, and under which name in it.
  struct Kept {
    const std::string& folder;
    std::string name;
  };
  Kept kept_as(const Job& job, const Place& place) const;
  Kept kept_as(const Asking& asking) const;
  static std::string artifact_of(const Job& job);

  bool begin_those_that_wait();
  void begin_round(Job& job);
  bool find_here(Job& job);
  void step(Asking& asking);
  void step_in_folder(Asking& asking);
  void ask_for(Asking& asking, Place place);
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
  std::deque<Job*> waiting_;  // no more at once than are good for a server
  std::set<Job*> at_work_;
  std::chrono::steady_clock::time_point next_progress_{};
  std::vector<Asking*> postponed_;  // until their servers want to be asked, or are known
};

}  // namespace symkit::fetch
