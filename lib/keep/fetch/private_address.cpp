#include "keep/fetch/private_address.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <netinet/in.h>
#include <string>

#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

struct Network {
  std::uint32_t address;
  unsigned bits;
};

// From IANA's registry of special addresses, with multicast and reserved ones. Documentation addresses
// lead nowhere.
constexpr std::array<Network, 10> private_networks = {{{0x00000000, 8},    // this host, this network
                                                       {0x0a000000, 8},    // private (RFC 1918)
                                                       {0x64400000, 10},   // behind a carrier's NAT
                                                       {0x7f000000, 8},    // loopback
                                                       {0xa9fe0000, 16},   // link-local, clouds' metadata
                                                       {0xac100000, 12},   // private
                                                       {0xc0000000, 24},   // protocol assignments
                                                       {0xc0a80000, 16},   // private
                                                       {0xc6120000, 15},   // benchmarks
                                                       {0xe0000000, 3}}};  // multicast, reserved, broadcast

bool is_private_v4(std::uint32_t address) {
  return std::ranges::any_of(private_networks, [&](const Network& network) {
    return (address ^ network.address) >> (32U - network.bits) == 0;
  });
}

using V6 = std::array<std::uint8_t, 16>;

std::uint32_t v4_at(const V6& bytes, std::size_t at) {
  return std::uint32_t{bytes.at(at)} << 24U | std::uint32_t{bytes.at(at + 1)} << 16U |
         std::uint32_t{bytes.at(at + 2)} << 8U | bytes.at(at + 3);
}

bool begins_with(const V6& bytes, std::initializer_list<std::uint8_t> prefix) {
  return std::equal(prefix.begin(), prefix.end(), bytes.begin());
}

bool is_private_v6(const V6& bytes) {
  const bool is_mapped = begins_with(bytes, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff});
  const bool is_compatible = begins_with(bytes, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});  // :: and ::1 as well
  const bool is_translated = begins_with(bytes, {0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0});
  if (is_mapped || is_compatible || is_translated) return is_private_v4(v4_at(bytes, 12));
  if (begins_with(bytes, {0x20, 0x02})) return is_private_v4(v4_at(bytes, 2));          // 6to4
  if (begins_with(bytes, {0x20, 0x01, 0, 0})) return is_private_v4(~v4_at(bytes, 12));  // Teredo
  if (begins_with(bytes, {0, 0x64, 0xff, 0x9b, 0, 1})) return true;                     // a local translator
  if (begins_with(bytes, {0x01, 0, 0, 0, 0, 0, 0, 0})) return true;                     // discarded
  const bool is_unique_local = (bytes[0] & 0xfeU) == 0xfc;
  const bool is_link_or_site_local = bytes[0] == 0xfe && bytes[1] >= 0x80;
  return is_unique_local || is_link_or_site_local || bytes[0] == 0xff;
}

}  // namespace

bool is_private(const sockaddr& address) {
  if (address.sa_family == AF_INET)
    return is_private_v4(ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr));
  if (address.sa_family != AF_INET6) return true;
  V6 bytes{};
  std::ranges::copy(reinterpret_cast<const sockaddr_in6&>(address).sin6_addr.s6_addr, bytes.begin());
  return is_private_v6(bytes);
}

bool is_private_host(std::string_view host) {
  if (host.starts_with('[')) host = host.substr(1, host.find(']') - 1);
  const std::string text = in_lower_case(host.substr(0, host.find('%')));  // without the zone
  if (in_addr v4{}; ::inet_aton(text.c_str(), &v4) != 0) return is_private_v4(ntohl(v4.s_addr));
  V6 v6{};
  if (::inet_pton(AF_INET6, text.c_str(), v6.data()) == 1) return is_private_v6(v6);
  const std::string_view name =
      text.ends_with('.') ? std::string_view(text).substr(0, text.size() - 1) : text;
  return name.empty() || name == "localhost" || name.ends_with(".localhost");
}

}  // namespace symkit::fetch
