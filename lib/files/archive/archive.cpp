#include "files/archive/archive.h"

#include "files/archive/unpack.h"
#include "ground/base/words.h"

namespace symkit::archive {
namespace {

// A part of a blob, which it keeps alive.
class PartOfBlob final : public io::Blob {
 public:
  PartOfBlob(io::SharedBlob whole, Bytes part) : whole_(std::move(whole)), part_(part) {}
  Bytes bytes() const override { return part_; }

 private:
  io::SharedBlob whole_;
  Bytes part_;
};

}  // namespace

Result<std::shared_ptr<const Archive>> Archive::open(io::SharedBlob content) {
  auto archive = std::shared_ptr<Archive>(new Archive(std::move(content)));
  auto entries = read_directory(archive->content_->bytes());
  if (!entries) return fail(entries.error());
  archive->entries_ = std::move(*entries);
  archive->by_name_.reserve(archive->entries_.size());
  for (std::size_t i = 0; i < archive->entries_.size(); ++i)
    archive->by_name_.emplace(archive->entries_[i].name, i);
  return archive;
}

const Entry* Archive::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &entries_[found->second];
}

Result<io::SharedBlob> Archive::content(const Entry& entry, io::UnpackBudget& budget) const {
  const auto stored = stored_bytes(content_->bytes(), entry);
  if (!stored) return fail(stored.error().within(entry.name));
  if (entry.method == Method::Stored) {
    if (entry.size != entry.stored) return fail(say(entry.name, ": broken: stored with another size"));
    return std::make_shared<const PartOfBlob>(content_, *stored);
  }
  auto unpacked = unpack(entry, *stored, budget);
  if (!unpacked) return fail(unpacked.error().within(entry.name));
  return unpacked;
}

Result<Bytes> Archive::beginning(const Entry& entry, std::span<std::uint8_t> room) const {
  const auto stored = stored_bytes(content_->bytes(), entry);
  if (!stored) return stored;
  if (entry.method == Method::Stored) return stored->first(std::min(stored->size(), room.size()));
  return unpack_beginning(entry.method, *stored, room);
}

std::optional<std::uint64_t> Archive::place_of(const Entry& entry) const {
  const auto stored = stored_bytes(content_->bytes(), entry);
  if (!stored || entry.method != Method::Stored) return std::nullopt;
  return static_cast<std::uint64_t>(stored->data() - content_->bytes().data());
}

}  // namespace symkit::archive
