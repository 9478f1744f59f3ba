#include "debug/companions/split_files.h"

#include <sys/stat.h>

#include "debug/companions/foreign_image.h"

namespace symkit::companions {
namespace {

Result<debuginfo::SplitFile> split_of(const container::File& file, Endian endian) {
  const container::Image& image = *file.images().front();
  if (!debuginfo::SplitFile::is_one(image)) return fail("it has no split debug information");
  if (image.endian() != endian) return fail("it is for another processor");
  return debuginfo::SplitFile::read(image);
}

}  // namespace

const OpenSplitFile* SplitFiles::open(const Candidate& candidate) {
  // Most places have nothing, which is not worth an entry.
  struct stat status{};
  if (::stat(candidate.path.c_str(), &status) != 0) return nullptr;
  Entry* entry = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    std::unique_ptr<Entry>& known = entries_[candidate.path];
    if (known == nullptr) known = std::make_unique<Entry>();
    entry = known.get();
  }
  std::call_once(entry->once, [&] { read(candidate, *entry); });
  return entry->is_there ? &entry->file : nullptr;
}

void SplitFiles::read(const Candidate& candidate, Entry& entry) const {
  auto opened = open_foreign(candidate, budget_);
  entry.is_there = opened.has_value();
  if (!opened) return;
  OpenSplitFile& file = entry.file;
  if (!*opened) {
    file.refusal = opened->error().message;
    return;
  }
  auto split = split_of(***opened, endian_);
  if (!split) {
    file.refusal = split.error().within(candidate.path).message;
    return;
  }
  file.file = std::move(**opened);
  file.split = std::move(*split);
}

}  // namespace symkit::companions
