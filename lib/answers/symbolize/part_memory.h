// Parts of indexes that were fetched, of all images of a process together: within one bound, whatever the
// number of images. Those that nobody has asked for longest go first; who still reads one keeps it meanwhile.
// For any number of threads.
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

  // Which part of which of those who keep some here.
  struct Place {
    std::uint64_t keeper = 0;
    std::uint32_t number = 0;

    auto operator<=>(const Place&) const = default;
  };
  std::uint64_t new_keeper() { return ++keepers_; }

  std::shared_ptr<const NativeImage> find(Place place);
  void keep(Place place, std::size_t bytes, std::shared_ptr<const NativeImage> image);
  // All of a keeper's.
  void forget(std::uint64_t keeper);

  std::size_t most() const { return most_bytes_; }
  std::size_t bytes() const;

 private:
  struct Kept {
    Place place;
    std::size_t bytes = 0;
    std::shared_ptr<const NativeImage> image;
  };
  using Order = std::list<Kept>;
  void drop(Order::iterator kept);

  std::size_t most_bytes_;
  std::atomic<std::uint64_t> keepers_ = 0;
  mutable std::mutex lock_;  // of what follows
  Order order_;              // what was asked for last stands first
  std::map<Place, Order::iterator> by_place_;
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize
