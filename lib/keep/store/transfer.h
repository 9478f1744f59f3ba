// Copies an index from one store to another in the form in which it is stored: in one piece, or the parts
// and then the manifest.
#pragma once

#include <cstdint>

#include "ground/base/result.h"
#include "keep/store/stock.h"

namespace symkit::store {

struct Transfer {
  bool is_there = false;   // it is in `from`
  bool was_there = false;  // `to` already had the same: nothing was sent
  std::uint64_t bytes = 0;
};

// Every byte is checked before it is sent on.
Result<Transfer> transfer(Shelf& from, StockedShelf& to, const ImageId& id, index::Kind kind);

}  // namespace symkit::store
