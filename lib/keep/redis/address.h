// Where an engine that speaks Redis' protocol is, and as whom it is asked:
// redis://[user:pass@]host[:port][/db], rediss:// (TLS), unix:///path?db=n.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::redis {

struct Host {
  std::string name;  // of IPv6 without its brackets
  std::uint16_t port = 6379;

  std::string text() const;
  bool operator==(const Host&) const = default;
};

// Files in PEM, for engines that want to know their clients. No certificate: nothing is shown. No key: it is
// in the same file.
struct OwnCertificate {
  std::string certificate;
  std::string key;
};

struct Address {
  std::vector<Host> hosts;  // several, with commas: nodes of one cluster, or a server and its replicas
  std::string socket;       // the path of a Unix socket; then there are no hosts
  bool secure = false;
  OwnCertificate own;  // ?cert=, ?key=
  std::string user;
  std::string password;
  unsigned database = 0;
  std::string prefix;     // ?prefix=: what all keys begin with, where several share a database
  bool cluster = false;   // ?cluster=1: ask for the map of slots at once, not when a node first says MOVED
  bool replicas = false;  // ?replicas=1: replicas are read from
  std::chrono::milliseconds connect_patience{200};  // ?connect_ms=
  std::chrono::milliseconds patience{500};          // ?command_ms=: how long nothing may move

  // The URL as people may see it: without the password.
  std::string place() const;
};

// Whether this is the URL of an engine, by what stands before "://".
bool is_engine(std::string_view url);

// Messages never hold the password.
Result<Address> read_address(std::string_view url);

}  // namespace symkit::redis
