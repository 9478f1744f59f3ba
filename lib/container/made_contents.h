// Contents that had to be made (unpacked, relocated) and now belong to the image. Each section is made once,
// by whoever asks first; different sections are made on different threads at the same time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace symkit::container {

class MadeContents {
 public:
  using Fill = std::function<Result<void>(std::span<std::uint8_t>)>;

  // Which of an image's sections are made: one flag a section. `file_size` bounds what all may take together.
  MadeContents(const std::vector<bool>& made, std::size_t file_size);

  bool is_made(std::size_t section) const { return slot_of_[section] != none; }

  // The contents of a section for which is_made(); `fill` writes all `size` bytes of them.
  Result<Bytes> get(std::size_t section, std::uint64_t size, const Fill& fill) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Slot {
    std::once_flag once;
    std::unique_ptr<std::uint8_t[]> bytes;
    Result<Bytes> result;
  };

  Result<Bytes> make(Slot& slot, std::uint64_t size, const Fill& fill) const;

  std::vector<std::uint32_t> slot_of_;
  std::unique_ptr<Slot[]> slots_;
  mutable std::atomic<std::uint64_t> budget_;
};

}  // namespace symkit::container
