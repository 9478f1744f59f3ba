// How much one input may become in memory: what its stream unpacks to and what its sections do, together.
// Deflate makes a gigabyte of one megabyte, and a header may claim whatever it likes: both are asked about
// before memory is taken. Like the limits that the system keeps, the cap is the process's: a tool sets it
// before it opens anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ground/base/result.h"

namespace symkit::io {

// "500M", "16G", "1000000": bytes, or K, M, G, T of 1024 each. Nothing for what is no size, and for none at
// all.
std::optional<std::uint64_t> read_size(std::string_view text);

class UnpackBudget {
 public:
  // What the user allows, instead of the machine's memory, 16 GB at most. By default an input also becomes no
  // more than 250 times what is stored of it; what the user allows is not held to that.
  static void allow(std::uint64_t bytes);  // 0: as if the user had said nothing

  // Of the input as it is stored so many bytes have been seen. For streams it grows while they are read.
  void stored(std::uint64_t bytes) { stored_ = bytes; }
  // The same of one more of the files that together are the input.
  void stored_also(std::uint64_t bytes) { stored_ += bytes; }

  // Before so many bytes more are kept. The error says the cap and the option, not the input. From any
  // thread.
  Result<void> take(std::uint64_t bytes);

 private:
  std::atomic<std::uint64_t> stored_ = 0;
  std::atomic<std::uint64_t> taken_ = 0;
};

}  // namespace symkit::io
