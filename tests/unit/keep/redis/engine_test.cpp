#include "keep/redis/engine.h"

#include <array>
#include <doctest/doctest.h>

#include "support/fake_engine.h"

using namespace symkit;
using redis::Engine;
using test::FakeEngine;

namespace {

std::unique_ptr<Engine> engine_at(const std::string& url) {
  auto engine = Engine::open(url);
  REQUIRE(engine);
  return std::move(*engine);
}

// What came for each key: the value, "-" or "error: …".
std::string got(Engine& engine, const std::vector<std::string>& keys) {
  std::string text;
  for (const auto& value : engine.get(keys)) {
    text += text.empty() ? "" : " ";
    text += !value   ? "error: " + value.error().message
            : *value ? std::string(as_text((*value)->bytes()))
                     : "-";
  }
  return text;
}

Result<void> put_one(Engine& engine, const std::string& key, std::string_view value) {
  const std::array<Bytes, 2> pieces{as_bytes(value.substr(0, 1)), as_bytes(value.substr(1))};
  const Engine::Entry entry{key, pieces};
  return engine.put({&entry, 1}, std::chrono::seconds(9));
}

}  // namespace

TEST_CASE("Many keys are one question, and no other is asked") {
  const FakeEngine fake([](const std::string&) { return "*3\r\n$1\r\na\r\n$-1\r\n$0\r\n\r\n"; });
  const auto engine = engine_at(fake.url());
  CHECK(fake.connections() == 0);
  CHECK(got(*engine, {"x", "y", "z"}) == "a - ");
  CHECK(fake.heard() == "[MGET x y z]");
  CHECK(engine->get({}).empty());
  CHECK(got(*engine, {"x", "y", "z"}) == "a - ");
  CHECK(fake.connections() == 1);
}

TEST_CASE("A value in pieces goes out as one, with its time") {
  const FakeEngine fake([](const std::string&) { return "+OK\r\n"; });
  const auto engine = engine_at(fake.url());
  CHECK(put_one(*engine, "k", "value"));
  CHECK(fake.heard() == "[SET k value EX 9]");
}

TEST_CASE("User, password, database: in this order, and only those that are given") {
  const FakeEngine fake(
      [](const std::string& command) { return command.starts_with("MGET") ? "*1\r\n$-1\r\n" : "+OK\r\n"; });
  CHECK(got(*engine_at("redis://u:p@" + fake.place() + "/4"), {"k"}) == "-");
  CHECK(fake.heard() == "[AUTH u p][SELECT 4][MGET k]");
}

TEST_CASE("An engine that knows no users is given the password alone") {
  const FakeEngine fake([](const std::string& command) {
    if (command == "AUTH u p") return "-ERR wrong number of arguments for 'auth' command\r\n";
    return command == "AUTH p" ? "+OK\r\n" : "*1\r\n$1\r\nx\r\n";
  });
  CHECK(got(*engine_at("redis://u:p@" + fake.place()), {"k"}) == "x");
  CHECK(fake.heard() == "[AUTH u p][AUTH p][MGET k]");
}

TEST_CASE("A wrong password is said once, without it, and the engine left alone") {
  const FakeEngine fake([](const std::string&) { return "-WRONGPASS invalid secret\r\n"; });
  const auto engine = engine_at("redis://u:secret@" + fake.place());
  const std::string error = "error: " + fake.place() + ": the user or the password is wrong";
  CHECK(got(*engine, {"k"}) == error);
  CHECK(got(*engine, {"k"}) == error);
  CHECK(fake.connections() == 1);
}

TEST_CASE("What breaks off is asked once more, and not again") {
  std::atomic<int> breaks = 1;
  const FakeEngine fake([&](const std::string&) { return breaks-- > 0 ? "close" : "*1\r\n$1\r\nx\r\n"; });
  const auto engine = engine_at(fake.url());
  CHECK(got(*engine, {"k"}) == "x");
  CHECK(fake.heard() == "[MGET k][MGET k]");
  breaks = 2;
  const std::string error =
      "error: " + fake.place() + ": it closed the connection (if it requires TLS, use rediss://)";
  CHECK(got(*engine, {"k"}) == error);
  CHECK(got(*engine, {"k"}) == error);
  CHECK(fake.connections() == 3);
}

TEST_CASE("A complaint is an error of this question only") {
  std::atomic<bool> full = true;
  const FakeEngine fake(
      [&](const std::string&) { return full ? "-OOM command not allowed\r\n" : "+OK\r\n"; });
  const auto engine = engine_at(fake.url());
  const auto refused = put_one(*engine, "k", "value");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == fake.url() + ": the engine's memory is full");
  full = false;
  CHECK(put_one(*engine, "k", "value"));
  CHECK(fake.connections() == 1);
}

TEST_CASE("A slot that is moving: ASKING before each question, and none of it is remembered") {
  const FakeEngine target(
      [](const std::string& command) { return command == "ASKING" ? "+OK\r\n" : "*1\r\n$1\r\nt\r\n"; });
  const FakeEngine source([&](const std::string& command) -> std::string {
    if (command.starts_with("CLUSTER"))
      return "-NOPERM this user has no permissions to run the 'cluster' command\r\n";
    if (command == "MGET {s}1 {s}2") return "-TRYAGAIN Multiple keys request during rehashing of slot\r\n";
    return command == "MGET {s}1" ? "*1\r\n$1\r\ns\r\n" : "-ASK 5 " + target.place() + "\r\n";
  });
  const auto engine = engine_at(source.url());
  CHECK(got(*engine, {"{s}1", "{s}2"}) == "s t");
  CHECK(target.heard() == "[ASKING][MGET {s}2]");
  CHECK(got(*engine, {"{s}2"}) == "t");
  CHECK(target.heard() == "[ASKING][MGET {s}2][ASKING][MGET {s}2]");
}

TEST_CASE("Keys of several slots: the map is asked for, and each node for its own") {
  const FakeEngine other([](const std::string&) { return "*1\r\n$1\r\no\r\n"; });
  FakeEngine* itself = nullptr;
  FakeEngine first([&](const std::string& command) -> std::string {
    if (command == "MGET foo a") return "-CROSSSLOT Keys in request don't hash to the same slot\r\n";
    if (command == "MGET foo") return "*1\r\n$1\r\nf\r\n";
    const std::string port = std::to_string(std::stoi(itself->place().substr(10)));
    return "*2\r\n*3\r\n:0\r\n:12999\r\n*2\r\n$9\r\n127.0.0.1\r\n:" + port +
           "\r\n*3\r\n:13000\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:" + other.place().substr(10) + "\r\n";
  });
  itself = &first;
  const auto engine = engine_at(first.url());
  CHECK(got(*engine, {"foo", "a"}) == "f o");  // slots 12182 and 15495
  CHECK(first.heard() == "[MGET foo a][CLUSTER SLOTS][MGET foo]");
  CHECK(other.heard() == "[MGET a]");
  CHECK(got(*engine, {"a", "foo"}) == "o f");
  CHECK(first.heard() == "[MGET foo a][CLUSTER SLOTS][MGET foo][MGET foo]");
}

TEST_CASE("A cluster that is down for a moment is waited for, one that stays down is not") {
  std::atomic<int> down = 2;
  const FakeEngine fake([&](const std::string& command) {
    if (command.starts_with("CLUSTER")) return "-ERR no\r\n";
    return down-- > 0 ? "-CLUSTERDOWN Hash slot not served\r\n" : "*1\r\n$1\r\nx\r\n";
  });
  const auto engine = engine_at(fake.url() + "?cluster=1&command_ms=2000");
  CHECK(got(*engine, {"k"}) == "x");
  down = 1'000'000;
  CHECK(got(*engine_at(fake.url() + "?cluster=1&command_ms=100"), {"k"}) ==
        "error: " + fake.url() + ": the cluster, or a part of it, is down");
}

TEST_CASE("What is written finds the host that takes it") {
  const FakeEngine replica(
      [](const std::string&) { return "-READONLY You can't write against a read only replica.\r\n"; });
  const FakeEngine master([](const std::string&) { return "+OK\r\n"; });
  const auto engine = engine_at(replica.url() + "," + master.place());
  CHECK(put_one(*engine, "k", "v1"));
  CHECK(put_one(*engine, "k", "v2"));
  CHECK(replica.heard() == "[SET k v1 EX 9]");
  CHECK(master.heard() == "[SET k v1 EX 9][SET k v2 EX 9]");
}

TEST_CASE("Listing goes on until the cursor is 0; facts are sums") {
  const FakeEngine fake([](const std::string& command) -> std::string {
    if (command.starts_with("MGET")) return "*2\r\n$-1\r\n$-1\r\n";
    if (command.starts_with("SCAN 0 ")) return "*2\r\n$1\r\n7\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n";
    if (command.starts_with("SCAN 7 ")) return "*2\r\n$1\r\n0\r\n*1\r\n$1\r\nc\r\n";
    const std::string info =
        "# "
        "Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\nused_memory:5000\r\n"
        "maxmemory:9000\r\nmaxmemory_policy:allkeys-lru\r\n# Keyspace\r\ndb0:keys=12,expires=1\r\n";
    return "$" + std::to_string(info.size()) + "\r\n" + info + "\r\n";
  });
  const auto engine = engine_at(fake.url());
  std::string listed;
  REQUIRE(engine->scan("sym:*", [&](std::string_view key) { listed += key; }));
  CHECK(listed == "abc");
  const auto facts = engine->facts();
  REQUIRE(facts);
  CHECK(facts->engine == "valkey");
  CHECK(facts->version == "8.0.1");
  CHECK(facts->memory == 5000);
  CHECK(facts->memory_limit == 9000);
  CHECK(facts->eviction == "allkeys-lru");
  CHECK(facts->keys == 12);
}
