// A file that is mostly a copy of another one: parts of that, which must outlive it, with new parts
// between them.
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
    made_.push_back(std::move(text));
    parts_.push_back(as_bytes(made_.back()));
  }

  // Parts have limited sizes, so that a writer need not hold all of them in memory.
  const std::vector<Bytes>& parts() const { return parts_; }
  std::string joined() const {
    std::string all;
    for (const Bytes part : parts_) all += as_text(part);
    return all;
  }

 private:
  static constexpr std::size_t most_at_once = 8 << 20;
  std::deque<std::string> made_;
  std::vector<Bytes> parts_;
};

}  // namespace symkit::profile
