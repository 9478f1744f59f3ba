// One block of an index: where its pieces begin, their bodies, and the callees and files that they share.
// Its content is not trusted; a block that does not fit its bytes does not open.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/base/bytes.h"
#include "keep/index/encoding.h"
#include "keep/index/native_format.h"

namespace symkit::index {

// The sizes of numbers in bytes, by what they count.
struct TableWidths {
  unsigned name = 1;
  unsigned file = 1;
  unsigned line = 1;
  bool has_columns = false;  // lines are packed LineAndColumn values

  unsigned callee() const { return name + 1 + line; }
};

class BlockReader {
 public:
  struct Parts {
    Bytes directory;  // the block's part of DIRS
    Bytes bytes;      // its part of BLKS
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // where the next block begins
  };
  bool open(const Parts& parts, const TableWidths& widths);

  // The last piece that begins at or before the offset, which must not be before the block.
  std::size_t find(std::uint64_t offset) const;
  // Pieces are numbered from 0.
  bool has(std::size_t piece) const {
    return piece == 0 || (piece < pieces_in_block && slot(piece, 0) != no_piece);
  }
  std::uint64_t begin(std::size_t piece) const { return parts_.begin + (piece == 0 ? 0 : slot(piece, 0)); }
  // Where the next piece begins: no piece ends after that.
  std::uint64_t limit(std::size_t piece) const { return has(piece + 1) ? begin(piece + 1) : parts_.end; }
  Bytes body(std::size_t piece) const;
  Bytes bodies() const { return bodies_; }
  Bytes directory() const { return parts_.directory; }

  // A called or inlined function. `file` is the block's number, as in a body.
  struct Callee {
    std::uint32_t name = 0;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
  };
  std::uint32_t callee_count() const { return static_cast<std::uint32_t>(callee_count_); }
  std::uint32_t file_count() const { return static_cast<std::uint32_t>(file_count_); }
  // Empty for 0 and for a number not in the block. Forced inline: a call would return the result in
  // registers via memory, which delays its use.
  [[gnu::always_inline]] Callee callee(std::uint32_t local) const {
    if (local == 0 || local > callee_count_) return {};
    const std::size_t at = std::size_t{local - 1} * widths_.callee();
    return {static_cast<std::uint32_t>(fixed_number(parts_.bytes, at, widths_.name)),
            static_cast<std::uint32_t>(fixed_number(parts_.bytes, at + widths_.name, 1)),
            static_cast<std::uint32_t>(fixed_number(parts_.bytes, at + widths_.name + 1, widths_.line))};
  }
  void prefetch(std::uint32_t local) const {
    if (local - 1 < callee_count_) __builtin_prefetch(parts_.bytes.data() + (local - 1) * widths_.callee());
  }
  void prefetch_files() const { __builtin_prefetch(parts_.bytes.data() + files_at_); }
  bool has_columns() const { return widths_.has_columns; }
  // A file's number in the index.
  std::uint32_t file(std::uint32_t local) const {
    if (local == 0 || local > file_count_) return 0;
    const std::size_t at = files_at_ + std::size_t{local - 1} * widths_.file;
    return static_cast<std::uint32_t>(fixed_number(parts_.bytes, at, widths_.file));
  }

 private:
  std::uint16_t slot(std::size_t piece, std::size_t half) const {
    return load<std::uint16_t>(parts_.directory.data() + piece * directory_entry_size + half * 2);
  }
  std::size_t body_begin(std::size_t piece) const { return piece == 0 ? 0 : slot(piece, 1); }

  Parts parts_;
  TableWidths widths_;
  std::size_t callee_count_ = 0;
  std::size_t file_count_ = 0;
  std::size_t files_at_ = 0;  // after the callees
  Bytes bodies_;
};

}  // namespace symkit::index
