// The file names of a static store: a folder for each image, named by its id, with files for what an
// engine stores under the image's keys. See docs/store.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keep/store/shelf.h"

namespace symkit::store {

// Identifies a store at its root, so that no other folder, and no other server's "not found" page, is
// mistaken for one.
inline constexpr std::string_view static_marker = "symkit-store";
inline constexpr std::string_view static_marker_text = "symkit static store 1\n";

// "c0/61ee83…/native": an index in one piece, or the manifest of one in parts;
// "c0/61ee83…/native.07ce79b2a9d3c8ef": a part or a block. Empty: such a key is never stored.
std::string static_path(const Key& key);
// The key that a path belongs to; a native head may also be a manifest's.
std::optional<Key> read_static_path(std::string_view path);

// The file of the longer ids that begin with this one, an id on each line: "c0/61ee83…/native.begins".
std::string static_path_of_longer(const ImageId& cut, index::Kind kind);

// The file with the one image of this name, or with the fact that there are several:
// "named/native/libc.so.6". Empty: such a name is not stored.
std::string static_path_of_name(std::string_view name, index::Kind kind);

}  // namespace symkit::store
