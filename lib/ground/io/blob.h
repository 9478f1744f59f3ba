// Bytes from anywhere: mapped from a file, decompressed, made in memory or downloaded. They neither move
// nor change while the blob lives, so any number of threads may read them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/unpacked.h"

namespace symkit::io {

class Blob {
 public:
  Blob() = default;
  Blob(const Blob&) = delete;
  Blob& operator=(const Blob&) = delete;
  virtual ~Blob() = default;

  virtual Bytes bytes() const = 0;
};
using SharedBlob = std::shared_ptr<const Blob>;

// A regular file as it is; errors name the path.
Result<SharedBlob> map_blob(const std::string& path);
// The same, decompressed if it is compressed, up to the limit on decompressed size.
Result<SharedBlob> read_blob(const std::string& path);

SharedBlob blob_of(std::vector<std::uint8_t> bytes);
SharedBlob blob_of(std::unique_ptr<std::uint8_t[]> bytes, std::size_t size);
SharedBlob blob_of(Unpacked unpacked);
SharedBlob blob_of_text(std::string text);
// The caller keeps the bytes, for as long as anyone holds the blob.
SharedBlob borrowed_blob(Bytes bytes);

}  // namespace symkit::io
