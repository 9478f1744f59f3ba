#include "ground/io/blob.h"

#include <utility>

#include "ground/io/mapped_file.h"

namespace symkit::io {
namespace {

struct Array {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t size = 0;
};

Bytes bytes_of(Bytes bytes) { return bytes; }
Bytes bytes_of(const std::string& text) { return as_bytes(text); }
Bytes bytes_of(const Array& array) { return {array.bytes.get(), array.size}; }
Bytes bytes_of(const MappedFile& file) { return file.bytes(); }
Bytes bytes_of(const Unpacked& unpacked) { return unpacked.bytes(); }

// The bytes of what it keeps.
template <class Kept>
class BlobOf final : public Blob {
 public:
  explicit BlobOf(Kept kept) : kept_(std::move(kept)) {}
  Bytes bytes() const override { return bytes_of(kept_); }

 private:
  Kept kept_;
};

template <class Kept>
SharedBlob keep(Kept kept) {
  return std::make_shared<const BlobOf<Kept>>(std::move(kept));
}

}  // namespace

Result<SharedBlob> map_blob(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return keep(std::move(*file));
}

Result<SharedBlob> read_blob(const std::string& path) {
  auto mapped = map_blob(path);
  if (!mapped || !looks_compressed((*mapped)->bytes())) return mapped;
  UnpackBudget budget;
  auto unpacked = Unpacked::read(path, budget);
  if (!unpacked) return fail(unpacked.error());
  return blob_of(std::move(*unpacked));
}

SharedBlob blob_of(std::vector<std::uint8_t> bytes) { return keep(std::move(bytes)); }
SharedBlob blob_of(std::unique_ptr<std::uint8_t[]> bytes, std::size_t size) {
  return keep(Array{std::move(bytes), size});
}
SharedBlob blob_of(Unpacked unpacked) { return keep(std::move(unpacked)); }
SharedBlob blob_of_text(std::string text) { return keep(std::move(text)); }
SharedBlob borrowed_blob(Bytes bytes) { return keep(bytes); }

}  // namespace symkit::io
