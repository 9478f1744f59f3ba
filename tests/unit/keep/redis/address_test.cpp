#include "keep/redis/address.h"

#include <doctest/doctest.h>

using namespace symkit;
using redis::read_address;

namespace {

std::string why_not(std::string_view url) {
  const auto address = read_address(url);
  return address ? "" : address.error().message;
}

}  // namespace

TEST_CASE("The parts of a URL") {
  const auto address = read_address(
      "rediss://us%40er:p%3Ass@cache.example:6380/3?replicas=1&connect_ms=50&command_ms=70&cert=/"
      "c%20d&key=k");
  REQUIRE(address);
  CHECK(address->secure);
  CHECK(address->user == "us@er");
  CHECK(address->password == "p:ss");
  REQUIRE(address->hosts.size() == 1);
  CHECK(address->hosts[0] == redis::Host{"cache.example", 6380});
  CHECK(address->database == 3);
  CHECK(address->replicas);
  CHECK(address->own.certificate == "/c d");
  CHECK(address->own.key == "k");
  CHECK_FALSE(address->cluster);
  CHECK(address->connect_patience == std::chrono::milliseconds(50));
  CHECK(address->patience == std::chrono::milliseconds(70));
}

TEST_CASE("What is not said is as usual") {
  const auto address = read_address("redis://cache");
  REQUIRE(address);
  CHECK(address->hosts[0] == redis::Host{"cache", 6379});
  CHECK(address->database == 0);
  CHECK(address->user.empty());
  CHECK(address->password.empty());
  CHECK_FALSE(address->secure);
}

TEST_CASE("A password without a user, and one with an @ that nobody encoded") {
  CHECK(read_address("redis://:secret@cache")->password == "secret");
  CHECK(read_address("redis://:sec@ret@cache")->password == "sec@ret");
  CHECK(read_address("redis://user@cache")->user == "user");
}

TEST_CASE("Several hosts, and IPv6") {
  const auto address = read_address("redis://[::1]:7001,10.0.0.2,c:7003/?cluster=1");
  REQUIRE(address);
  REQUIRE(address->hosts.size() == 3);
  CHECK(address->hosts[0] == redis::Host{"::1", 7001});
  CHECK(address->hosts[1] == redis::Host{"10.0.0.2", 6379});
  CHECK(address->hosts[2] == redis::Host{"c", 7003});
  CHECK(address->cluster);
  CHECK(address->place() == "redis://[::1]:7001,10.0.0.2:6379,c:7003");
}

TEST_CASE("Unix sockets") {
  const auto address = read_address("unix:///run/redis/r%20s.sock?db=2");
  REQUIRE(address);
  CHECK(address->socket == "/run/redis/r s.sock");
  CHECK(address->database == 2);
  CHECK(address->hosts.empty());
  CHECK(address->place() == "unix:///run/redis/r s.sock?db=2");
  CHECK(read_address("unix://user:secret@/run/s")->password == "secret");
}

TEST_CASE("A prefix is what all keys begin with; of two the last counts") {
  CHECK(read_address("redis://a?prefix=team/")->prefix == "team/");
  CHECK(read_address("redis://a?prefix=team/&prefix=team/projects/b/")->prefix == "team/projects/b/");
  CHECK(read_address("redis://a/2?prefix=x:")->place() == "redis://a:6379/2?prefix=x:");
  CHECK(read_address("unix:///run/s?db=2&prefix=x")->place() == "unix:///run/s?db=2&prefix=x");
  for (const std::string_view wrong : {"redis://a?prefix=*", "redis://a?prefix={x}", "redis://a?prefix=%5Bx"})
    CHECK(why_not(wrong) == "redis://…: prefix may contain only letters, digits and . _ : / -");
}

TEST_CASE("A place has no password") {
  CHECK(read_address("redis://user:secret@cache/4")->place() == "redis://user@cache:6379/4");
  CHECK(read_address("rediss://:secret@cache")->place() == "rediss://cache:6379");
}

TEST_CASE("What is wrong is said, without the password") {
  CHECK(why_not("http://cache") == "the URL of an engine must begin with redis://, rediss:// or unix://");
  CHECK(why_not("redis://u:secret@") == "redis://…: the host is missing");
  CHECK(why_not("redis://u:secret@a,") == "redis://…: the host is missing");
  CHECK(why_not("redis://u:secret@a:0") == "redis://…: a: the port must be a number from 1 to 65535");
  CHECK(why_not("redis://u:secret@a:70000") == "redis://…: a: the port must be a number from 1 to 65535");
  CHECK(why_not("redis://u:secret@[::1") == "redis://…: the address of a host lacks its ]");
  CHECK(why_not("redis://u:secret@a/x") == "redis://…: the database must be a number, not x");
  CHECK(why_not("redis://a?cluster=2") == "redis://…: cluster must be 0 or 1");
  CHECK(why_not("redis://a/2?cluster=1") == "redis://…: a cluster has only database 0");
  CHECK(why_not("rediss://a?command_ms=0") == "rediss://…: command_ms must be a number of milliseconds");
  CHECK(why_not("redis://a?cert=x") == "redis://…: certificates need rediss://");
  CHECK(why_not("redis://a?tls=1") ==
        "redis://…: unknown option tls (known: db, cluster, replicas, connect_ms, command_ms, "
        "prefix, cert, key)");
  CHECK(why_not("unix://run/s") ==
        "unix://…: the path of a Unix socket must begin with / (unix:///run/redis.sock)");
}
