// A server, and what is known about it in this run.
#pragma once

#include <chrono>
#include <curl/curl.h>
#include <memory>
#include <optional>
#include <string>

#include "fetcher/exchange.h"
#include "keep/fetch/known_servers.h"
#include "keep/fetch/remote_files.h"
#include "keep/fetch/servers.h"

namespace symkit::fetch {

class Host {
 public:
  // `known`: found out by an earlier run.
  Host(Server server, std::optional<ServerTraits> known);

  const std::string& url() const { return server_.url; }
  ServerKind kind() const { return server_.kind; }
  bool has_shelves() const { return has_shelves_; }
  // A folder is searched directly, without requests.
  bool is_folder() const { return !folder_.empty(); }
  // The file in the folder, which must not lead out of it; empty if there is none.
  std::string file_of(const RemoteFile& place) const;

  // Whether its index2.txt was requested, for kinds where that matters: SymStore servers that have one
  // store files a level deeper, and a debuginfod refuses it with a typical message.
  enum class Probe : std::uint8_t { Due, Running, Done };
  Probe probe() const { return probe_; }
  void begin_probe(CURLM* multi, const Connection& how);
  // Returns true if a redirection is followed. Otherwise `note` is what was found out, for people; empty:
  // nothing.
  bool probe_goes_on(CURLcode code, std::string& note);
  std::string trouble_of_probe() const { return trouble_; }

  // It answered at a place where servers of this kind do.
  void take_kind(ServerKind kind);
  // The traits from an earlier run may be outdated: if they have not led to anything yet, they are
  // determined again. Returns false if there is nothing to doubt.
  bool doubt();
  int times_doubted() const { return times_doubted_; }
  // Once for each discovery in this run.
  std::optional<ServerTraits> take_discovery();
  bool has_answered = false;  // in this run
  bool is_dead = false;       // it could not be reached: no more requests are sent

  // Sets when requests may be sent again, as it requested. Returns false if that is too long.
  bool postpone(long seconds);
  std::chrono::steady_clock::time_point not_before() const { return not_before_; }

 private:
  Server server_;
  ServerKind named_kind_;  // by the user
  std::string folder_;     // of file://
  bool has_shelves_ = false;
  Probe probe_ = Probe::Due;
  bool is_remembered_ = false;  // and not confirmed yet
  int times_doubted_ = 0;
  bool is_discovery_ = false;
  std::unique_ptr<Exchange> exchange_;
  std::string answer_;  // to the probe
  std::string trouble_;
  std::chrono::steady_clock::time_point not_before_{};
  std::chrono::seconds waited_{0};
};

}  // namespace symkit::fetch
