#include "files/container/pe_image.h"

#include "files/container/pdb_beside.h"
#include "files/container/pe_file.h"
#include "files/container/pe_identity.h"
#include "files/container/pe_symbols.h"

namespace symkit::container::pe {
namespace {

std::vector<Section> make_sections(const PeFile& file) {
  std::vector<Section> sections;
  for (const SectionRecord& record : file.sections) {
    Section& section = sections.emplace_back();
    section.name = record.name;
    section.address = {file.image_base + record.rva};
    section.size = record.size();
    section.data = file.data_of(record);
    section.code = record.is_code();
    section.allocated = section.code || (record.flags & section_flag::discardable) == 0;
  }
  return sections;
}

class PeImage final : public Image {
 public:
  PeImage(PeFile file, std::string path)
      : file_(std::move(file)), sections_(make_sections(file_)), code_view_(code_view_of(file_)) {
    if (code_view_) id_ = code_view_->id;
    if (id_) beside_.emplace(std::move(path), pdb_name(), *id_);
  }

  Format format() const override { return Format::Pe; }
  FileType type() const override { return file_type_of(file_); }
  Architecture architecture() const override { return architecture_of(file_.machine); }
  Endian endian() const override { return Endian::Little; }
  unsigned address_size() const override { return file_.wide ? 8 : 4; }
  Bytes bytes() const override { return file_.bytes; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return {file_.image_base}; }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<std::vector<Symbol>> symbols() const override {
    const auto database = program_database();
    if (!database || *database == nullptr) return read_symbols(file_, sections_);
    return beside_->symbols(text_base(), sections_);
  }
  Result<std::vector<FileAddress>> function_starts() const override { return read_function_starts(file_); }
  std::optional<DebugLink> debug_link() const override { return debug_link_of(file_); }
  std::string_view pdb_name() const override {
    return code_view_ ? file_name(code_view_->path) : std::string_view();
  }
  Result<const pdb::Database*> program_database() const override {
    if (!beside_) return nullptr;
    return beside_->database();
  }
  // Nothing is compressed or relocated here: the file's bytes are the content.
  Result<Bytes> contents(const Section& section) const override { return section.data; }

 private:
  PeFile file_;
  std::vector<Section> sections_;
  std::optional<CodeView> code_view_;
  std::optional<ImageId> id_;
  std::optional<PdbBeside> beside_;
};

}  // namespace

Result<std::unique_ptr<Image>> open_pe(Bytes bytes, std::string path) {
  auto file = read_pe_file(bytes);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<PeImage>(std::move(*file), std::move(path));
}

}  // namespace symkit::container::pe
