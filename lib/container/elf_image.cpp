#include "container/elf_image.h"

#include <algorithm>

#include "container/compressed_section.h"
#include "container/elf_file.h"
#include "container/elf_identity.h"
#include "container/elf_relocations.h"
#include "container/elf_sections.h"
#include "container/elf_symbols.h"
#include "container/made_contents.h"
#include "container/section_of_image.h"

namespace symkit::container::elf {
namespace {

class ElfImage final : public Image {
 public:
  ElfImage(ElfFile file, std::vector<Section> sections)
      : file_(std::move(file)),
        sections_(std::move(sections)),
        relocations_(find_relocations(file_)),
        made_(made_sections(), file_.bytes.size()),
        id_(build_id_of(file_)) {}

  Format format() const override { return Format::Elf; }
  FileType type() const override { return file_type_of(file_); }
  Architecture architecture() const override { return architecture_of(file_); }
  Endian endian() const override { return file_.endian; }
  unsigned address_size() const override { return file_.wide ? 8 : 4; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return text_base_of(file_); }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<std::vector<Symbol>> symbols() const override { return read_symbols(file_, sections_); }
  Result<std::vector<FileAddress>> function_starts() const override { return std::vector<FileAddress>(); }
  std::optional<DebugLink> debug_link() const override { return debug_link_of(file_); }
  Result<Bytes> contents(const Section& section) const override;

 private:
  std::vector<bool> made_sections() const;
  Result<void> fill(std::size_t index, std::span<std::uint8_t> out) const;

  ElfFile file_;
  std::vector<Section> sections_;
  RelocationSections relocations_;
  MadeContents made_;
  std::optional<ImageId> id_;
};

std::vector<bool> ElfImage::made_sections() const {
  std::vector<bool> made(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i)
    made[i] = sections_[i].compression != Compression::None || relocations_.has(i);
  return made;
}

Result<Bytes> ElfImage::contents(const Section& section) const {
  const auto index = index_of(section, sections_);
  if (!index) return std::unexpected(index.error());
  if (!made_.is_made(*index)) return section.data;
  if (!is_believable(section.compression, section.data.size(), section.size))
    return fail(say(section.name, ": broken: claims to unpack to ", section.size, " bytes"));
  auto made = made_.get(*index, section.size, [&](std::span<std::uint8_t> out) { return fill(*index, out); });
  if (!made) return std::unexpected(made.error().within(section.name));
  return made;
}

Result<void> ElfImage::fill(std::size_t index, std::span<std::uint8_t> out) const {
  const Section& section = sections_[index];
  if (section.compression == Compression::None) {
    std::ranges::copy(section.data, out.begin());
  } else if (auto unpacked = unpack(section.compression, section.data, out); !unpacked) {
    return unpacked;
  }
  return relocations_.apply(file_, sections_, index, out);
}

}  // namespace

Result<std::unique_ptr<Image>> open_elf(Bytes bytes) {
  auto file = read_elf_file(bytes);
  if (!file) return std::unexpected(file.error());
  auto sections = make_sections(*file);
  if (!sections) return std::unexpected(sections.error());
  return std::make_unique<ElfImage>(std::move(*file), std::move(*sections));
}

}  // namespace symkit::container::elf
