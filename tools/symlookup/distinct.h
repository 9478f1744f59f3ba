// Texts that were met before, known by their hashes of 128 bits, 16 bytes for each: of a million answers none
// is kept.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "index/envelope.h"

namespace symkit::symlookup {

class Distinct {
 public:
  // Whether it is met for the first time.
  bool add(std::string_view text) {
    if (count_ * 4 >= places_.size() * 3) grow();
    const ImageId id = index::content_id(as_bytes(text));
    Hash hash{};
    std::memcpy(hash.data(), id.bytes().data(), sizeof hash);
    hash[0] |= 1;  // nothing looks like an empty place
    const bool is_new = put(hash);
    count_ += is_new ? 1 : 0;
    return is_new;
  }

 private:
  using Hash = std::array<std::uint64_t, 2>;
  static constexpr std::size_t first_size = 1024;

  bool put(const Hash& hash) {
    std::size_t at = hash[1] & (places_.size() - 1);
    for (; places_[at][0] != 0; at = (at + 1) & (places_.size() - 1))
      if (places_[at] == hash) return false;
    places_[at] = hash;
    return true;
  }

  void grow() {
    std::vector<Hash> old(places_.empty() ? first_size : places_.size() * 2);
    old.swap(places_);
    for (const Hash& hash : old)
      if (hash[0] != 0) put(hash);
  }

  std::vector<Hash> places_;  // as many as a power of two
  std::size_t count_ = 0;
};

}  // namespace symkit::symlookup
