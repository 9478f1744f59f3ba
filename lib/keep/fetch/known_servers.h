// What was found out about servers lately, so that not every run asks again: which kind each is, and whether
// it has an index2.txt. A file of lines in the folder of downloads; what does not read as one is passed over.
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
  std::time_t when = 0;  // it was found out
  ServerTraits traits;
  std::string url;

  static std::optional<KnownServer> read(std::string_view line);
  std::string written() const;
};

class KnownServers {
 public:
  // `folder`: that of downloads. Empty: nothing is remembered.
  explicit KnownServers(std::string folder) : folder_(std::move(folder)) {}

  // For a day after it was found out.
  std::optional<ServerTraits> find(std::string_view url) const;
  // An address with a password is remembered nowhere.
  void learn(std::string_view url, ServerTraits traits) const;
  void forget(std::string_view url) const;

 private:
  // Those that still count, the oldest first.
  std::vector<KnownServer> entries() const;
  void keep(const std::vector<KnownServer>& all) const;
  std::string path() const { return folder_ + "/.servers"; }

  std::string folder_;
};

}  // namespace symkit::fetch
