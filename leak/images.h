// The files to which code on stacks belongs. Each is written to the recording when a stack first goes
// through it, with its build id, so that the stack can be symbolicated on any machine. Uses only the
// loader's own table of code, which takes no lock (_dl_find_object): the thread that is loading libraries
// may be waiting for us.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "recording.h"

namespace symleak {

struct Image {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  const unsigned char* unwind_table = nullptr;  // .eh_frame_hdr
};

class Images {
 public:
  constexpr explicit Images(Recording& recording) : recording_(recording) {}

  // Counts how often libraries were unloaded: addresses may have another meaning since.
  std::uint32_t generation() const { return generation_.load(std::memory_order_acquire); }
  void unloaded() { generation_.fetch_add(1, std::memory_order_acq_rel); }

  // Records the images that contain the addresses. Must not be called by two threads at once.
  void note(const std::uint64_t* addresses, std::size_t count);
  // How many of the addresses, from the first, are after a call instruction.
  std::size_t count_believable(const std::uint64_t* addresses, std::size_t count) const;
  void forget();
  void close();

  // The image that contains the address; its `begin` is 0 if there is none.
  static Image find(std::uintptr_t address);

 private:
  static constexpr std::size_t most_images = 1024;
  struct Known {
    std::uintptr_t begin;
    std::uintptr_t end;
  };
  const Known* known(std::uint64_t address) const;
  void write(std::uintptr_t address);

  Recording& recording_;
  std::atomic<std::uint32_t> generation_{1};
  std::uint32_t noted_generation_ = 0;
  std::size_t count_ = 0;
  Known known_[most_images] = {};
  format::BlockHeader* block_ = nullptr;
};

}  // namespace symleak
