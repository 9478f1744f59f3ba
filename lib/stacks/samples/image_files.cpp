#include "stacks/samples/image_files.h"

#include <algorithm>
#include <iterator>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <utility>

#include "ground/base/same_id.h"
#include "stacks/samples/own_vdso.h"
#include "stacks/unwind/image_tables.h"

namespace symkit::samples {
namespace {

bool is_proven_by_id(const RecordedImage& recorded, const container::Image& image) {
  return image.id() && same_id(recorded.id, *image.id());
}

// A debug file has tables, but no code.
void take(std::unique_ptr<container::File> file, const container::Image& image, ImageFile& found) {
  const bool has_code = image.type() != container::FileType::DebugCompanion;
  if (has_code && found.is_here()) return;
  std::ranges::move(unwind::tables_of(image), std::back_inserter(found.tables));
  if (has_code) {
    found.code = image.code_segments();
    found.bytes = image.bytes();
  }
  found.files.push_back(std::move(file));
}

void take_stored(StoredImage stored, ImageFile& found) {
  if (stored.table == nullptr || stored.code.empty()) return;
  found.tables.push_back(std::move(stored.table));
  found.code = std::move(stored.code);
}

}  // namespace

std::uint64_t ImageFile::bias(std::uint64_t begin, std::uint64_t offset, std::uint64_t size) const {
  for (const CodeSegment& segment : code) {
    if (!segment.file_offset) continue;
    const std::uint64_t first = *segment.file_offset;
    const bool is_mapped = offset < first ? first - offset < size : offset - first < segment.size;
    if (is_mapped) return begin - offset + first - segment.address.value;
  }
  return begin - offset;
}

Bytes ImageFile::code_at(std::uint64_t address, std::uint64_t size) const {
  for (const CodeSegment& segment : code) {
    const std::uint64_t into = address - segment.address.value;
    if (!has_code() || !segment.file_offset || into >= segment.size) continue;
    return slice(bytes, *segment.file_offset + into, std::min(size, segment.size - into));
  }
  return {};
}

std::uint32_t ImageFiles::add(RecordedImage image) {
  slots_.emplace_back().recorded = std::move(image);
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

const ImageFile& ImageFiles::open(std::uint32_t number) {
  Slot& slot = slots_[number];
  std::call_once(slot.opened, [&] { slot.file = opened(slot.recorded); });
  return slot.file;
}

ImageFile ImageFiles::opened(const RecordedImage& image) const {
  if (image.path == "[vdso]") return opened_vdso(image);
  ImageFile found;
  const bool has_id = !image.id.empty();
  if (!has_id && !is_believed(image)) return found;
  found.is_proven = has_id || sources_.belief == Belief::Path;
  std::vector<std::string> paths;
  if (has_id)
    paths = sources_.files(image);
  else
    paths.push_back(image.path);
  for (const std::string& path : paths) {
    auto file = container::open_file(path);
    if (!file || (*file)->images().size() != 1) continue;
    const container::Image& only = *(*file)->images().front();
    const bool is_right =
        only.format() == container::Format::Elf && (!has_id || is_proven_by_id(image, only));
    if (is_right) take(std::move(*file), only, found);
  }
  if (has_id && !found.has_code()) take_stored(sources_.stored(image), found);
  return found;
}

ImageFile ImageFiles::opened_vdso(const RecordedImage& image) const {
  ImageFile found;
  auto own = own_vdso();
  if (own == nullptr) return found;
  const container::Image& only = *own->images().front();
  found.is_proven = is_proven_by_id(image, only);
  if (found.is_proven || (image.id.empty() && is_believed(image))) take(std::move(own), only, found);
  return found;
}

bool ImageFiles::is_believed(const RecordedImage& image) const {
  if (sources_.belief != Belief::SameFile) return sources_.belief == Belief::Path;
  utsname here{};
  return image.kernel_release.empty() ? is_same_file(image)
                                      : ::uname(&here) == 0 && image.kernel_release == here.release;
}

bool ImageFiles::is_same_file(const RecordedImage& image) const {
  struct stat status{};
  return image.inode != 0 && ::stat(image.path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_ino == image.inode && major(status.st_dev) == image.major &&
         minor(status.st_dev) == image.minor;
}

}  // namespace symkit::samples
