// Pieces of files on their way here, each by the SHA-1 of its bytes: what several files have in common is
// sent and kept once. A piece that is there is whole.
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
  static constexpr std::size_t most = std::size_t{8} << 20;  // bytes of one

  explicit Chunks(std::string folder) : folder_(std::move(folder)) {}

  Result<void> open();

  // Checked against its name.
  Result<void> put(std::string_view name, Bytes chunk);
  // One that is packed by gzip. The name is that of what is in it.
  Result<void> put_packed(std::string_view name, Bytes packed);

  // Which of them are not here. Those that are stay for another day.
  std::vector<std::string> missing(const std::vector<std::string>& names) const;
  // One file of all of them, whose SHA-1 is `whole`.
  Result<void> join(const std::vector<std::string>& names, std::string_view whole, std::uint64_t most_bytes,
                    const std::string& path) const;

  void prune(std::chrono::seconds kept) const;

 private:
  std::string place_of(std::string_view name) const { return folder_ + '/' + std::string(name); }

  std::string folder_;
};

}  // namespace symkit::service
