#include "answers/retrace/mapping_text.h"

#include <cstdint>
#include <sys/stat.h>
#include <vector>

namespace symkit::retrace {
namespace {

// A pipe, as from the shell's <(…), cannot be mapped and is read once.
bool is_stream(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

}  // namespace

Result<MappingText> MappingText::open(const std::string& path) {
  MappingText text;
  if (is_stream(path)) {
    io::UnpackBudget budget;
    auto unpacked = io::Unpacked::read(path, budget);
    if (!unpacked) return fail(unpacked.error());
    text.blob_ = io::blob_of(std::move(*unpacked));
    return text;
  }
  auto blob = io::read_blob(path);
  if (!blob) return fail(blob.error());
  text.blob_ = std::move(*blob);
  return text;
}

}  // namespace symkit::retrace
