// Looks up a host's addresses. The C library's resolver loads system libraries into the process, which a
// statically linked tool must not do (those of another release would crash it). So this reads numeric
// addresses, /etc/hosts, and DNS as configured in /etc/resolv.conf.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <vector>

#include "ground/base/result.h"
#include "keep/redis/address.h"

namespace symkit::redis {

struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;
};

// For a numeric address; empty for a name.
std::vector<Endpoint> endpoint_of_number(std::string_view number, std::uint16_t port);

// The addresses of a name in a file like /etc/hosts.
std::vector<Endpoint> endpoints_in_hosts(std::string_view hosts_file, const Host& host);

// How to look up names, according to a file like /etc/resolv.conf.
struct NameServers {
  std::vector<Endpoint> servers;
  std::vector<std::string> search;
  unsigned dots = 1;  // a name with fewer is first tried within the domains of `search`
};
NameServers read_name_servers(std::string_view resolv_file);

// In the order in which they are tried.
std::vector<std::string> full_names(std::string_view name, const NameServers& servers);

// DNS over UDP, IPv4 addresses first. Empty: no server knows the name. An error: no server replied in
// time.
Result<std::vector<Endpoint>> ask_name_servers(const Host& host, const NameServers& servers,
                                               std::chrono::milliseconds patience);

Result<std::vector<Endpoint>> endpoints_of(const Host& host, std::chrono::milliseconds patience);

}  // namespace symkit::redis
