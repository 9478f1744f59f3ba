#include "serve/service/chunks.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <libdeflate.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/mapped_file.h"
#include "serve/service/old_files.h"
#include "serve/service/sha1.h"

namespace symkit::service {
namespace {

namespace fs = std::filesystem;

// Decompresses all members, as gzip allows several. Empty if the data is broken or too large.
std::vector<std::uint8_t> unpack(Bytes packed, std::size_t most) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  std::vector<std::uint8_t> out(most);
  std::size_t used = 0;
  while (!packed.empty()) {
    std::size_t in = 0, count = 0;
    if (libdeflate_gzip_decompress_ex(decompressor.get(), packed.data(), packed.size(), out.data() + used,
                                      out.size() - used, &in, &count) != LIBDEFLATE_SUCCESS)
      return {};
    packed = packed.subspan(in);
    used += count;
  }
  out.resize(used);
  return out;
}

}  // namespace

Result<void> Chunks::open() {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return fail(say(folder_, ": ", error.message()));
  return {};
}

Result<void> Chunks::put(std::string_view name, Bytes chunk) {
  if (!is_sha1(name)) return fail(say("a chunk must be named by its SHA-1, not '", name.substr(0, 60), "'"));
  if (chunk.size() > most) return fail(say("chunk ", name, " is longer than ", most, " bytes"));
  const std::string sum = sha1_of(chunk);
  if (sum != name) return fail(say("chunk ", name, " has the SHA-1 ", sum));
  return io::write_atomically(place_of(name), {&chunk, 1});
}

Result<void> Chunks::put_packed(std::string_view name, Bytes packed) {
  const std::vector<std::uint8_t> chunk = unpack(packed, most);
  if (chunk.empty())
    return fail(say("chunk ", name.substr(0, 60), " is not gzip data of at most ", most, " bytes"));
  return put(name, chunk);
}

std::vector<std::string> Chunks::missing(const std::vector<std::string>& names) const {
  std::vector<std::string> gone;
  for (const std::string& name : names)
    if (::utimensat(AT_FDCWD, place_of(name).c_str(), nullptr, AT_SYMLINK_NOFOLLOW) != 0)
      gone.push_back(name);
  return gone;
}

Result<void> Chunks::join(const std::vector<std::string>& names, std::string_view whole,
                          std::uint64_t most_bytes, const std::string& path) const {
  auto file = io::AtomicFile::begin(path, {}, 0600);
  if (!file) return fail(file.error());
  Sha1 sum;
  std::uint64_t size = 0;
  for (const std::string& name : names) {
    const auto chunk = io::MappedFile::open(place_of(name));
    if (!chunk) return fail(say("chunk ", name, " no longer exists; send it again"));
    if (size + chunk->bytes().size() > most_bytes)
      return fail(say("the file has more than ", most_bytes, " bytes"));
    sum.add(chunk->bytes());
    if (const auto written = file->write(size, chunk->bytes()); !written) return written;
    size += chunk->bytes().size();
  }
  if (const std::string digits = sum.digits(); digits != whole)
    return fail(say("its chunks together have the SHA-1 ", digits, ", not ", whole));
  return file->keep();
}

void Chunks::prune(std::chrono::seconds kept) const { remove_old_files(folder_, kept); }

}  // namespace symkit::service
