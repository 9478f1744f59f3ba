// An image made of sections, symbols and debug information put together in a test: what preparation sees,
// without any file format. Its index can be asked at once.
#pragma once

#include <deque>
#include <string>

#include "debug/symbols/prepare.h"
#include "files/container/image.h"
#include "keep/index/native_index.h"
#include "support/synth_lines.h"

namespace symkit::test {

class FakeImage final : public container::Image {
 public:
  container::Format its_format = container::Format::Elf;
  Architecture its_architecture = Architecture::X86_64;
  Endian its_endian = Endian::Little;
  std::uint64_t base = 0;
  std::vector<container::Symbol> its_symbols;
  std::vector<FileAddress> starts;

  FakeImage& add_section(std::string_view name, std::uint64_t address, std::uint64_t size, bool code) {
    container::Section& section = sections_.emplace_back();
    section.name = name;
    section.address = {address};
    section.size = size;
    section.allocated = true;
    section.code = code;
    return *this;
  }
  FakeImage& add_code(std::uint64_t address, std::uint64_t size) {
    return add_section(".text", address, size, true);
  }

  FakeImage& add_debug(std::string_view name, Bytes data) {
    container::Section& section = sections_.emplace_back();
    section.name = name;
    section.size = data.size();
    section.data = data;
    return *this;
  }
  FakeImage& add_debug(SynthDwarf& dwarf) {
    const dwarf::Sections s = dwarf.sections();
    its_endian = s.endian;
    const bool of_apple = its_format == container::Format::MachO;
    const auto add = [&](std::string_view elf, std::string_view macho, Bytes data) {
      add_debug(of_apple ? macho : elf, data);
    };
    add(".debug_info", "__debug_info", s.info);
    add(".debug_abbrev", "__debug_abbrev", s.abbrev);
    add(".debug_line", "__debug_line", s.line);
    add(".debug_line_str", "__debug_line_str", s.line_str);
    add(".debug_str", "__debug_str", s.str);
    add(".debug_addr", "__debug_addr", s.addr);
    add(".debug_str_offsets", "__debug_str_offs", s.str_offsets);
    add(".debug_ranges", "__debug_ranges", s.ranges);
    add(".debug_rnglists", "__debug_rnglists", s.rnglists);
    return *this;
  }

  container::Symbol& add_symbol(std::string_view name, std::uint64_t address, std::uint64_t size = 0) {
    its_symbols.push_back({.name = name,
                           .address = {address},
                           .size = size,
                           .kind = container::SymbolKind::Function,
                           .binding = container::Binding::Global,
                           .in_code = true});
    return its_symbols.back();
  }

  container::Format format() const override { return its_format; }
  container::FileType type() const override { return container::FileType::SharedLibrary; }
  Architecture architecture() const override { return its_architecture; }
  Endian endian() const override { return its_endian; }
  unsigned address_size() const override { return 8; }
  const std::optional<ImageId>& id() const override { return id_; }
  FileAddress text_base() const override { return {base}; }
  const std::vector<container::Section>& sections() const override { return sections_; }
  Result<Bytes> contents(const container::Section& section) const override { return section.data; }
  Result<std::vector<container::Symbol>> symbols() const override { return its_symbols; }
  Result<std::vector<FileAddress>> function_starts() const override { return starts; }
  std::optional<container::DebugLink> debug_link() const override { return std::nullopt; }

 private:
  std::vector<container::Section> sections_;
  std::optional<ImageId> id_ = ImageId::parse("aabb");
};

// An image, prepared; asked by file address, answered in text.
class Prepared {
 public:
  explicit Prepared(const FakeImage& image, unsigned jobs = 1) : base_(image.base) {
    symbols::PrepareOptions options;
    options.jobs = jobs;
    options.warn = [this](const std::string& text) { warnings.push_back(text); };
    if (auto made = symbols::prepare(image, options)) bytes = *made;
    if (auto opened = index::NativeIndex::open(bytes)) index_ = *opened;
  }

  bool is_empty() const { return bytes.empty(); }
  const index::NativeIndex& index() const { return index_; }

  // "callee file:line < caller file:line", innermost first; "nothing" where nothing is known. As LLVM takes
  // it.
  std::string at(std::uint64_t address) const {
    index::Answer answer;
    if (!index_.lookup({address - base_}, answer)) return "nothing";
    std::string text;
    for (const index::ChainFrame& frame : answer.chain)
      text += (text.empty() ? "" : " < ") + name(frame.name) + place(frame.place);
    return text;
  }
  // The innermost place as atos takes it.
  std::string statement_at(std::uint64_t address) const {
    index::Answer answer;
    return index_.lookup({address - base_}, answer) ? place(answer.atos_place).substr(1) : "nothing";
  }
  // What the symbol table says, and how far the address is behind it: "name+0x12".
  std::string symbol_at(std::uint64_t address) const {
    index::Answer answer;
    if (!index_.lookup({address - base_}, answer)) return "nothing";
    return name(answer.symbol) + "+" + std::to_string(address - base_ - answer.symbol_begin.value);
  }
  // The function's range and where it is from: "16-32 0".
  std::string range_at(std::uint64_t address) const {
    index::Answer answer;
    if (!index_.lookup({address - base_}, answer)) return "nothing";
    return std::to_string(answer.begin.value) + "-" + std::to_string(answer.end.value) + " " +
           std::to_string(static_cast<int>(answer.source)) + (answer.is_part ? " part" : "");
  }

  std::vector<std::uint8_t> bytes;
  std::vector<std::string> warnings;

 private:
  std::string name(index::NameId id) const {
    std::string text;
    index_.read_name(id, text);
    return text.empty() ? "?" : text;
  }
  std::string place(index::Place place) const {
    std::string text;
    index_.read_path(place.file, text);
    return " " + (text.empty() ? "?" : text) + ":" + std::to_string(place.line);
  }

  std::uint64_t base_;
  index::NativeIndex index_;
};

}  // namespace symkit::test
