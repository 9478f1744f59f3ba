#include "symbolize/native_image.h"

namespace symkit::symbolize {

Result<std::unique_ptr<NativeImage>> NativeImage::open(const std::string& path) {
  auto file = io::MappedFile::open(path);
  if (!file) return fail(file.error());
  auto index = index::NativeIndex::open(file->bytes());
  if (!index) return fail(path + " " + index.error().message);
  return std::unique_ptr<NativeImage>(new NativeImage(std::move(*file), std::move(*index)));
}

}  // namespace symkit::symbolize
