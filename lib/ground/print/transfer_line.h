// The terminal line for one of the files being downloaded: "libmarket.so  debuginfo  52% of 1.2 MB  0.3
// MB/s  https://debuginfod.debian.net".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace symkit::print {

struct TransferState {
  std::string_view name;  // of the image that the file is for
  std::string_view what;
  std::string_view server;
  std::uint64_t done = 0;
  std::uint64_t total = 0;   // 0: not known
  std::uint64_t lately = 0;  // done in the last `seconds`:
  double seconds = 0;
};

// For a terminal with this many columns.
std::string transfer_line(const TransferState& state, std::size_t columns);

}  // namespace symkit::print
