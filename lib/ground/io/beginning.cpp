#include "ground/io/beginning.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "ground/io/input.h"
#include "ground/io/unpacked.h"

namespace symkit::io {
namespace {

constexpr std::size_t enough = 8192;

std::string first_bytes(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  std::string bytes;
  bytes.resize_and_overwrite(enough, [&](char* data, std::size_t most) {
    const ssize_t size = ::pread(file, data, most, 0);
    return size < 0 ? 0 : static_cast<std::size_t>(size);
  });
  ::close(file);
  return bytes;
}

std::string first_unpacked_bytes(const std::string& path) {
  const auto input = Input::open(path);
  if (!input) return {};
  std::string bytes(enough, '\0');
  bytes.resize((*input)->read(bytes).value_or(0));
  return bytes;
}

}  // namespace

Beginning::Beginning(std::string path) : path_(std::move(path)), bytes_(first_bytes(path_)) {}

std::string_view Beginning::text() {
  if (!looks_compressed(bytes())) return bytes_;
  if (!unpacked_) unpacked_ = first_unpacked_bytes(path_);
  return *unpacked_;
}

}  // namespace symkit::io
