#include "retrace/mapping_text.h"

#include <cstdint>
#include <sys/stat.h>
#include <vector>

#include "io/input.h"

namespace symkit::retrace {
namespace {

// A pipe, as the shell's <(…) makes one: there is nothing to map, and it is read once.
bool is_stream(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

Result<std::vector<std::uint8_t>> read_stream(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  std::vector<std::uint8_t> bytes;
  while (true) {
    constexpr std::size_t piece = 1024 * 1024;
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    const auto size = (*input)->read({reinterpret_cast<char*>(bytes.data()) + before, piece});
    if (!size) return fail(size.error());
    bytes.resize(before + *size);
    if (*size == 0) return bytes;
  }
}

}  // namespace

Result<MappingText> MappingText::open(const std::string& path) {
  MappingText text;
  if (is_stream(path)) {
    auto bytes = read_stream(path);
    if (!bytes) return fail(bytes.error());
    text.blob_ = io::blob_of(std::move(*bytes));
    return text;
  }
  auto blob = io::read_blob(path);
  if (!blob) return fail(blob.error());
  text.blob_ = std::move(*blob);
  return text;
}

}  // namespace symkit::retrace
