// Dumps that are sent: their stacks as a log.
#pragma once

#include <cstdint>
#include <string>

#include "ground/base/result.h"
#include "keep/store/shelf.h"
#include "serve/http/message.h"

namespace symkit::service {

// No file of this machine is opened for it: unwind tables come from the dump, and from the store. `most`:
// bytes of the dump, decompressed; what is behind them is not read. `folder`: where it is decompressed.
Result<std::string> log_of_dump(http::Body& body, std::uint64_t most, const std::string& folder,
                                store::Shelf& store);

}  // namespace symkit::service
