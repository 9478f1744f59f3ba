#include "files/container/wasm_image.h"

#include "files/container/section_of_image.h"

namespace symkit::container::wasm {
namespace {

// The code begins with the first function: what precedes it are numbers, and 0, where linkers put deleted
// code, is unused.
std::uint64_t code_begin(const WasmFile& file) {
  return file.functions.empty() ? 0 : file.functions.front().begin;
}

std::vector<Section> make_sections(const WasmFile& file) {
  std::vector<Section> sections;
  Section code;
  code.name = "code";
  code.address = {code_begin(file)};
  code.data = file.code.subspan(static_cast<std::size_t>(code.address.value));
  code.size = code.data.size();
  code.allocated = code.code = true;
  sections.push_back(code);
  for (const CustomSection& custom : file.custom) {
    Section section;
    section.name = custom.name;
    section.data = custom.data;
    section.size = custom.data.size();
    sections.push_back(section);
  }
  return sections;
}

class WasmImage final : public Image {
 public:
  explicit WasmImage(WasmFile file) : file_(std::move(file)), sections_(make_sections(file_)) {}

  Format format() const override { return Format::Wasm; }
  FileType type() const override { return FileType::Executable; }
  Architecture architecture() const override {
    return file_.wide ? Architecture::Wasm64 : Architecture::Wasm32;
  }
  Endian endian() const override { return Endian::Little; }
  unsigned address_size() const override { return file_.wide ? 8 : 4; }
  Bytes bytes() const override { return file_.bytes; }
  const std::optional<ImageId>& id() const override { return file_.id; }
  FileAddress text_base() const override { return {}; }
  const std::vector<Section>& sections() const override { return sections_; }
  Result<Bytes> contents(const Section& section) const override {
    const auto index = index_of(section, sections_);
    if (!index) return std::unexpected(index.error());
    return section.data;
  }
  Result<std::vector<Symbol>> symbols() const override;
  Result<std::vector<FileAddress>> function_starts() const override;
  std::optional<DebugLink> debug_link() const override;
  std::vector<CodeSegment> code_segments() const override {
    return {{file_.code_at + code_begin(file_), {code_begin(file_)}, sections_.front().size}};
  }

 private:
  WasmFile file_;
  std::vector<Section> sections_;
};

Result<std::vector<Symbol>> WasmImage::symbols() const {
  std::vector<Symbol> symbols;
  symbols.reserve(file_.names.size());
  for (const auto& [number, name] : file_.names) {
    Symbol symbol;
    symbol.name = name;
    symbol.address = {file_.functions[number].begin};
    symbol.size = file_.functions[number].size;
    symbol.kind = SymbolKind::Function;
    symbol.binding = Binding::Global;
    symbol.in_code = true;
    symbols.push_back(symbol);
  }
  return symbols;
}

Result<std::vector<FileAddress>> WasmImage::function_starts() const {
  std::vector<FileAddress> starts;
  starts.reserve(file_.functions.size());
  for (const FunctionBody& function : file_.functions) starts.push_back({function.begin});
  return starts;
}

// A URL may lead anywhere: only a file next to this one is searched, and accepted by its id.
std::optional<DebugLink> WasmImage::debug_link() const {
  if (file_.debug_file.empty()) return std::nullopt;
  return DebugLink{file_.debug_file.substr(file_.debug_file.rfind('/') + 1)};
}

}  // namespace

Result<std::unique_ptr<Image>> open_wasm(Bytes bytes) {
  auto file = read_wasm_file(bytes);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<WasmImage>(std::move(*file));
}

}  // namespace symkit::container::wasm
