// Checks that a stored value belongs to its key: writers to a store are not trusted.
#pragma once

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "keep/store/shelf.h"

namespace symkit::store {

// Checks that it is an index of this version and of the key's kind and image. An error does not name the
// place.
Result<void> check_header(const Key& key, Bytes bytes);

// The same, and checks every byte against the checksums.
Result<void> check_all(const Key& key, Bytes bytes);

}  // namespace symkit::store
