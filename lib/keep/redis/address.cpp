#include "keep/redis/address.h"

#include <algorithm>
#include <optional>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::redis {
namespace {

// Removes and returns the text before the first of these characters.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

void read_user(std::string_view user_and_password, Address& address) {
  const std::size_t colon = user_and_password.find(':');
  address.user = percent_decoded(user_and_password.substr(0, colon));
  if (colon != std::string_view::npos)
    address.password = percent_decoded(user_and_password.substr(colon + 1));
}

// "cache", "cache:6380", "[::1]:6380".
Result<Host> read_host(std::string_view text) {
  Host host;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return fail("the address of a host lacks its ]");
    host.name = text.substr(1, end - 1);
    port = text.substr(end + 1);
  } else {
    host.name = percent_decoded(text.substr(0, text.find(':')));
    port = text.substr(std::min(text.find(':'), text.size()));
  }
  if (host.name.empty()) return fail("the host is missing");
  if (port.empty()) return host;
  const auto number = port.starts_with(':') ? whole_number<std::uint16_t>(port.substr(1)) : std::nullopt;
  if (!number || *number == 0) return fail(say(host.name, ": the port must be a number from 1 to 65535"));
  host.port = *number;
  return host;
}

Result<void> read_database(std::string_view text, Address& address) {
  const auto number = whole_number<unsigned>(text);
  if (!number) return fail(say("the database must be a number, not ", text));
  address.database = *number;
  return {};
}

Result<void> read_flag(std::string_view name, std::string_view value, bool& flag) {
  if (value != "0" && value != "1") return fail(say(name, " must be 0 or 1"));
  flag = value == "1";
  return {};
}

Result<void> read_patience(std::string_view name, std::string_view value,
                           std::chrono::milliseconds& patience) {
  const auto number = whole_number<unsigned>(value);
  if (!number || *number == 0 || *number > 600'000)
    return fail(say(name, " must be a number of milliseconds"));
  patience = std::chrono::milliseconds(*number);
  return {};
}

Result<void> read_file_name(std::string_view value, const Address& address, std::string& file) {
  if (!address.secure) return fail("certificates need rediss://");
  file = value;
  return {};
}

// Refuses characters that have a meaning in a pattern, or that change the part of the key a cluster
// hashes.
Result<void> read_prefix(std::string_view value, std::string& prefix) {
  constexpr std::size_t longest = 200;
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/-";
  if (value.size() > longest || value.find_first_not_of(plain) != std::string_view::npos)
    return fail("prefix may contain only letters, digits and . _ : / -");
  prefix = value;
  return {};
}

Result<void> read_option(std::string_view name, std::string_view value, Address& address) {
  if (name == "db") return read_database(value, address);
  if (name == "cluster") return read_flag(name, value, address.cluster);
  if (name == "replicas") return read_flag(name, value, address.replicas);
  if (name == "connect_ms") return read_patience(name, value, address.connect_patience);
  if (name == "command_ms") return read_patience(name, value, address.patience);
  if (name == "prefix") return read_prefix(value, address.prefix);
  if (name == "cert") return read_file_name(value, address, address.own.certificate);
  if (name == "key") return read_file_name(value, address, address.own.key);
  return fail(say("unknown option ", name,
                  " (known: db, cluster, replicas, connect_ms, command_ms, prefix, cert, key)"));
}

Result<void> read_options(std::string_view query, Address& address) {
  while (!query.empty()) {
    query.remove_prefix(1);  // "?" or "&"
    std::string_view option = take_until(query, "&");
    if (option.empty()) continue;
    const std::string_view name = take_until(option, "=");
    const std::string value = percent_decoded(option.substr(std::min<std::size_t>(1, option.size())));
    if (const auto read = read_option(name, value, address); !read) return read;
  }
  return {};
}

Result<void> read_hosts(std::string_view hosts, Address& address) {
  for (;;) {
    auto host = read_host(take_until(hosts, ","));
    if (!host) return fail(host.error());
    address.hosts.push_back(std::move(*host));
    if (hosts.empty()) return {};
    hosts.remove_prefix(1);
  }
}

// Everything after "//".
Result<Address> read_rest(std::string_view scheme, std::string_view rest) {
  Address address;
  address.secure = scheme == "rediss";
  std::string_view authority = take_until(rest, "/?");
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    read_user(authority.substr(0, at), address);
    authority.remove_prefix(at + 1);
  }
  const std::string_view path = take_until(rest, "?");
  if (scheme == "unix") {
    if (!authority.empty() || path.empty())
      return fail("the path of a Unix socket must begin with / (unix:///run/redis.sock)");
    address.socket = percent_decoded(path);
  } else {
    if (const auto read = read_hosts(authority, address); !read) return fail(read.error());
    if (path.size() > 1)
      if (const auto read = read_database(path.substr(1), address); !read) return fail(read.error());
  }
  if (const auto read = read_options(rest, address); !read) return fail(read.error());
  if (address.cluster && address.database != 0) return fail("a cluster has only database 0");
  return address;
}

}  // namespace

std::string Host::text() const {
  const bool is_ipv6 = name.find(':') != std::string::npos;
  return is_ipv6 ? say('[', name, "]:", port) : say(name, ':', port);
}

std::string Address::place() const {
  std::string text = socket.empty() ? secure ? "rediss://" : "redis://" : "unix://";
  if (!user.empty()) text += user + '@';
  for (const Host& host : hosts) text += (&host == hosts.data() ? "" : ",") + host.text();
  text += socket;
  if (database != 0) text += socket.empty() ? say('/', database) : say("?db=", database);
  if (!prefix.empty()) text += say(text.find('?') == std::string::npos ? '?' : '&', "prefix=", prefix);
  return text;
}

bool is_engine(std::string_view url) {
  return url.starts_with("redis://") || url.starts_with("rediss://") || url.starts_with("unix://");
}

Result<Address> read_address(std::string_view url) {
  const std::size_t colon = url.find("://");
  if (!is_engine(url)) return fail("the URL of an engine must begin with redis://, rediss:// or unix://");
  const std::string_view scheme = url.substr(0, colon);
  auto address = read_rest(scheme, url.substr(colon + 3));
  if (!address) return fail(address.error().within(say(scheme, "://…")));
  return address;
}

}  // namespace symkit::redis
