// What an engine has under which key. All of one image's keys have its id between braces, so that a cluster
// keeps them on one node: sym:{c061ee83…}:native:0, and for a part sym:{c061ee83…}:native:07ce79b2a9d3c8ef.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keep/store/shelf.h"

namespace symkit::store {

std::string engine_key(const Key& key);
// Nothing for what is no key of this form.
std::optional<Key> read_engine_key(std::string_view text);
// All whole indexes of a kind, as KEYS has patterns.
std::string engine_pattern(index::Kind kind);

// How long the image's keys live, and when that was last renewed (lifetime.h).
std::string lifetime_key(const ImageId& id);

// Logs cut ids to 16 bytes. Under those is kept which longer id they are the beginning of.
constexpr std::size_t cut_id_size = 16;
std::string long_id_key(const ImageId& cut, index::Kind kind);

// Under a name is kept the id of what is called so, or that several are.
std::string name_key(std::string_view name, index::Kind kind);

}  // namespace symkit::store
