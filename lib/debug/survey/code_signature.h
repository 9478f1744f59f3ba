// The code signature of a Mach-O: the signer, and the entitlements. Nested blobs, always big-endian.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "debug/survey/survey.h"
#include "ground/base/bytes.h"

namespace symkit::survey {

// `blob`: the target of LC_CODE_SIGNATURE.
std::optional<CodeSignature> read_code_signature(Bytes blob);

// The keys of a property list's outermost dictionary, with their values in short form.
std::vector<Entitlement> read_property_list(std::string_view text);

}  // namespace symkit::survey
