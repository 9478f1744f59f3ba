// The addresses of a host. The C library's own way loads libraries of the system into the process, which a
// statically linked tool must not do (another release's would crash it). So: numbers, /etc/hosts, and DNS as
// /etc/resolv.conf says.
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

// Of an address in numbers; none where it is a name.
std::vector<Endpoint> endpoint_of_number(std::string_view number, std::uint16_t port);

// Those that a file like /etc/hosts has for a name.
std::vector<Endpoint> endpoints_in_hosts(std::string_view hosts_file, const Host& host);

// How names are asked for, as a file like /etc/resolv.conf says it.
struct NameServers {
  std::vector<Endpoint> servers;
  std::vector<std::string> search;
  unsigned dots = 1;  // a name with fewer is first looked for below the domains of `search`
};
NameServers read_name_servers(std::string_view resolv_file);

// In the order in which they are asked.
std::vector<std::string> full_names(std::string_view name, const NameServers& servers);

// By DNS over UDP, IPv4 addresses first. None: no server knows the name. An error: no server answered in
// time.
Result<std::vector<Endpoint>> ask_name_servers(const Host& host, const NameServers& servers,
                                               std::chrono::milliseconds patience);

Result<std::vector<Endpoint>> endpoints_of(const Host& host, std::chrono::milliseconds patience);

}  // namespace symkit::redis
