// pprof's protocol for names: addresses in, "0x401000+0x401020", and a line with a name for each that is
// known.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/image_id.h"
#include "serve/service/desk.h"

namespace symkit::service {

inline constexpr std::size_t most_symbolz_addresses = 200'000;

// The addresses are those of the image's file. The error says what is wrong with the question.
Result<std::string> answer_symbolz(const ImageId& id, std::string_view question, Desk& desk, Tally& tally);

}  // namespace symkit::service
