// A file that is mostly another one: parts of that, which outlives it, and between them what is new.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace symkit::profile {

class Pieces {
 public:
  void add_view(Bytes part) {
    if (!part.empty()) pieces_.push_back({part, 0, 0});
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

  // Until something is added.
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
  struct Piece {
    Bytes part;  // empty: of `made_`
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  std::string made_;
  std::vector<Piece> pieces_;
};

}  // namespace symkit::profile
