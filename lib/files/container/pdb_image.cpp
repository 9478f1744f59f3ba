#include "files/container/pdb_image.h"

#include <mutex>

#include "files/container/pe_file.h"
#include "files/container/pe_symbols.h"

namespace symkit::container {
namespace {

std::vector<Section> make_sections(const pdb::Database& database) {
  std::vector<Section> sections;
  for (const pdb::Section& record : database.sections()) {
    Section& section = sections.emplace_back();
    section.name = record.name;
    section.address = {record.rva};
    section.size = record.size;
    section.code = (record.flags & pe::section_flag::executable) != 0;
    section.allocated = section.code || (record.flags & pe::section_flag::discardable) == 0;
  }
  return sections;
}

class PdbImage final : public Image {
 public:
  PdbImage(Bytes bytes, std::unique_ptr<pdb::Database> database)
      : bytes_(bytes),
        database_(std::move(database)),
        id_(database_->id()),
        sections_(make_sections(*database_)) {}

  Format format() const override { return Format::Pdb; }
  FileType type() const override { return FileType::DebugCompanion; }
  Architecture architecture() const override { return pe::architecture_of(database_->machine()); }
  Endian endian() const override { return Endian::Little; }
  unsigned address_size() const override {
    const Architecture processor = architecture();
    return processor == Architecture::X86 || processor == Architecture::Armv7 ? 4 : 8;
  }
  Bytes bytes() const override { return bytes_; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return {}; }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<std::vector<Symbol>> symbols() const override {
    const std::scoped_lock lock(reading_);
    return symbols_of(*database_, {}, symbol_records_, sections_);
  }
  Result<std::vector<FileAddress>> function_starts() const override { return std::vector<FileAddress>(); }
  std::optional<DebugLink> debug_link() const override { return std::nullopt; }
  Result<Bytes> contents(const Section& section) const override { return section.data; }
  Result<const pdb::Database*> program_database() const override { return database_.get(); }

 private:
  Bytes bytes_;
  std::unique_ptr<pdb::Database> database_;
  std::optional<ImageId> id_;
  std::vector<Section> sections_;
  mutable std::mutex reading_;
  mutable pdb::Stream symbol_records_;
};

}  // namespace

Result<std::unique_ptr<Image>> open_pdb(Bytes bytes) {
  auto database = pdb::Database::open(bytes);
  if (!database) return fail(database.error());
  return std::make_unique<PdbImage>(bytes, std::move(*database));
}

Result<std::vector<Symbol>> symbols_of(const pdb::Database& database, FileAddress base, pdb::Stream& records,
                                       const std::vector<Section>& sections) {
  const auto publics = database.publics(records);
  if (!publics) return fail(publics.error());
  const bool is_decorated = database.machine() == pe::machine::i386;
  std::vector<Symbol> symbols;
  symbols.reserve(publics->size());
  for (const pdb::Public& one : *publics) {
    if (one.section >= sections.size()) continue;
    const bool in_code = sections[one.section].code;
    symbols.push_back({.name = is_decorated ? pe::undecorated(one.name) : one.name,
                       .address = {base.value + one.rva},
                       .kind = one.is_function ? SymbolKind::Function
                               : in_code       ? SymbolKind::Unspecified
                                               : SymbolKind::Data,
                       .binding = Binding::Global,
                       .in_code = in_code,
                       .section = one.section});
  }
  return symbols;
}

}  // namespace symkit::container
