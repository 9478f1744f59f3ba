// Recent findings about servers, so that not every run has to repeat them: the kind of each, and whether
// it has an index2.txt. A file of lines in the download folder; lines that do not parse are ignored.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keep/fetch/servers.h"

namespace symkit::fetch {

struct ServerTraits {
  ServerKind kind = ServerKind::Unknown;
  bool has_shelves = false;  // an index2.txt

  bool operator==(const ServerTraits&) const = default;
};

// A line of the file.
struct KnownServer {
  std::time_t when = 0;  // when it was found out
  ServerTraits traits;
  std::string url;

  static std::optional<KnownServer> read(std::string_view line);
  std::string written() const;
};

class KnownServers {
 public:
  // `folder`: the download folder. Empty: nothing is remembered.
  explicit KnownServers(std::string folder) : folder_(std::move(folder)) {}

  // Findings are valid for a day.
  std::optional<ServerTraits> find(std::string_view url) const;
  // An address with a password is not stored.
  void learn(std::string_view url, ServerTraits traits) const;
  void forget(std::string_view url) const;

 private:
  // The valid ones, the oldest first.
  std::vector<KnownServer> entries() const;
  void keep(const std::vector<KnownServer>& all) const;
  std::string path() const { return folder_ + "/.servers"; }

  std::string folder_;
};

}  // namespace symkit::fetch
