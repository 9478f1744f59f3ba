// Names that a listing owns because no file does: composed from scopes, or put together by an index.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/listing/listing.h"

namespace symkit::listing {

struct Listing::OwnedNames {
  std::vector<std::deque<std::string>> texts;  // each where it was made: moved as a whole
};

}  // namespace symkit::listing
