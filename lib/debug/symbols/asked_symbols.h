// An image's symbols, for questions about single places and names. At first only what a question needs is
// read; once many were asked, all are read and sorted.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "files/container/image.h"
#include "files/container/sorted_symbols.h"
#include "ground/base/address.h"
#include "ground/base/result.h"

namespace symkit::symbols {

// For one thread at a time.
class AskedSymbols {
 public:
  explicit AskedSymbols(const container::Image& image) : image_(image) {}

  // As Image::nearby_of() and named_among() all symbols.
  Result<container::Image::Nearby> near(FileAddress first, FileAddress last);
  Result<container::Image::Named> named(std::string_view name);

 private:
  Result<void> read_all();
  // Null: there were few questions yet.
  Result<container::SortedSymbols*> sorted();

  const container::Image& image_;
  unsigned asked_ = 0;
  std::optional<std::vector<container::Symbol>> all_;
  std::optional<container::SortedSymbols> sorted_;
};

}  // namespace symkit::symbols
