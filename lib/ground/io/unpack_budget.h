// Limits how much memory one input may use: its decompressed stream and its sections together. Deflate
// makes a gigabyte of one megabyte, and a header may claim any size, so both are checked before memory is
// allocated. The limit is that of the process: a tool sets it before it opens anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::io {

// "500M", "16G", "1000000": bytes, or K, M, G, T of 1024 each. Nothing if the text is not a size, and for
// zero.
std::optional<std::uint64_t> read_size(std::string_view text);

class UnpackBudget {
 public:
  // The limit that the user set. By default it is the machine's memory, at most 16 GB, and also 250 times
  // the stored size of the input; a limit set by the user has no such factor.
  static void allow(std::uint64_t bytes);  // 0: use the default

  // The stored size of the input. For streams it grows while they are read.
  void stored(std::uint64_t bytes) { stored_ = bytes; }
  // Adds the stored size of another file that belongs to the input.
  void stored_also(std::uint64_t bytes) { stored_ += bytes; }

  // To be called before keeping this many more bytes. The error gives the limit and the option, not the
  // input. From any thread.
  Result<void> take(std::uint64_t bytes);

 private:
  std::atomic<std::uint64_t> stored_ = 0;
  std::atomic<std::uint64_t> taken_ = 0;
};

}  // namespace symkit::io
