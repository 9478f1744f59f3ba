// Which addresses are private, by what IANA's registries of special addresses say.
#include "keep/fetch/private_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "doctest/doctest.h"

using namespace symkit::fetch;

namespace {

bool is_private_text(const char* text) {
  sockaddr_in v4{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {}, .sin_zero = {}};
  if (::inet_pton(AF_INET, text, &v4.sin_addr) == 1) return is_private(reinterpret_cast<const sockaddr&>(v4));
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  REQUIRE(::inet_pton(AF_INET6, text, &v6.sin6_addr) == 1);
  return is_private(reinterpret_cast<const sockaddr&>(v6));
}

}  // namespace

TEST_CASE("both ends of each private network, and their neighbours") {
  for (const char* const text :
       {"0.0.0.0",   "0.255.255.255",   "10.0.0.0",    "10.255.255.255",  "100.64.0.0", "100.127.255.255",
        "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255",
        "192.0.0.0", "192.0.0.255",     "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
        "224.0.0.1", "239.255.255.255", "240.0.0.1",   "255.255.255.255"})
    CHECK_MESSAGE(is_private_text(text), text);
  for (const char* const text :
       {"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "8.8.8.8"})
    CHECK_MESSAGE(!is_private_text(text), text);
}

TEST_CASE("addresses of IPv6, and those of IPv4 within them") {
  for (const char* const text :
       {"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.1.2.3",
        "64:ff9b:1::1", "2002:7f00:1::", "2002:a01:203::1", "2001:0:1:2:3:4:f5fe:fdfc", "100::1", "fc00::1",
        "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1"})
    CHECK_MESSAGE(is_private_text(text), text);
  for (const char* const text :
       {"2600::1", "2a00:1450::5", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2001:4860::8888",
        "2001:0:1:2:3:4:f7f7:f7f7", "fbff::1", "fe00::1"})
    CHECK_MESSAGE(!is_private_text(text), text);
}

TEST_CASE("other families are no addresses of a network") {
  CHECK(is_private({.sa_family = AF_UNIX, .sa_data = {}}));
}

TEST_CASE("hosts as URLs spell them") {
  for (const char* const host :
       {"", "localhost", "LocalHost.", "a.localhost", "127.0.0.1", "127.1", "0x7f000001", "017700000001",
        "2130706433", "[::1]", "[::ffff:10.0.0.1]", "[fe80::1%25eth0]", "fd00::1", "[::1"})
    CHECK_MESSAGE(is_private_host(host), host);
  for (const char* const host : {"8.8.8.8", "example.org", "localhost.example.org", "mylocalhost",
                                 "[2600::1]", "10.example", "10.0.0.1.example", "fd00"})
    CHECK_MESSAGE(!is_private_host(host), host);
}
