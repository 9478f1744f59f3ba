// The hash by which R8 marks its mapping: "# pg_map_hash: SHA-256 …" in the header, computed over
// everything below that line.
#pragma once

#include <string>
#include <string_view>

#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::retrace {

// Fails if the text is not what R8 wrote; warns if the header has no hash.
Result<void> verify_map_hash(std::string_view text, const std::string& path, const WarningSink& warn);

// The same for a mapping file.
Result<void> verify_map_hash(const std::string& path, const WarningSink& warn);

}  // namespace symkit::retrace
