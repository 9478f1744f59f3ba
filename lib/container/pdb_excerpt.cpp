#include "container/pdb_excerpt.h"

#include <mutex>

#include "container/pdb_image.h"
#include "pdb/database.h"

namespace symkit::container {
namespace {

class PdbExcerpt final : public Image {
 public:
  PdbExcerpt(const Image& whole, std::unique_ptr<pdb::Database> database)
      : whole_(whole), database_(std::move(database)), sections_(whole.sections()) {
    for (Section& section : sections_) section.data = {};  // where code is, and not what it is
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
  Result<std::vector<FileAddress>> function_starts() const override { return std::vector<FileAddress>(); }
  std::optional<DebugLink> debug_link() const override { return std::nullopt; }
  Result<const pdb::Database*> program_database() const override { return database_.get(); }

 private:
  const Image& whole_;
  std::unique_ptr<pdb::Database> database_;
  std::vector<Section> sections_;
  mutable std::mutex reading_;
  mutable pdb::Stream symbol_records_;
};

}  // namespace

std::unique_ptr<Image> pdb_excerpt(const Image& image, std::span<const std::uint32_t> rvas) {
  const auto database = image.program_database();
  if (!database || *database == nullptr) return nullptr;
  auto part = (*database)->around(rvas);
  if (!part || *part == nullptr) return nullptr;
  return std::make_unique<PdbExcerpt>(image, std::move(*part));
}

}  // namespace symkit::container
