// A file that is put together from parts: parts of another file, which must outlive it, and new ones,
// some of them many times.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::profile {

class Pieces {
 public:
  Pieces() = default;
  Pieces(Pieces&&) noexcept = default;
  Pieces& operator=(Pieces&&) noexcept = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  void add_view(Bytes part) {
    for (; !part.empty(); part = part.subspan(std::min(part.size(), most_at_once)))
      parts_.push_back(part.first(std::min(part.size(), most_at_once)));
  }
  void add(std::string text) {
    if (text.empty()) return;
    parts_.push_back(keep(std::move(text)));
  }
  // For views of it; it is no part by itself.
  Bytes keep(std::string text) { return as_bytes(made_.emplace_back(std::move(text))); }

  // Parts have limited sizes, so that a writer need not hold all of them in memory.
  const std::vector<Bytes>& parts() const { return parts_; }
  std::string joined() const {
    std::size_t size = 0;
    for (const Bytes part : parts_) size += part.size();
    std::string all;
    all.reserve(size);
    for (const Bytes part : parts_) all += as_text(part);
    return all;
  }

 private:
  static constexpr std::size_t most_at_once = 8 << 20;
  std::deque<std::string> made_;
  std::vector<Bytes> parts_;
};

}  // namespace symkit::profile
