// The positions of functions according to the image itself: its symbols and its list of function starts,
// read once for all sources that use them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "debug/debuginfo/code_ranges.h"
#include "debug/symbols/asked_symbols.h"
#include "files/container/image.h"
#include "files/dwarf/sections.h"
#include "ground/base/address.h"
#include "ground/base/result.h"

namespace symkit::symbols {

struct PlacedSymbol {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // the same as begin if the size is unknown
  std::string_view name;
  std::string_view source_file;
  bool in_code = false;
};

class Outline {
 public:
  Outline() = default;
  static Result<Outline> of(const container::Image& image, const debuginfo::CodeRanges& code);
  // What an image says of symbols and starts, as far as it was read.
  struct Said {
    explicit Said(const container::Image& image) : symbols(image) {}

    AskedSymbols symbols;
    std::optional<std::vector<std::uint64_t>> starts;
  };
  // Only what decides what is at the addresses from `first` to `last`; narrows `range`, which contains
  // them, to those for which it does so. `said` is kept for the next time.
  static Result<Outline> near(const container::Image& image, const debuginfo::CodeRanges& code,
                              FileAddress first, FileAddress last, Said& said, dwarf::Range& range);

  // Sorted by address, then by size; of equal ones the last in the file is last. Symbols below the text
  // base belong to no image.
  const std::vector<PlacedSymbol>& symbols() const { return symbols_; }
  const std::vector<std::uint64_t>& starts() const { return starts_; }
  // Where the next symbol of code or function begins, or `limit`: code without a size reaches no further.
  std::uint64_t next_after(std::uint64_t address, std::uint64_t limit) const;

 private:
  Outline(std::vector<PlacedSymbol> symbols, std::vector<std::uint64_t> starts);

  std::vector<PlacedSymbol> symbols_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint64_t> beginnings_;  // of both
};

}  // namespace symkit::symbols
