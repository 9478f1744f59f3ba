// What the files of a static store are called: a folder for each image, by its id, and in it what an engine
// has under the image's keys. docs/store.md draws it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keep/store/shelf.h"

namespace symkit::store {

// At the root, so that nobody takes another folder, or another server's "not found", for such a store.
inline constexpr std::string_view static_marker = "symkit-store";
inline constexpr std::string_view static_marker_text = "symkit static store 1\n";

// "c0/61ee83…/native": an index in one piece or the manifest of one in parts, whichever it is;
// "c0/61ee83…/native.07ce79b2a9d3c8ef": a part, or a block. Empty: such a key is never there.
std::string static_path(const Key& key);
// The key that a path is of; a native head may also be a manifest's.
std::optional<Key> read_static_path(std::string_view path);

// Which longer ids begin with this one: "c0/61ee83…/native.begins", an id on each line.
std::string static_path_of_longer(const ImageId& cut, index::Kind kind);

// The one image that is called so, or that there are several: "named/native/libc.so.6". Empty: such a name is
// not kept.
std::string static_path_of_name(std::string_view name, index::Kind kind);

}  // namespace symkit::store
