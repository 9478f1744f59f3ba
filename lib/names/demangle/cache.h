// A cache of demangled names: logs and symbol tables repeat them. Bounded: when it is full it is emptied,
// so an endless stream takes no more memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "names/demangle/demangle.h"

namespace symkit::demangle {

class Cache {
 public:
  explicit Cache(const DemangleOptions& options, std::size_t most_bytes = 32 * 1024 * 1024);

  // As demangle() with these options; valid until the next call.
  std::string_view demangled(std::string_view mangled);

 private:
  // Both names are in `text_`, one after the other; size 0 marks an empty slot.
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t at = 0;
    std::uint32_t mangled_size = 0;
    std::uint32_t readable_size = 0;
  };

  std::size_t place_of(std::string_view mangled, std::uint32_t hash) const;
  void make_room(std::size_t size);
  void rehash(std::size_t places);

  DemangleOptions options_;
  std::size_t most_bytes_;
  std::vector<char> text_;
  std::vector<Entry> entries_;  // a power of two, open addressing
  std::size_t count_ = 0;
};

}  // namespace symkit::demangle
