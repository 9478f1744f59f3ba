#include "files/container/elf_image.h"

#include <mutex>

#include "files/container/elf_file.h"
#include "files/container/elf_identity.h"
#include "files/container/elf_mini_debug.h"
#include "files/container/elf_relocations.h"
#include "files/container/elf_sections.h"
#include "files/container/elf_symbols.h"
#include "files/container/made_contents.h"

namespace symkit::container::elf {
namespace {

class ElfImage final : public Image {
 public:
  ElfImage(ElfFile file, std::vector<Section> sections, std::shared_ptr<io::UnpackBudget> budget)
      : file_(std::move(file)),
        sections_(std::move(sections)),
        relocations_(find_relocations(file_)),
        budget_(std::move(budget)),
        made_(sections_, relocated_sections(), budget_),
        id_(build_id_of(file_)) {}

  Format format() const override { return Format::Elf; }
  FileType type() const override { return file_type_of(file_); }
  Architecture architecture() const override { return architecture_of(file_); }
  Endian endian() const override { return file_.endian; }
  unsigned address_size() const override { return file_.wide ? 8 : 4; }
  Bytes bytes() const override { return file_.bytes; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return text_base_of(file_); }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<std::vector<Symbol>> symbols() const override;
  Result<std::optional<Nearby>> symbols_near(FileAddress first, FileAddress last) const override;
  Result<std::optional<Named>> symbols_named(std::string_view name) const override;
  Result<std::vector<FileAddress>> function_starts() const override { return std::vector<FileAddress>(); }
  std::optional<DebugLink> debug_link() const override { return debug_link_of(file_); }
  std::vector<CodeSegment> code_segments() const override { return code_segments_of(file_); }
  Result<Bytes> contents(const Section& section) const override { return contents_as_made(section, {}); }
  Result<Bytes> contents_as_made(const Section& section, const Ready& ready) const override;

 private:
  std::vector<bool> relocated_sections() const;
  const MiniDebug* mini_debug() const;

  ElfFile file_;
  std::vector<Section> sections_;
  RelocationSections relocations_;
  std::shared_ptr<io::UnpackBudget> budget_;
  MadeContents made_;
  std::optional<ImageId> id_;
  mutable std::once_flag mini_once_;
  mutable std::unique_ptr<const MiniDebug> mini_;
};

// A broken one only means fewer symbols: syminfo reports that it is broken.
const MiniDebug* ElfImage::mini_debug() const {
  std::call_once(mini_once_, [this] {
    if (auto read = read_mini_debug(file_, *budget_)) mini_ = std::move(*read);
  });
  return mini_.get();
}

Result<std::vector<Symbol>> ElfImage::symbols() const {
  auto symbols = read_symbols(file_, sections_);
  if (!symbols || has_whole_table(file_)) return symbols;
  if (const MiniDebug* mini = mini_debug()) append_symbols_of(mini->file, sections_, *symbols);
  return symbols;
}

Result<std::optional<Image::Nearby>> ElfImage::symbols_near(FileAddress first, FileAddress last) const {
  if (!has_whole_table(file_) && mini_debug() != nullptr) return std::nullopt;
  return read_symbols_near(file_, sections_, first, last);
}

Result<std::optional<Image::Named>> ElfImage::symbols_named(std::string_view name) const {
  if (!has_whole_table(file_)) return std::nullopt;
  return read_symbols_named(file_, sections_, name);
}

std::vector<bool> ElfImage::relocated_sections() const {
  std::vector<bool> relocated(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i) relocated[i] = relocations_.has(i);
  return relocated;
}

Result<Bytes> ElfImage::contents_as_made(const Section& section, const Ready& ready) const {
  const auto relocate = [this](std::size_t index, std::span<std::uint8_t> out) {
    return relocations_.apply(file_, sections_, index, out);
  };
  return made_.get(sections_, section, relocate, ready);
}

}  // namespace

Result<std::unique_ptr<Image>> open_elf(Bytes bytes, std::shared_ptr<io::UnpackBudget> budget) {
  auto file = read_elf_file(bytes);
  if (!file) return std::unexpected(file.error());
  auto sections = make_sections(*file);
  if (!sections) return std::unexpected(sections.error());
  return std::make_unique<ElfImage>(std::move(*file), std::move(*sections), std::move(budget));
}

}  // namespace symkit::container::elf
