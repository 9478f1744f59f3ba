// A server, and what is known of it in this run.
#pragma once

#include <chrono>
#include <curl/curl.h>
#include <memory>
#include <optional>
#include <string>

#include "fetcher/exchange.h"
#include "keep/fetch/known_servers.h"
#include "keep/fetch/places.h"
#include "keep/fetch/servers.h"

namespace symkit::fetch {

class Host {
 public:
  // `known`: what an earlier run has found out.
  Host(Server server, std::optional<ServerTraits> known);

  const std::string& url() const { return server_.url; }
  ServerKind kind() const { return server_.kind; }
  bool has_shelves() const { return has_shelves_; }
  // A folder is looked into, not asked.
  bool is_folder() const { return !folder_.empty(); }
  // The file in the folder, which must really lie there; empty: it is not.
  std::string file_of(const Place& place) const;

  // Whether it was asked for its index2.txt, where that tells anything: SymStore's servers with one have
  // their files a level deeper, and a debuginfod refuses it in words of its own.
  enum class Probe : std::uint8_t { Due, Running, Done };
  Probe probe() const { return probe_; }
  void begin_probe(CURLM* multi, const Connection& how);
  // True: it goes on, by a redirection. Else `note` is what has been found out, for people; empty: nothing.
  bool probe_goes_on(CURLcode code, std::string& note);
  std::string trouble_of_probe() const { return trouble_; }

  // It answered where servers of this kind do.
  void take_kind(ServerKind kind);
  // What an earlier run has found out need not hold any more: where it led to nothing yet, it is found out
  // anew. False: there is nothing to doubt.
  bool doubt();
  int times_doubted() const { return times_doubted_; }
  // Once each time that something was found out in this run.
  std::optional<ServerTraits> take_discovery();
  bool has_answered = false;  // ever
  bool is_dead = false;       // it could not be reached: not asked again

  // When it may be asked again; it has asked for that. False: that is too long.
  bool postpone(long seconds);
  std::chrono::steady_clock::time_point not_before() const { return not_before_; }

 private:
  Server server_;
  ServerKind named_kind_;  // by the user
  std::string folder_;     // of file://
  bool has_shelves_ = false;
  Probe probe_ = Probe::Due;
  bool is_remembered_ = false;  // and nothing has come of it yet
  int times_doubted_ = 0;
  bool is_discovery_ = false;
  std::unique_ptr<Exchange> exchange_;
  std::string answer_;  // of the probe
  std::string trouble_;
  std::chrono::steady_clock::time_point not_before_{};
  std::chrono::seconds waited_{0};
};

}  // namespace symkit::fetch
