#include "keep/redis/names.h"

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>

#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "ground/io/blob.h"

namespace symkit::redis {
namespace {

std::string text_of_file(const char* path) {
  const auto blob = io::read_blob(path);
  return blob ? std::string(as_text((*blob)->bytes())) : std::string();
}

std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

template <class Take>
void for_each_plain_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = line.substr(0, line.find_first_of("#;"));
    take(line);
  }
}

void read_name_option(std::string_view option, NameServers& servers) {
  constexpr std::string_view name = "ndots:";
  if (!option.starts_with(name) || option.size() <= name.size() || !is_digit(option[name.size()])) return;
  servers.dots = static_cast<unsigned>(option[name.size()] - '0');
  if (option.size() > name.size() + 1) servers.dots = 15;  // two digits: the C library's maximum
}

template <class Address>
Endpoint endpoint_from(const Address& address) {
  Endpoint endpoint;
  std::memcpy(&endpoint.address, &address, sizeof address);
  endpoint.size = sizeof address;
  return endpoint;
}

}  // namespace

std::vector<Endpoint> endpoint_of_number(std::string_view number, std::uint16_t port) {
  const std::string text(number);
  sockaddr_in v4{};
  if (inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    return {endpoint_from(v4)};
  }
  sockaddr_in6 v6{};
  if (inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    return {endpoint_from(v6)};
  }
  return {};
}

std::vector<Endpoint> endpoints_in_hosts(std::string_view hosts_file, const Host& host) {
  std::vector<Endpoint> found;
  const std::string wanted = in_lower_case(host.name);
  for_each_plain_line(hosts_file, [&](std::string_view line) {
    const std::string_view number = next_word(line);
    for (std::string_view name = next_word(line); !name.empty(); name = next_word(line)) {
      if (in_lower_case(name) != wanted) continue;
      for (const Endpoint& endpoint : endpoint_of_number(number, host.port)) found.push_back(endpoint);
      return;
    }
  });
  return found;
}

NameServers read_name_servers(std::string_view resolv_file) {
  NameServers servers;
  for_each_plain_line(resolv_file, [&](std::string_view line) {
    const std::string_view what = next_word(line);
    if (what == "nameserver") {
      for (const Endpoint& endpoint : endpoint_of_number(next_word(line), 53))
        if (servers.servers.size() < 3) servers.servers.push_back(endpoint);
    } else if (what == "search" || what == "domain") {
      servers.search.clear();
      for (std::string_view name = next_word(line); !name.empty(); name = next_word(line))
        servers.search.emplace_back(name);
    } else if (what == "options") {
      for (std::string_view option = next_word(line); !option.empty(); option = next_word(line))
        read_name_option(option, servers);
    }
  });
  if (servers.servers.empty()) servers.servers = endpoint_of_number("127.0.0.1", 53);
  return servers;
}

std::vector<std::string> full_names(std::string_view name, const NameServers& servers) {
  if (name.ends_with('.')) return {std::string(name)};
  unsigned dots = 0;
  for (const char c : name) dots += c == '.' ? 1 : 0;
  std::vector<std::string> names;
  names.reserve(servers.search.size() + 1);
  for (const std::string& domain : servers.search) names.push_back(say(name, '.', domain));
  names.insert(dots >= servers.dots ? names.begin() : names.end(), std::string(name));
  return names;
}

Result<std::vector<Endpoint>> endpoints_of(const Host& host, std::chrono::milliseconds patience) {
  std::vector<Endpoint> found = endpoint_of_number(host.name, host.port);
  if (found.empty()) found = endpoints_in_hosts(text_of_file("/etc/hosts"), host);
  if (found.empty() && in_lower_case(host.name) == "localhost")
    found = endpoint_of_number("127.0.0.1", host.port);
  if (!found.empty()) return found;
  auto asked = ask_name_servers(host, read_name_servers(text_of_file("/etc/resolv.conf")), patience);
  if (asked && asked->empty()) return fail("no such host (DNS)");
  return asked;
}

}  // namespace symkit::redis
