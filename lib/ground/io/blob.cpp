#include "ground/io/blob.h"

#include <utility>

#include "ground/io/mapped_file.h"

namespace symkit::io {
namespace {

class MappedBlob final : public Blob {
 public:
  explicit MappedBlob(MappedFile file) : file_(std::move(file)) {}
  Bytes bytes() const override { return file_.bytes(); }

 private:
  MappedFile file_;
};

class OwnedBlob final : public Blob {
 public:
  explicit OwnedBlob(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
  Bytes bytes() const override { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

class UnpackedBlob final : public Blob {
 public:
  explicit UnpackedBlob(Unpacked unpacked) : unpacked_(std::move(unpacked)) {}
  Bytes bytes() const override { return unpacked_.bytes(); }

 private:
  Unpacked unpacked_;
};

class TextBlob final : public Blob {
 public:
  explicit TextBlob(std::string text) : text_(std::move(text)) {}
  Bytes bytes() const override { return as_bytes(text_); }

 private:
  std::string text_;
};

class BorrowedBlob final : public Blob {
 public:
  explicit BorrowedBlob(Bytes bytes) : bytes_(bytes) {}
  Bytes bytes() const override { return bytes_; }

 private:
  Bytes bytes_;
};

}  // namespace

Result<SharedBlob> map_blob(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return std::make_shared<const MappedBlob>(std::move(*file));
}

Result<SharedBlob> read_blob(const std::string& path) {
  auto mapped = map_blob(path);
  if (!mapped || !looks_compressed((*mapped)->bytes())) return mapped;
  UnpackBudget budget;
  auto unpacked = Unpacked::read(path, budget);
  if (!unpacked) return fail(unpacked.error());
  return blob_of(std::move(*unpacked));
}

SharedBlob blob_of(std::vector<std::uint8_t> bytes) {
  return std::make_shared<const OwnedBlob>(std::move(bytes));
}

SharedBlob blob_of(Unpacked unpacked) { return std::make_shared<const UnpackedBlob>(std::move(unpacked)); }

SharedBlob blob_of_text(std::string text) { return std::make_shared<const TextBlob>(std::move(text)); }

SharedBlob borrowed_blob(Bytes bytes) { return std::make_shared<const BorrowedBlob>(bytes); }

}  // namespace symkit::io
