// Names that a listing owns because they are not in a file: composed from scopes, or read from an index.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "debug/listing/listing.h"

namespace symkit::listing {

struct Listing::OwnedNames {
  std::vector<std::deque<std::string>> texts;  // one deque per worker, moved as a whole
};

}  // namespace symkit::listing
