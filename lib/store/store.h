// Index files kept by the id of the image they are for: a folder, readable and writable by many processes at
// once. <folder>/c0/61ee83….symx is what the native index of image c061ee83… is called.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/image_id.h"
#include "base/result.h"

namespace symkit::store {

// What an index is for. One id may have one of each kind.
inline constexpr std::string_view native = "native";
inline constexpr std::string_view mapping = "mapping";
inline constexpr std::string_view source_map = "sourcemap";

struct Entry {
  ImageId id;
  std::string kind;
  std::string path;
  std::uint64_t size = 0;
};

class Store {
 public:
  // Without a folder nothing is found, and nothing can be put in.
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }

  // Where an index belongs, whether it is there or not; empty without a folder.
  std::string path_of(const ImageId& id, std::string_view kind) const;

  // The path of an index that is there.
  std::optional<std::string> find(const ImageId& id, std::string_view kind) const;

  // The same for an id that a log may have cut or turned round: `same` tells whether an id that the store has
  // is meant. Those that begin as `id` does are asked about, in either order of its first bytes.
  std::optional<std::string> find_like(const ImageId& id, std::string_view kind,
                                       const std::function<bool(const ImageId&)>& same) const;

  // Puts an index in, in place of one that was there, and gives its path. A reader sees the old one or the
  // new one, never a part. The folder is made if it is missing.
  Result<std::string> put(const ImageId& id, std::string_view kind, std::span<const Bytes> parts) const;

  // All that is there, by id and kind. What is not an index is passed over; a missing folder holds nothing.
  std::vector<Entry> entries() const;

 private:
  std::string folder_;
};

}  // namespace symkit::store
