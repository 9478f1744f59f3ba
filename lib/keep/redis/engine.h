// An engine that speaks Redis' protocol (Redis, Valkey, KeyDB, Dragonfly, Kvrocks), one server or a
// cluster, queried for many keys at once. The prefix in its address is put before each key, and removed
// from keys that are returned. Any number of threads may share one engine. If it does not reply within
// its time limits, all queries fail at once for three seconds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::redis {

// The engine's report about itself; for a cluster, sums over its masters.
struct Facts {
  std::string engine;  // "redis", "valkey", "kvrocks" …
  std::string version;
  std::size_t nodes = 1;
  std::uint64_t memory = 0;        // bytes in use
  std::uint64_t memory_limit = 0;  // 0: none
  std::string eviction;            // the policy at the limit: "noeviction", "allkeys-lru" …
  std::uint64_t keys = 0;          // in this database
};

class Engine {
 public:
  // Reads the address; connects on first use.
  static Result<std::unique_ptr<Engine>> open(std::string_view url);

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  // The values, in the order of the keys; null: not there. An error: the engine is unavailable, which
  // must not be taken for "not there". One round trip per node, for any number of keys up to some
  // hundreds.
  std::vector<Result<io::SharedBlob>> get(std::span<const std::string> keys);

  struct Entry {
    std::string key;
    std::span<const Bytes> pieces;  // the value, concatenated
  };
  // An error if any failed; the others may have been put. So what must come last needs a call of its own.
  // 0 seconds: they do not expire.
  Result<void> put(std::span<const Entry> entries, std::chrono::seconds expire);

  // Whether it was put: false, with nothing changed, if the key exists already.
  Result<bool> put_if_absent(const std::string& key, Bytes value, std::chrono::seconds expire);

  // The lengths of the values; 0: not there.
  Result<std::vector<std::uint64_t>> sizes(std::span<const std::string> keys);
  // Keys that do not exist are ignored.
  Result<void> renew(std::span<const std::string> keys, std::chrono::seconds expire);
  // Returns how many of them were there.
  Result<std::size_t> remove(std::span<const std::string> keys);
  // All keys that match the pattern (as in KEYS), from all nodes, in no order. A key written meanwhile
  // may be visited twice or not at all.
  Result<void> scan(std::string_view pattern, const std::function<void(std::string_view key)>& visit);
  Result<Facts> facts();

  // The URL for messages: without the password.
  std::string place() const;

 private:
  class Parts;
  explicit Engine(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace symkit::redis
