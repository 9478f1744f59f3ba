#include "symbolize/native_image.h"

namespace symkit::symbolize {

Result<std::unique_ptr<NativeImage>> NativeImage::open(const std::string& path) {
  auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  auto index = index::NativeIndex::open(file->bytes());
  if (!index) return fail(path + " " + index.error().message);
  auto image = std::unique_ptr<NativeImage>(new NativeImage);
  image->file_ = std::move(*file);
  image->index_ = std::move(*index);
  return image;
}

Result<std::unique_ptr<NativeImage>> NativeImage::of_bytes(std::vector<std::uint8_t> bytes) {
  auto image = std::unique_ptr<NativeImage>(new NativeImage);
  image->bytes_ = std::move(bytes);
  auto index = index::NativeIndex::open(image->bytes_);
  if (!index) return fail(index.error());
  image->index_ = std::move(*index);
  return image;
}

}  // namespace symkit::symbolize
