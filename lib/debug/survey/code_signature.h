// The code signature of a Mach-O: who signed it, and what it may do. Blobs within a blob, big-endian in every
// file.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "debug/survey/survey.h"
#include "ground/base/bytes.h"

namespace symkit::survey {

// `blob` is what LC_CODE_SIGNATURE points at.
std::optional<CodeSignature> read_code_signature(Bytes blob);

// The keys of a property list's outermost dictionary with their values in a few words.
std::vector<Entitlement> read_property_list(std::string_view text);

}  // namespace symkit::survey
