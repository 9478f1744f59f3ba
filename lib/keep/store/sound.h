// Whether what lies under a key is what belongs there: nobody is believed who can write to a store.
#pragma once

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "keep/store/shelf.h"

namespace symkit::store {

// An index, of this version, of the key's kind and image. An error does not name the place.
Result<void> check_header(const Key& key, Bytes bytes);

// The same, and every byte as it was written.
Result<void> check_all(const Key& key, Bytes bytes);

}  // namespace symkit::store
