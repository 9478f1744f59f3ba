// A set of texts, represented by 96 bits of their hashes, in some 15 bytes each: the texts themselves are
// not kept.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::symlookup {

class Distinct {
 public:
  using Hash = std::array<std::uint32_t, 3>;

  static Hash hash_of(std::string_view text) {
    const ImageId id = index::content_id(as_bytes(text));
    Hash hash{};
    std::memcpy(hash.data(), id.bytes().data(), sizeof hash);
    hash[0] |= 1;  // so that no hash looks like an empty slot
    return hash;
  }

  // Returns whether it is new.
  bool add(const Hash& hash) { return tables_[hash[1] % tables_.size()].add(hash); }
  bool add(std::string_view text) { return add(hash_of(text)); }

 private:
  // One of many tables, so that little is copied when one grows; it grows by half.
  class Table {
   public:
    bool add(const Hash& hash) {
      if (count_ * 5 >= places_.size() * 4) grow();
      const bool is_new = put(hash);
      count_ += is_new ? 1 : 0;
      return is_new;
    }

   private:
    bool put(const Hash& hash) {
      std::size_t at = std::uint64_t{hash[2]} * places_.size() >> 32;
      for (; places_[at][0] != 0; at = at + 1 == places_.size() ? 0 : at + 1)
        if (places_[at] == hash) return false;
      places_[at] = hash;
      return true;
    }

    void grow() {
      constexpr std::size_t first_size = 16;
      std::vector<Hash> old(places_.empty() ? first_size : places_.size() + places_.size() / 2);
      old.swap(places_);
      for (const Hash& hash : old)
        if (hash[0] != 0) put(hash);
    }

    std::vector<Hash> places_;
    std::size_t count_ = 0;
  };

  std::array<Table, 64> tables_;
};

}  // namespace symkit::symlookup
