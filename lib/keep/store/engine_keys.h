// The keys of an engine. All keys of an image have its id in braces, so that a cluster keeps them on one
// node: sym:{c061ee83…}:native:0, and for a part sym:{c061ee83…}:native:07ce79b2a9d3c8ef.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keep/store/shelf.h"

namespace symkit::store {

std::string engine_key(const Key& key);
// Nothing if the text is not such a key.
std::optional<Key> read_engine_key(std::string_view text);
// All complete indexes of a kind, as a pattern for KEYS.
std::string engine_pattern(index::Kind kind);

// Holds how long the image's keys live, and when that was last renewed (lifetime.h).
std::string lifetime_key(const ImageId& id);

// Logs cut ids to 16 bytes. This key holds the longer id that begins with a cut one.
constexpr std::size_t cut_id_size = 16;
std::string long_id_key(const ImageId& cut, index::Kind kind);

// This key holds the id of the image with that name, or that there are several.
std::string name_key(std::string_view name, index::Kind kind);

}  // namespace symkit::store
