// A cache of fetched parts of indexes, for all images of the process: its size is limited, whatever the
// number of images. The least recently used parts go first, but remain valid for their readers.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

#include "answers/symbolize/native_image.h"

namespace symkit::symbolize {

class PartMemory {
 public:
  static constexpr std::size_t most_of_process = std::size_t{32} << 20;
  static PartMemory& of_process();

  explicit PartMemory(std::size_t most) : most_bytes_(most) {}

  // A part of a keeper.
  struct Key {
    std::uint64_t keeper = 0;
    std::uint32_t number = 0;

    auto operator<=>(const Key&) const = default;
  };
  std::uint64_t new_keeper() { return ++keepers_; }

  std::shared_ptr<const NativeImage> find(Key key);
  void keep(Key key, std::size_t bytes, std::shared_ptr<const NativeImage> image);
  // Removes all parts of a keeper.
  void forget(std::uint64_t keeper);

  std::size_t most() const { return most_bytes_; }
  std::size_t bytes() const;

 private:
  struct Kept {
    Key key;
    std::size_t bytes = 0;
    std::shared_ptr<const NativeImage> image;
  };
  using Order = std::list<Kept>;
  void drop(Order::iterator kept);

  std::size_t most_bytes_;
  std::atomic<std::uint64_t> keepers_ = 0;
  mutable std::mutex lock_;  // guards the members below
  Order order_;              // the most recently used is first
  std::map<Key, Order::iterator> by_key_;
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize
