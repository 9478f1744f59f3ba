#include "files/container/pdb_excerpt.h"

#include <algorithm>
#include <mutex>

#include "files/container/pdb_image.h"
#include "files/pdb/database.h"

namespace symkit::container {
namespace {

class PdbExcerpt final : public Image {
 public:
  PdbExcerpt(const Image& whole, std::unique_ptr<pdb::Database> database,
             const std::vector<std::uint32_t>& starts)
      : whole_(whole), database_(std::move(database)), sections_(whole.sections()) {
    for (Section& section : sections_) section.data = {};  // keep where code is, but not its content
    for (const std::uint32_t start : starts)
      if (database_->wants(start, start + 1)) starts_.push_back({text_base().value + start});
  }

  Format format() const override { return whole_.format(); }
  FileType type() const override { return whole_.type(); }
  Architecture architecture() const override { return whole_.architecture(); }
  Endian endian() const override { return whole_.endian(); }
  unsigned address_size() const override { return whole_.address_size(); }
  const std::optional<ImageId>& id() const override { return whole_.id(); }
  FileAddress text_base() const override { return whole_.text_base(); }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<Bytes> contents(const Section& section) const override { return section.data; }
  Result<std::vector<Symbol>> symbols() const override {
    const std::scoped_lock lock(reading_);
    return symbols_of(*database_, text_base(), symbol_records_, sections_);
  }
  Result<std::vector<FileAddress>> function_starts() const override { return starts_; }
  std::optional<DebugLink> debug_link() const override { return std::nullopt; }
  Result<const pdb::Database*> program_database() const override { return database_.get(); }

 private:
  const Image& whole_;
  std::unique_ptr<pdb::Database> database_;
  std::vector<Section> sections_;
  std::vector<FileAddress> starts_;
  mutable std::mutex reading_;
  mutable pdb::Stream symbol_records_;
};

// Relative to the image's beginning, sorted.
std::vector<std::uint32_t> starts_of(const Image& image) {
  std::vector<std::uint32_t> starts;
  for (const FileAddress start : image.function_starts().value_or(std::vector<FileAddress>())) {
    const std::uint64_t offset = start.value - image.text_base().value;
    if (offset <= UINT32_MAX) starts.push_back(static_cast<std::uint32_t>(offset));
  }
  std::ranges::sort(starts);
  return starts;
}

}  // namespace

std::unique_ptr<Image> pdb_excerpt(const Image& image, std::span<const std::uint32_t> rvas) {
  const auto database = image.program_database();
  if (!database || *database == nullptr) return nullptr;
  const std::vector<std::uint32_t> starts = starts_of(image);
  auto part = (*database)->around(rvas, starts);
  if (!part || *part == nullptr) return nullptr;
  return std::make_unique<PdbExcerpt>(image, std::move(*part), starts);
}

}  // namespace symkit::container
