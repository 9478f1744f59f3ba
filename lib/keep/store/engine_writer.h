// Puts indexes into an engine, in the form that fits their size, and renews them.
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

// The limit on a value's decompressed size: that of the largest stored value, and less if the compressed
// data is small.
std::uint64_t most_unpacked(const io::Blob& stored);

// Whether the index for this key is cut into parts: it is in one piece and not small.
bool is_cut(const Key& key, Bytes bytes);

class EngineWriter {
 public:
  // An index up to this size is one value.
  static constexpr std::size_t largest_value = std::size_t{64} << 10;

  EngineWriter(redis::Engine& engine, std::chrono::seconds expire) : engine_(engine), expire_(expire) {}

  Result<void> put(const Key& key, Bytes bytes);
  // Renews a complete index or a manifest, with everything that belongs to it.
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
