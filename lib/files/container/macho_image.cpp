#include "files/container/macho_image.h"

#include "files/container/macho_file.h"
#include "files/container/macho_relocations.h"
#include "files/container/macho_sections.h"
#include "files/container/macho_symbols.h"
#include "files/container/made_contents.h"

namespace symkit::container::macho {
namespace {

class MachoImage final : public Image {
 public:
  MachoImage(MachoFile file, std::vector<Section> sections, std::shared_ptr<io::UnpackBudget> budget)
      : file_(std::move(file)),
        sections_(std::move(sections)),
        made_(sections_, relocated_sections(), std::move(budget)) {}

  Format format() const override { return Format::MachO; }
  FileType type() const override;
  Architecture architecture() const override { return architecture_of(file_.cpu_type, file_.cpu_subtype); }
  Endian endian() const override { return file_.endian; }
  unsigned address_size() const override { return file_.wide ? 8 : 4; }
  Bytes bytes() const override { return file_.bytes; }
  const std::optional<ImageId>& id() const override { return file_.id; }
  FileAddress text_base() const override { return text_base_of(file_); }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<std::vector<Symbol>> symbols() const override { return read_symbols(file_, sections_); }
  Result<std::vector<FileAddress>> function_starts() const override { return read_function_starts(file_); }
  std::optional<DebugLink> debug_link() const override { return std::nullopt; }
  Result<Bytes> contents(const Section& section) const override { return contents_as_made(section, {}); }
  Result<Bytes> contents_as_made(const Section& section, const Ready& ready) const override;

 private:
  std::vector<bool> relocated_sections() const;

  MachoFile file_;
  std::vector<Section> sections_;
  MadeContents made_;
};

FileType MachoImage::type() const {
  switch (file_.type) {
    case file_type::object: return FileType::Object;
    case file_type::executable:
    case file_type::preloaded: return FileType::Executable;
    case file_type::fixed_library:
    case file_type::library:
    case file_type::library_stub:
    case file_type::dynamic_linker:
    case file_type::bundle:
    case file_type::kernel_extension: return FileType::SharedLibrary;
    case file_type::debug_companion: return FileType::DebugCompanion;
    default: return FileType::Other;
  }
}

std::vector<bool> MachoImage::relocated_sections() const {
  std::vector<bool> relocated(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i) relocated[i] = has_relocations(file_, file_.sections[i]);
  return relocated;
}

Result<Bytes> MachoImage::contents_as_made(const Section& section, const Ready& ready) const {
  const auto relocate = [this](std::size_t index, std::span<std::uint8_t> out) {
    return apply_relocations(file_, file_.sections[index], out);
  };
  return made_.get(sections_, section, relocate, ready);
}

}  // namespace

Result<std::unique_ptr<Image>> open_macho(Bytes bytes, std::shared_ptr<io::UnpackBudget> budget) {
  auto file = read_macho_file(bytes);
  if (!file) return std::unexpected(file.error());
  auto sections = make_sections(*file);
  if (!sections) return std::unexpected(sections.error());
  return std::make_unique<MachoImage>(std::move(*file), std::move(*sections), std::move(budget));
}

}  // namespace symkit::container::macho
