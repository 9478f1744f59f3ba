// The bytes of a mapping: mapped from its file, decompressed, or read from a pipe.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"

namespace symkit::retrace {

class MappingText {
 public:
  static Result<MappingText> open(const std::string& path);

  MappingText() = default;
  explicit MappingText(io::SharedBlob blob) : blob_(std::move(blob)) {}

  const io::SharedBlob& blob() const { return blob_; }

  std::string_view view() const { return blob_ ? as_text(blob_->bytes()) : std::string_view(); }

 private:
  io::SharedBlob blob_;  // null: empty
};

}  // namespace symkit::retrace
