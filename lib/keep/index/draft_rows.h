// Rows as stored in a Draft. There are more rows than anything else in it, so each takes 16 bytes, and
// atos's view follows in a second row only if it differs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace symkit::index {

using FileKey = std::uint32_t;  // of one Draft; 0: none

struct DraftPlace {
  FileKey file = 0;
  std::uint32_t line = 0;
  bool operator==(const DraftPlace&) const = default;
};

// From `address` on, the code belongs to `call` (0: the function itself) and is at `place`, as LLVM and
// GNU show it. For Apple's images atos shows `atos_place`.
struct DraftRow {
  std::uint64_t address = 0;
  std::uint32_t call = 0;
  DraftPlace place;
  DraftPlace atos_place;
};

// A row, or atos's view of the row before it. No bit fields: writing one reads the fresh page first.
struct KeptRow {
  static constexpr std::uint32_t has_atos = std::uint32_t{1} << 31;
  static constexpr std::uint32_t is_atos = ~std::uint32_t{0};

  std::uint32_t offset = 0;  // from the function's begin
  std::uint32_t call = 0;    // with has_atos if atos's view follows; or is_atos
  DraftPlace place;
};
static_assert(sizeof(KeptRow) == 16);

// The first rows of a function, at most `most` of them. A row is not separated from its atos row.
inline std::span<const KeptRow> rows_that_fit(std::span<const KeptRow> rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  return rows.first(rows[most].call == KeptRow::is_atos ? most - 1 : most);
}

// The rows of one function, in the order of addresses, which are unique.
class DraftRows {
 public:
  DraftRows(std::span<const KeptRow> kept, std::uint64_t begin) : kept_(kept), begin_(begin) {}

  class Iterator {
   public:
    Iterator(const KeptRow* at, std::uint64_t begin) : at_(at), begin_(begin) {}

    std::uint64_t address() const { return begin_ + at_->offset; }
    std::uint32_t call() const { return at_->call & ~KeptRow::has_atos; }
    const DraftPlace& place() const { return at_->place; }
    bool has_atos_place() const { return (at_->call & KeptRow::has_atos) != 0; }
    const DraftPlace& atos_place() const { return at_[size() - 1].place; }
    DraftRow operator*() const { return {address(), call(), place(), atos_place()}; }
    Iterator& operator++() {
      at_ += size();
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    std::size_t size() const { return 1 + (at_->call >> 31); }

    const KeptRow* at_;
    std::uint64_t begin_;
  };

  Iterator begin() const { return {kept_.data(), begin_}; }
  Iterator end() const { return {kept_.data() + kept_.size(), begin_}; }
  // The last row at or before the address, or the first one.
  Iterator holding(std::uint64_t address) const {
    const std::uint64_t offset = address < begin_ ? 0 : address - begin_;
    const KeptRow* const first = kept_.data();
    const KeptRow* row =
        first + (std::ranges::upper_bound(kept_, offset, {}, &KeptRow::offset) - kept_.begin());
    if (row != first) --row;
    if (row != first && row->call == KeptRow::is_atos) --row;
    return {row, begin_};
  }

 private:
  std::span<const KeptRow> kept_;
  std::uint64_t begin_;
};

}  // namespace symkit::index
