// Uploaded pieces of files, named by the SHA-1 of their content: a piece that several files share is sent
// and stored once. A stored piece is always complete.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::service {

class Chunks {
 public:
  static constexpr std::size_t most = std::size_t{8} << 20;  // bytes of one piece

  explicit Chunks(std::string folder) : folder_(std::move(folder)) {}

  Result<void> open();

  // Stores a piece after comparing its content with its name.
  Result<void> put(std::string_view name, Bytes chunk);
  // A piece compressed by gzip. The name is the SHA-1 of the decompressed content.
  Result<void> put_packed(std::string_view name, Bytes packed);

  // The pieces that are not stored here. Those that are stored are kept for another day.
  std::vector<std::string> missing(const std::vector<std::string>& names) const;
  // Writes one file from all of them, whose SHA-1 must be `whole`.
  Result<void> join(const std::vector<std::string>& names, std::string_view whole, std::uint64_t most_bytes,
                    const std::string& path) const;

  void prune(std::chrono::seconds kept) const;

 private:
  std::string place_of(std::string_view name) const { return folder_ + '/' + std::string(name); }

  std::string folder_;
};

}  // namespace symkit::service
