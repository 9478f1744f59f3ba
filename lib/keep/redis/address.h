// The address of an engine that speaks Redis' protocol, with the login:
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
  std::string name;  // for IPv6, without brackets
  std::uint16_t port = 6379;

  std::string text() const;
  bool operator==(const Host&) const = default;
};

// PEM files, for engines that require client certificates. No certificate: none is sent. No key: it is in
// the same file.
struct OwnCertificate {
  std::string certificate;
  std::string key;
};

struct Address {
  std::vector<Host> hosts;  // several: nodes of one cluster, or a server and its replicas
  std::string socket;       // the path of a Unix socket; then there are no hosts
  bool secure = false;
  OwnCertificate own;  // ?cert=, ?key=
  std::string user;
  std::string password;
  unsigned database = 0;
  std::string prefix;     // ?prefix=: put before all keys, if several users share a database
  bool cluster = false;   // ?cluster=1: fetch the slot map at once, not when a node first replies MOVED
  bool replicas = false;  // ?replicas=1: read from replicas
  std::chrono::milliseconds connect_patience{200};  // ?connect_ms=
  std::chrono::milliseconds patience{500};          // ?command_ms=: the longest time without progress

  // The URL for messages: without the password.
  std::string place() const;
};

// Whether the URL's scheme is that of an engine.
bool is_engine(std::string_view url);

// Messages never contain the password.
Result<Address> read_address(std::string_view url);

}  // namespace symkit::redis
