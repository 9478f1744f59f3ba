#include "symleak/pack_recording.h"

#include <cstdint>
#include <cstring>
#include <sys/stat.h>

#include "ground/io/atomic_file.h"
#include "reports/heap/pack.h"

namespace symkit::symleak {
namespace {

constexpr off_t worth_it = 1 << 20;

bool is_same(const struct stat& left, const struct stat& right) {
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino && left.st_size == right.st_size;
}

Result<void> write_packed(const heap::Recording& recording, io::AtomicFile& file) {
  std::uint64_t place = heap::format::header_size;
  const auto header = heap::pack(recording, [&](Bytes part) {
    const bool is_written = file.write(place, part).has_value();
    place += part.size();
    return is_written;
  });
  if (!header) return fail(header.error());
  std::uint8_t first[heap::format::header_size] = {};
  std::memcpy(first, &*header, sizeof *header);
  return file.write(0, first);
}

}  // namespace

void pack_recording(const std::string& path, int pid) {
  struct stat before = {};
  if (::lstat(path.c_str(), &before) != 0 || !S_ISREG(before.st_mode) || before.st_size < worth_it) return;
  const auto recording = heap::Recording::open(path);
  if (!recording || recording->damage().any() || recording->header().rewritten != 0) return;
  // Another run may have taken the name and be writing.
  if (recording->header().pid != static_cast<std::uint32_t>(pid)) return;
  auto file = io::AtomicFile::begin(path, {}, 0600);
  if (!file || !write_packed(*recording, *file)) return;
  struct stat now = {};
  if (::lstat(path.c_str(), &now) == 0 && is_same(before, now)) static_cast<void>(file->keep());
}

}  // namespace symkit::symleak
