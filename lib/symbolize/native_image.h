// A native index that is open: the mapped file and its reader, together.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "index/native_index.h"
#include "io/mapped_file.h"

namespace symkit::symbolize {

class NativeImage {
 public:
  // Errors name the path.
  static Result<std::unique_ptr<NativeImage>> open(const std::string& path);

  const index::NativeIndex& index() const { return index_; }
  const std::string& path() const { return file_.path(); }

 private:
  NativeImage(io::MappedFile file, index::NativeIndex index)
      : file_(std::move(file)), index_(std::move(index)) {}

  io::MappedFile file_;
  index::NativeIndex index_;
};

}  // namespace symkit::symbolize
