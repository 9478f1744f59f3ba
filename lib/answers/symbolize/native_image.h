// An open native index: its bytes and their reader. Lookups are thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/index/native_index.h"

namespace symkit::symbolize {

class NativeImage {
 public:
  // Errors name the place from which the bytes are.
  static Result<std::unique_ptr<NativeImage>> open(io::SharedBlob blob, const std::string& place);

  const index::NativeIndex& index() const { return index_; }
  // What functions that share code have of their own; null if they do not differ.
  const index::NativeIndex* members() const { return members_ ? &*members_ : nullptr; }

  void forget_text_base() { index_.forget_text_base(); }

 private:
  NativeImage() = default;

  io::SharedBlob blob_;
  index::NativeIndex index_;
  std::optional<index::NativeIndex> members_;
};

}  // namespace symkit::symbolize
