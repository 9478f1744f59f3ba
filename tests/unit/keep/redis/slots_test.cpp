#include "keep/redis/slots.h"

#include <doctest/doctest.h>

#include "keep/redis/complaint.h"

using namespace symkit;
using redis::Host;
using redis::Reply;
using redis::SlotMap;

namespace {

Result<SlotMap> map_from(std::string_view bytes) {
  redis::ReplyReader reader({.elements = 1000, .nesting = 5});
  const auto read = reader.read(as_bytes(bytes));
  REQUIRE(read);
  REQUIRE(reader.is_whole());
  return SlotMap::read(reader.take(), {"asked", 6379});
}

}  // namespace

TEST_CASE("Slots as Redis' CLUSTER KEYSLOT counts them") {
  CHECK(redis::slot_of("") == 0);
  CHECK(redis::slot_of("foo") == 12182);
  CHECK(redis::slot_of("123456789") == 0x31c3);
  CHECK(redis::slot_of("{foo}bar") == 12182);
  CHECK(redis::slot_of("a{foo}{bar}") == 12182);
  CHECK(redis::slot_of("sym:{foo}:native:7") == 12182);
  CHECK(redis::slot_of("foo{}{bar}") == 8363);  // an empty {}: the whole key
  CHECK(redis::slot_of("foo{{bar}}zap") == redis::slot_of("{bar"));
  CHECK(redis::slot_of("foo{bar") != redis::slot_of("bar"));
}

TEST_CASE("A map of a cluster") {
  const auto map = map_from(
      "*2\r\n"
      "*4\r\n:0\r\n:5460\r\n*4\r\n$8\r\n10.0.0.1\r\n:7001\r\n$2\r\nid\r\n*2\r\n$8\r\nhostname\r\n$1\r\nx\r\n"
      "*3\r\n$8\r\n10.0.0.9\r\n:7009\r\n$2\r\nid\r\n"
      "*3\r\n:5461\r\n:16383\r\n*2\r\n$0\r\n\r\n:7002\r\n");
  REQUIRE(map);
  REQUIRE(map->owner(0));
  CHECK(map->owner(5460)->master == Host{"10.0.0.1", 7001});
  REQUIRE(map->owner(0)->replicas.size() == 1);
  CHECK(map->owner(0)->replicas[0] == Host{"10.0.0.9", 7009});
  // Who does not say its own name is called as it was asked.
  CHECK(map->owner(5461)->master == Host{"asked", 7002});
  CHECK(map->owners().size() == 2);
}

TEST_CASE("Slots that nobody has, and one that moves") {
  auto map = map_from("*1\r\n*3\r\n:5\r\n:5\r\n*2\r\n$1\r\na\r\n:7001\r\n");
  REQUIRE(map);
  CHECK(map->owner(5));
  CHECK(map->owner(4) == nullptr);
  map->move(4, {"b", 7002});
  REQUIRE(map->owner(4));
  CHECK(map->owner(4)->master == Host{"b", 7002});
}

TEST_CASE("Maps that make no sense") {
  CHECK_FALSE(map_from("+OK\r\n"));
  CHECK_FALSE(map_from("*1\r\n:1\r\n"));
  CHECK_FALSE(map_from("*1\r\n*3\r\n:0\r\n:16384\r\n*2\r\n$1\r\na\r\n:7001\r\n"));
  CHECK_FALSE(map_from("*1\r\n*3\r\n:-1\r\n:5\r\n*2\r\n$1\r\na\r\n:7001\r\n"));
  CHECK_FALSE(map_from("*1\r\n*3\r\n:9\r\n:5\r\n*2\r\n$1\r\na\r\n:7001\r\n"));
  constexpr std::string_view range = "*3\r\n:5\r\n:5\r\n*2\r\n$1\r\na\r\n:7001\r\n";
  CHECK_FALSE(map_from("*2\r\n" + std::string(range) + std::string(range)));
  // A node without a port is no node.
  CHECK(map_from("*1\r\n*3\r\n:0\r\n:5\r\n*2\r\n$1\r\na\r\n:0\r\n")->owner(3) == nullptr);
  CHECK(map_from("*1\r\n*3\r\n:0\r\n:5\r\n*2\r\n$1\r\n?\r\n:7001\r\n")->owner(3) == nullptr);
}

TEST_CASE("Where a node sends who asks") {
  const auto moved = redis::redirection_in("MOVED 3999 127.0.0.1:6381");
  REQUIRE(moved);
  CHECK(moved->moved);
  CHECK(moved->slot == 3999);
  CHECK(moved->host == Host{"127.0.0.1", 6381});
  CHECK(redis::redirection_in("MOVED 1 ::1:7000")->host == Host{"::1", 7000});
  CHECK(redis::redirection_in("MOVED 1 :7000")->host == Host{"", 7000});
  CHECK_FALSE(redis::redirection_in("ASK 16383 h:1")->moved);
  for (const std::string_view nonsense : {"MOVED", "MOVED ", "MOVED x h:1", "MOVED 16384 h:1", "MOVED 1",
                                          "MOVED 1 h", "MOVED 1 h:", "MOVED 1 h:0", "MOVE 1 h:1"})
    CHECK_FALSE(redis::redirection_in(nonsense));
}

TEST_CASE("Complaints in plain words") {
  CHECK(redis::in_plain_words("OOM command not allowed when used memory > 'maxmemory'.") ==
        "the engine's memory is full");
  CHECK(redis::in_plain_words("READONLY You can't write against a read only replica.") ==
        "it is a read-only replica");
  CHECK(redis::in_plain_words("NOAUTH Authentication required.") == "it requires a password");
  CHECK(redis::in_plain_words("NOPERM this user has no permissions to run the 'set' command") ==
        "this user may not write (set)");
  CHECK(redis::in_plain_words("NOPERM User reader has no permissions to run the 'mget' command") ==
        "this user may not read");
  CHECK(redis::in_plain_words("NOPERM this user has no permissions to run the 'info' command") ==
        "this user may not use INFO");
  CHECK(redis::in_plain_words(
            "NOPERM this user has no permissions to access one of the keys used as arguments") ==
        "this user may not access these keys");
  CHECK(redis::in_plain_words("ERR some\x1b[31mthing") == "it says: ERR some?[31mthing");
}

TEST_CASE("What is said to a password is not cited") {
  CHECK(redis::refusal_of_login("WRONGPASS invalid username-password pair or user is disabled.") ==
        "the user or the password is wrong");
  CHECK(redis::refusal_of_login("ERR invalid password") == "the user or the password is wrong");
  CHECK(redis::refusal_of_login("ERR Client sent AUTH, but no password is set") ==
        "it has no password, but the URL gives one");
  CHECK(redis::refusal_of_login("ERR unknown command `AUTH`, with args beginning with: `secret`") ==
        "it rejected the user or the password");
}
