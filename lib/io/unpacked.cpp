#include "io/unpacked.h"

#include <algorithm>
#include <filesystem>

#include "base/words.h"
#include "io/input.h"

namespace symkit::io {
namespace {

// Debug information shrinks to a third or a tenth. What claims a thousand times its size is a bomb.
constexpr std::uint64_t largest_growth = 1000;
constexpr std::uint64_t always_allowed = 64 << 20;

}  // namespace

Result<std::vector<std::uint8_t>> unpack_file(const std::string& path) {
  const auto input = Input::open(path);
  if (!input) return fail(input.error());
  std::error_code ignored;
  const std::uint64_t packed = std::filesystem::file_size(path, ignored);
  const std::uint64_t limit = std::max(always_allowed, ignored ? 0 : packed * largest_growth);
  std::vector<std::uint8_t> content;
  std::size_t size = 0;
  while (true) {
    if (content.size() - size < 1 << 16) content.resize(std::max<std::size_t>(1 << 20, content.size() * 2));
    const auto read = (*input)->read({reinterpret_cast<char*>(content.data()) + size, content.size() - size});
    if (!read) return fail(read.error());
    if (*read == 0) break;
    size += *read;
    if (size > limit) return fail(say(path, ": unpacks to more than ", limit >> 20, " MB"));
  }
  content.resize(size);
  return content;
}

}  // namespace symkit::io
