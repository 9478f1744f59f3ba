#include "keep/fetch/proxies.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <netinet/in.h>

#include "ground/base/environment.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

std::string first_of(std::initializer_list<const char*> names) {
  for (const char* const name : names)
    if (std::string value = environment(name); !value.empty()) return value;
  return {};
}

std::string_view without_brackets(std::string_view host) {
  return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

// The bytes of an address, 4 or 16; empty if the text is a name.
std::string address_bytes(std::string_view text) {
  const std::string host(without_brackets(text));
  std::array<char, sizeof(in6_addr)> bytes{};
  if (::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1) return {bytes.data(), sizeof(in_addr)};
  if (::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1) return {bytes.data(), bytes.size()};
  return {};
}

// "10.0.0.0/8", or one address.
bool is_within(const std::string& address, std::string_view network) {
  const std::size_t slash = network.find('/');
  const std::string base = address_bytes(network.substr(0, slash));
  if (base.size() != address.size()) return false;
  std::size_t bits = base.size() * 8;
  if (slash != std::string_view::npos) {
    const auto said = whole_number<std::size_t>(network.substr(slash + 1));
    if (!said || *said > bits) return false;
    bits = *said;
  }
  for (std::size_t i = 0; i < bits; ++i)
    if (((address[i / 8] ^ base[i / 8]) >> (7 - i % 8) & 1) != 0) return false;
  return true;
}

// The name itself, and its subdomains.
bool is_below(std::string_view host, std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.empty() || !host.ends_with(name)) return false;
  return host.size() == name.size() || host[host.size() - name.size() - 1] == '.';
}

bool is_without_proxy(std::string_view url) {
  const std::string list = in_lower_case(first_of({"no_proxy", "NO_PROXY"}));
  if (list == "*") return true;
  std::string host = in_lower_case(host_of(url));
  if (host.ends_with('.')) host.pop_back();
  const std::string address = address_bytes(host);
  std::string_view left = list;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find_first_of(", \t"), left.size());
    const std::string_view word = left.substr(0, end);
    left.remove_prefix(std::min(left.size(), end + 1));
    if (!word.empty() && (address.empty() ? is_below(host, word) : is_within(address, word))) return true;
  }
  return false;
}

}  // namespace

std::string_view host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) url.remove_prefix(at + 1);
  if (url.starts_with('[')) return url.substr(0, url.find(']') + 1);
  return url.substr(0, url.find(':'));
}

std::string proxy_for(std::string_view url) {
  std::string proxy =
      url.starts_with("https:") ? first_of({"https_proxy", "HTTPS_PROXY"}) : first_of({"http_proxy"});
  if (proxy.empty()) proxy = first_of({"all_proxy", "ALL_PROXY"});
  return proxy.empty() || is_without_proxy(url) ? std::string() : proxy;
}

}  // namespace symkit::fetch
