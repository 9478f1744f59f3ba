// Mappings of R8 and ProGuard on their way into the store.
#pragma once

#include <string>
#include <vector>

#include "intake/intake.h"

namespace symkit::intake {

// By its first bytes, unpacked where they are compressed.
bool is_mapping(const std::string& path);

Result<std::vector<Indexed>> index_mapping(const std::string& path, const store::Store& store,
                                           const Options& options);

Result<std::vector<std::uint8_t>> mapping_bytes(const std::string& path, const Options& options,
                                                Indexed& about);

}  // namespace symkit::intake
