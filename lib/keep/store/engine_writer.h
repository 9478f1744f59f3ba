// Puts indexes into an engine, each in the form that its size asks for, and renews them.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "keep/index/native_index.h"
#include "keep/redis/engine.h"
#include "keep/store/lifetime.h"
#include "keep/store/shelf.h"

namespace symkit::store {

// What a value may become: no more than what is kept becomes, and little for who sends little.
std::uint64_t most_unpacked(const io::Blob& stored);

// Whether what is put under a key is cut into parts: an index in one piece that is no small one.
bool is_cut(const Key& key, Bytes bytes);

class EngineWriter {
 public:
  // What is no larger is one value.
  static constexpr std::size_t largest_value = std::size_t{64} << 10;

  EngineWriter(redis::Engine& engine, std::chrono::seconds expire) : engine_(engine), expire_(expire) {}

  Result<void> put(const Key& key, Bytes bytes);
  // Of a whole index or a manifest: all that belongs to it.
  Result<void> renew(const Key& key);

 private:
  Result<void> put_parts(const Key& key, Bytes bytes);
  Result<void> put_head(const Key& key, Bytes bytes);
  Result<void> remove(const Key& key);
  Result<void> renew_name(const Key& key, Bytes head);
  Result<std::vector<std::string>> keys_behind(const Key& key, Bytes head) const;
  Lifetime lifetime() const { return {expire_, now()}; }

  redis::Engine& engine_;
  std::chrono::seconds expire_;
};

}  // namespace symkit::store
