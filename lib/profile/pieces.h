// A file that is mostly another one: parts of that, which outlives it, and between them what is new.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace symkit::profile {

class Pieces {
 public:
  void add_view(Bytes part) {
    for (; !part.empty(); part = part.subspan(std::min(part.size(), most_at_once)))
      pieces_.push_back({part.first(std::min(part.size(), most_at_once)), 0, 0});
  }
  void add(std::string text) {
    if (text.empty()) return;
    if (pieces_.empty() || !pieces_.back().part.empty()) pieces_.push_back({{}, made_.size(), 0});
    pieces_.back().size += text.size();
    if (made_.empty())
      made_ = std::move(text);
    else
      made_ += text;
  }

  // Valid until something is added; none is very large, so that who writes them needs not hold all of them.
  std::vector<Bytes> parts() const {
    std::vector<Bytes> parts;
    parts.reserve(pieces_.size());
    for (const Piece& piece : pieces_)
      parts.push_back(piece.part.empty() ? as_bytes(made_).subspan(piece.begin, piece.size) : piece.part);
    return parts;
  }
  std::string joined() const {
    std::string all;
    for (const Bytes part : parts()) all += as_text(part);
    return all;
  }

 private:
  static constexpr std::size_t most_at_once = 8 << 20;
  struct Piece {
    Bytes part;  // empty: of `made_`
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  std::string made_;
  std::vector<Piece> pieces_;
};

}  // namespace symkit::profile
