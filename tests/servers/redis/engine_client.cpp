// For the tests of servers and for measurements: asks an engine as the tools do.
//
//   engine_client URL get KEY…               a line each: KEY, size and checksum, "-" where there is none, or
//   the error engine_client URL put SIZE SECONDS KEY…  values that follow from the keys engine_client URL
//   sizes KEY… | renew SECONDS KEY… | remove KEY… | scan PATTERN | facts engine_client URL time ROUNDS KEY…
//   how long a get of all keys takes, in microseconds: the first, and the rest engine_client URL many READERS
//   WRITERS SECONDS SIZE KEYS   threads that read and write the same keys engine_client URL patience ROUNDS
//   KEY    each get: how many milliseconds, and what came of it
// Exit status 1: some question failed.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "keep/redis/engine.h"

using namespace symkit;
using redis::Engine;

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

std::uint64_t checksum_of(Bytes bytes) {
  std::uint64_t sum = 1469598103934665603u;
  for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 1099511628211u;
  return sum;
}

// Every writer's value for a key begins with the key and ends with the checksum of all before, whatever its
// size.
std::vector<std::uint8_t> value_for(const std::string& key, std::size_t size, unsigned salt = 0) {
  std::vector<std::uint8_t> value(key.begin(), key.end());
  std::uint64_t state = checksum_of(value) + salt;
  while (value.size() < size) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value.push_back(static_cast<std::uint8_t>(state >> 56));
  }
  value.resize(std::max(size, key.size()));
  const std::uint64_t sum = checksum_of(value);
  for (int shift = 0; shift < 64; shift += 8) value.push_back(static_cast<std::uint8_t>(sum >> shift));
  return value;
}

bool is_value_for(const std::string& key, Bytes value) {
  if (value.size() < key.size() + 8 || !as_text(value).starts_with(key)) return false;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < 8; ++at) sum |= std::uint64_t{value[value.size() - 8 + at]} << (8 * at);
  return sum == checksum_of(value.first(value.size() - 8));
}

int fail_with(const Error& error) {
  std::printf("error: %s\n", error.message.c_str());
  return 1;
}

int get(Engine& engine, const Words& keys) {
  int status = 0;
  const auto values = engine.get(keys);
  for (std::size_t at = 0; at < keys.size(); ++at) {
    if (!values[at]) {
      std::printf("%s error: %s\n", keys[at].c_str(), values[at].error().message.c_str());
      status = 1;
    } else if (*values[at] == nullptr) {
      std::printf("%s -\n", keys[at].c_str());
    } else {
      const Bytes bytes = (*values[at])->bytes();
      std::printf("%s %zu %s\n", keys[at].c_str(), bytes.size(),
                  is_value_for(keys[at], bytes) ? "whole" : "other");
    }
  }
  return status;
}

Result<void> put_values(Engine& engine, const Words& keys, std::size_t size, std::chrono::seconds expire,
                        unsigned salt) {
  std::vector<std::vector<std::uint8_t>> values;
  std::vector<std::array<Bytes, 2>> pieces;
  std::vector<Engine::Entry> entries;
  values.reserve(keys.size());
  pieces.reserve(keys.size());
  entries.reserve(keys.size());
  for (const std::string& key : keys) values.push_back(value_for(key, size, salt));
  for (const auto& value : values)
    pieces.push_back({Bytes(value).first(value.size() / 2), Bytes(value).subspan(value.size() / 2)});
  for (std::size_t at = 0; at < keys.size(); ++at) entries.push_back({keys[at], pieces[at]});
  return engine.put(entries, expire);
}

int put(Engine& engine, const Words& words) {
  const Words keys(words.begin() + 2, words.end());
  const auto began = Clock::now();
  const auto done =
      put_values(engine, keys, std::stoul(words[0]), std::chrono::seconds(std::stol(words[1])), 0);
  if (!done) return fail_with(done.error());
  std::printf("put %zu in %.2f ms\n", keys.size(),
              std::chrono::duration<double, std::milli>(Clock::now() - began).count());
  return 0;
}

int sizes(Engine& engine, const Words& keys) {
  const auto sizes = engine.sizes(keys);
  if (!sizes) return fail_with(sizes.error());
  for (std::size_t at = 0; at < keys.size(); ++at)
    std::printf("%s %llu\n", keys[at].c_str(), static_cast<unsigned long long>((*sizes)[at]));
  return 0;
}

int facts(Engine& engine) {
  const auto facts = engine.facts();
  if (!facts) return fail_with(facts.error());
  std::printf("%s %s nodes %zu keys %llu limit %llu eviction %s memory %s\n", facts->engine.c_str(),
              facts->version.c_str(), facts->nodes, static_cast<unsigned long long>(facts->keys),
              static_cast<unsigned long long>(facts->memory_limit), facts->eviction.c_str(),
              facts->memory > 0 ? "some" : "none");
  return 0;
}

int time_gets(Engine& engine, const Words& words) {
  const Words keys(words.begin() + 1, words.end());
  std::vector<double> times;
  std::size_t bytes = 0;
  for (std::size_t round = 0; round <= std::stoul(words[0]); ++round) {
    const auto began = Clock::now();
    const auto values = engine.get(keys);
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
    bytes = 0;
    for (const auto& value : values) {
      if (!value) return fail_with(value.error());
      bytes += *value ? (*value)->bytes().size() : 0;
    }
  }
  std::printf("first %.0f us", times.front());
  if (times.size() > 1) {
    std::sort(times.begin() + 1, times.end());
    const double median = times[1 + (times.size() - 1) / 2];
    std::printf(", then median %.0f us, %.0f MB/s", median, static_cast<double>(bytes) / median);
  }
  std::printf(", %zu bytes\n", bytes);
  return 0;
}

int many(Engine& engine, const Words& words) {
  const std::size_t readers = std::stoul(words[0]), writers = std::stoul(words[1]),
                    size = std::stoul(words[3]);
  Words keys;
  for (std::size_t at = 0; at < std::stoul(words[4]); ++at)
    keys.push_back("many:{" + std::to_string(at % 7) + "}:" + std::to_string(at));
  const auto until = Clock::now() + std::chrono::seconds(std::stoul(words[2]));
  std::atomic<std::size_t> reads = 0, whole = 0, broken = 0, errors = 0, writes = 0;
  std::vector<std::thread> threads;
  threads.reserve(readers);
  for (std::size_t at = 0; at < readers; ++at)
    threads.emplace_back([&] {
      while (Clock::now() < until) {
        const auto values = engine.get(keys);
        ++reads;
        for (std::size_t key = 0; key < keys.size(); ++key) {
          if (!values[key]) {
            if (errors++ == 0) std::fprintf(stderr, "%s\n", values[key].error().message.c_str());
          } else if (*values[key] != nullptr) {
            ++(is_value_for(keys[key], (*values[key])->bytes()) ? whole : broken);
          }
        }
      }
    });
  for (std::size_t at = 0; at < writers; ++at)
    threads.emplace_back([&, at] {
      for (unsigned salt = 0; Clock::now() < until; ++salt) {
        const auto put = put_values(engine, keys, size + salt % 100, std::chrono::seconds(60),
                                    salt + 1000 * static_cast<unsigned>(at));
        if (!put && errors++ == 0) std::fprintf(stderr, "%s\n", put.error().message.c_str());
        ++writes;
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::printf("reads %zu writes %zu whole %zu broken %zu errors %zu\n", reads.load(), writes.load(),
              whole.load(), broken.load(), errors.load());
  return broken > 0 || errors > 0 ? 1 : 0;
}

int patience(Engine& engine, const Words& words) {
  int status = 0;
  for (std::size_t round = 0; round < std::stoul(words[0]); ++round) {
    const auto began = Clock::now();
    const auto values = engine.get(std::span(words).subspan(1, 1));
    const double time = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    const char* const what = !values[0] ? values[0].error().message.c_str() : *values[0] ? "there" : "-";
    std::printf("%.1f ms: %s\n", time, what);
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!values[0]) status = 1;
  }
  return status;
}

int run(Engine& engine, const std::string& command, const Words& words) {
  if (command == "get") return get(engine, words);
  if (command == "put" && words.size() > 2) return put(engine, words);
  if (command == "sizes") return sizes(engine, words);
  if (command == "facts") return facts(engine);
  if (command == "time" && words.size() > 1) return time_gets(engine, words);
  if (command == "many" && words.size() == 5) return many(engine, words);
  if (command == "patience" && words.size() == 2) return patience(engine, words);
  if (command == "scan" && words.size() == 1) {
    const auto scanned =
        engine.scan(words[0], [](std::string_view key) { std::printf("%s\n", std::string(key).c_str()); });
    return scanned ? 0 : fail_with(scanned.error());
  }
  if (command == "remove") {
    const auto removed = engine.remove(words);
    if (removed) std::printf("removed %zu\n", *removed);
    return removed ? 0 : fail_with(removed.error());
  }
  if (command == "renew" && words.size() > 1) {
    const auto renewed = engine.renew(std::span(words).subspan(1), std::chrono::seconds(std::stol(words[0])));
    return renewed ? 0 : fail_with(renewed.error());
  }
  std::fprintf(stderr, "engine_client: its first lines say what it can be asked\n");
  return 2;
}

}  // namespace

int main(int count, char** arguments) {
  const Words words(arguments + 1, arguments + count);
  if (words.size() < 2) return 2;
  const auto engine = Engine::open(words[0]);
  if (!engine) return fail_with(engine.error());
  return run(**engine, words[1], Words(words.begin() + 2, words.end()));
}
