// pprof's symbolization protocol: the request has addresses, "0x401000+0x401020", the answer a line with
// the name for each known address.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/image_id.h"
#include "serve/service/desk.h"

namespace symkit::service {

inline constexpr std::size_t most_symbolz_addresses = 200'000;

// The addresses are relative to the image's file. The error says what is wrong with the request.
Result<std::string> answer_symbolz(const ImageId& id, std::string_view question, Desk& desk,
                                   LogCounts& counts);

}  // namespace symkit::service
