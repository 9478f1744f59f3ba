#include "companions/split_files.h"

#include <sys/stat.h>

#include "base/words.h"
#include "io/beginning.h"
#include "io/foreign_file.h"

namespace symkit::companions {
namespace {

// Nothing but an image is opened: what is packed would be unpacked.
Result<std::unique_ptr<container::File>> open_image(const io::ForeignFile& file) {
  if (!container::looks_like_image(io::Beginning(file.place()).bytes())) return fail("it is no ELF file");
  auto opened = container::open_file(file.place());
  if (!opened) return fail("it cannot be read");
  return opened;
}

Result<void> may_be_opened(const io::ForeignFile& file, const Candidate& candidate) {
  if (const auto ordinary = file.is_ordinary(); !ordinary) return ordinary;
  if (candidate.stays_below && !file.lies_below(candidate.folder))
    return fail(say("it is a link out of ", candidate.folder));
  return {};
}

Result<debuginfo::SplitFile> split_of(const container::File& file, Endian endian) {
  const container::Image& image = *file.images().front();
  if (!debuginfo::SplitFile::is_one(image)) return fail("it has no split debug information");
  if (image.endian() != endian) return fail("it is for another processor");
  return debuginfo::SplitFile::read(image);
}

}  // namespace

const OpenSplitFile* SplitFiles::open(const Candidate& candidate) {
  // Most places have nothing: that is not worth an entry.
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
  const auto found = io::ForeignFile::find(candidate.path);
  entry.is_there = found.has_value();
  if (!found) return;
  OpenSplitFile& file = entry.file;
  const auto refuse = [&](const Error& why) { file.refusal = say(candidate.path, ": ", why.message); };
  if (const auto allowed = may_be_opened(*found, candidate); !allowed) return refuse(allowed.error());
  auto opened = open_image(*found);
  if (!opened) return refuse(opened.error());
  auto split = split_of(**opened, endian_);
  if (!split) return refuse(split.error());
  file.file = std::move(*opened);
  file.split = std::move(*split);
}

}  // namespace symkit::companions
