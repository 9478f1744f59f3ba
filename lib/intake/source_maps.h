// Source maps of JavaScript on their way into the store.
#pragma once

#include <string>
#include <vector>

#include "intake/intake.h"

namespace symkit::intake {

// A map by its name or its first bytes, or a script, which may name one.
bool is_source_map(const std::string& path);
// What a walk through a folder takes for one: *.map of a script.
bool is_named_like_source_map(const std::string& path);

Result<std::vector<Indexed>> index_source_map(const std::string& path, const store::Store& store,
                                              const Options& options);

Result<std::vector<std::uint8_t>> source_map_bytes(const std::string& path, const Options& options,
                                                   Indexed& about);

}  // namespace symkit::intake
