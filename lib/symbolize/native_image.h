// A native index that is open: the mapped file and its reader, together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "index/native_index.h"
#include "io/mapped_file.h"

namespace symkit::symbolize {

class NativeImage {
 public:
  // Errors name the path.
  static Result<std::unique_ptr<NativeImage>> open(const std::string& path);

  // An index that is in no file.
  static Result<std::unique_ptr<NativeImage>> of_bytes(std::vector<std::uint8_t> bytes);

  const index::NativeIndex& index() const { return index_; }

  // What the image is called: as the index says, unless whoever opened it knows better. An index that was
  // made of a debug file in a .build-id folder is called by an id.
  std::string_view name() const { return name_.empty() ? index_.image_name() : std::string_view(name_); }
  void set_name(std::string name) { name_ = std::move(name); }

 private:
  NativeImage() = default;

  io::MappedFile file_;
  std::vector<std::uint8_t> bytes_;  // instead of the file
  index::NativeIndex index_;
  std::string name_;
};

}  // namespace symkit::symbolize
