// An index from one store to another, as it lies there: in one piece, or its parts and then the manifest.
#pragma once

#include <cstdint>

#include "ground/base/result.h"
#include "keep/store/stock.h"

namespace symkit::store {

struct Transfer {
  bool is_there = false;   // `from` has it
  bool was_there = false;  // and `to` had the same already: nothing was sent
  std::uint64_t bytes = 0;
};

// What comes is checked byte by byte before it goes on.
Result<Transfer> transfer(Shelf& from, StockedShelf& to, const ImageId& id, index::Kind kind);

}  // namespace symkit::store
