#include "retrace/mapping_text.h"

#include <sys/stat.h>

namespace symkit::retrace {
namespace {

// A pipe, as the shell's <(…) makes one: there is nothing to map, and it is read once.
bool is_stream(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

}  // namespace

Result<MappingText> MappingText::open(const std::string& path) {
  MappingText text;
  if (!is_stream(path)) {
    auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    text.file_ = std::move(*file);
    if (!io::looks_compressed(text.file_.bytes())) return text;
  }
  io::UnpackBudget budget;
  auto unpacked = io::Unpacked::read(path, budget);
  if (!unpacked) return fail(unpacked.error());
  text.unpacked_ = std::move(*unpacked);
  return text;
}

}  // namespace symkit::retrace
