// Where an image's index would find functions by a name, as far as the image's symbols alone tell.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "debug/symbols/asked_symbols.h"
#include "files/container/image.h"
#include "ground/base/address.h"
#include "ground/base/result.h"

namespace symkit::symbols {

// Nothing: there is no such symbol, or other sources may have functions of that name; `has_others`: there
// are other sources.
Result<std::optional<std::vector<FileAddress>>> addresses_named(const container::Image& image,
                                                                std::string_view name, bool has_others,
                                                                AskedSymbols& symbols);

}  // namespace symkit::symbols
