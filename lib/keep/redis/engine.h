// An engine that speaks Redis' protocol (Redis, Valkey, KeyDB, Dragonfly, Kvrocks), one server or a cluster,
// asked for many keys at once. What its address has as prefix is put before each key, and taken off those
// that are told. Any number of threads may share one. What cannot be asked within its limits of
// time is left alone for three seconds, in which every question fails at once.
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

// What the engine says of itself; of a cluster the sums over its masters.
struct Facts {
  std::string engine;  // "redis", "valkey", "kvrocks" …
  std::string version;
  std::size_t nodes = 1;
  std::uint64_t memory = 0;        // bytes in use
  std::uint64_t memory_limit = 0;  // 0: none
  std::string eviction;            // what becomes of keys at the limit: "noeviction", "allkeys-lru" …
  std::uint64_t keys = 0;          // in this database
};

class Engine {
 public:
  // Reads the address; connects only when first asked.
  static Result<std::unique_ptr<Engine>> open(std::string_view url);

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  // In the order of the keys; null: not there. An error: the engine could not be asked, which is never to be
  // taken for "not there". One round trip a node, whatever the number of keys (up to some hundreds).
  std::vector<Result<io::SharedBlob>> get(std::span<const std::string> keys);

  struct Entry {
    std::string key;
    std::span<const Bytes> pieces;  // the value, one behind the other
  };
  // An error if any failed; the others may have been put. So what must come last goes into a call of its own.
  // No seconds: they stay.
  Result<void> put(std::span<const Entry> entries, std::chrono::seconds expire);

  // Whether it was: false, and nothing is changed, where the key is there already.
  Result<bool> put_if_absent(const std::string& key, Bytes value, std::chrono::seconds expire);

  // The lengths of the values; 0: not there.
  Result<std::vector<std::uint64_t>> sizes(std::span<const std::string> keys);
  // What is not there stays so.
  Result<void> renew(std::span<const std::string> keys, std::chrono::seconds expire);
  // How many of them were there.
  Result<std::size_t> remove(std::span<const std::string> keys);
  // All keys like the pattern (as KEYS has it), of all nodes, in no order. One that is written meanwhile may
  // be told twice, or not at all.
  Result<void> scan(std::string_view pattern, const std::function<void(std::string_view key)>& visit);
  Result<Facts> facts();

  // The URL as people may see it: without the password.
  std::string place() const;

 private:
  class Parts;
  explicit Engine(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace symkit::redis
