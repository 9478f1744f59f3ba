#include <algorithm>
#include <array>

#include "debug/details/extract.h"
#include "files/container/elf_file.h"
#include "files/container/writable_number.h"

namespace symkit::details {
namespace {

namespace elf = container::elf;

namespace section_type {
constexpr std::uint32_t texts = 3;
constexpr std::uint32_t hash = 5;
constexpr std::uint32_t dynamic = 6;
constexpr std::uint32_t gnu_hash = 0x6ffffff6;
constexpr std::uint32_t version_definitions = 0x6ffffffd;
constexpr std::uint32_t version_needs = 0x6ffffffe;
constexpr std::uint32_t versions = 0x6fffffff;
}  // namespace section_type

// The sizes of relocation tables and function arrays in .dynamic, which are set to 0.
constexpr std::array<std::uint64_t, 8> sizes_of_tables = {2, 8, 18, 27, 28, 33, 35, 0x6ffffffa};

// A part of the file that is kept, and its position in the extract.
struct KeptBytes {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t at = 0;
  bool holds(std::uint64_t offset, std::uint64_t size) const {
    return offset >= begin && offset <= end && size <= end - offset;
  }
};

// The positions of fields in records, which depend on the width.
struct Layout {
  unsigned word;
  unsigned segments_at, sections_at;                                    // in the header
  unsigned offset, address, physical, file_size, memory_size, segment;  // of a program header
  unsigned section_offset, section;                                     // of a section header
};
constexpr Layout wide_layout = {8, 32, 40, 8, 16, 24, 32, 40, 56, 24, 64};
constexpr Layout narrow_layout = {4, 28, 32, 4, 8, 12, 16, 20, 32, 16, 40};

class ElfExtract {
 public:
  explicit ElfExtract(const elf::ElfFile& file)
      : file_(file), layout_(file.wide ? wide_layout : narrow_layout) {}

  Extract run() {
    choose();
    const Bytes header = slice(file_.bytes, 0, file_.wide ? 64 : 52);
    append(header);
    segments_at_ = append_table(layout_.segments_at, file_.segments.size() * layout_.segment);
    for (const elf::ProgramHeader& segment : file_.segments) keep_part_of(segment);
    for (std::size_t i = 0; i < file_.sections.size(); ++i)
      if (keep_[i] && !file_.sections[i].is_allocated()) keep_section(i);
    sections_at_ = append_table(layout_.sections_at, file_.sections.size() * layout_.section);
    for (std::size_t i = 0; i < file_.segments.size(); ++i) patch_segment(i);
    for (std::size_t i = 0; i < file_.sections.size(); ++i) patch_section(i);
    return std::move(out_);
  }

 private:
  void choose() {
    keep_.resize(file_.sections.size());
    std::uint64_t symbol_bytes = 0;
    for (std::size_t i = 0; i < file_.sections.size(); ++i) {
      const elf::SectionHeader& header = file_.sections[i];
      keep_[i] = is_of_linking(header);
      if (header.type == elf::section_type::symbol_table) symbol_bytes += header.size;
      // The names of sections.
      if (header.type == section_type::texts && file_.data_of(header).data() == file_.section_names.data())
        keep_[i] = true;
    }
    out_.has_symbols = symbol_bytes <= largest_symbol_table;
    for (std::size_t i = 0; i < file_.sections.size(); ++i) {
      const elf::SectionHeader& header = file_.sections[i];
      if (!out_.has_symbols || header.type != elf::section_type::symbol_table) continue;
      keep_[i] = true;
      if (header.link < keep_.size() && file_.sections[header.link].size <= largest_extract)
        keep_[header.link] = true;
    }
  }

  bool is_of_linking(const elf::SectionHeader& header) const {
    switch (header.type) {
      case section_type::texts: return header.is_allocated();
      case elf::section_type::dynamic_symbols:
      case elf::section_type::note:
      case section_type::hash:
      case section_type::dynamic:
      case section_type::gnu_hash:
      case section_type::version_definitions:
      case section_type::version_needs:
      case section_type::versions: return true;
      default: return header.is_allocated() && file_.name_of(header) == ".interp";
    }
  }

  container::WritableNumbers numbers() { return {out_.bytes, file_.endian}; }
  void put(std::uint64_t at, unsigned width, std::uint64_t value) {
    if (numbers().get(at, width)) numbers().put(at, width, value);
  }
  void put_word(std::uint64_t at, std::uint64_t value) { put(at, layout_.word, value); }

  std::uint64_t append(Bytes part) {
    out_.bytes.resize((out_.bytes.size() + 7) / 8 * 8);
    const std::size_t at = out_.bytes.size();
    if (part.size() <= largest_extract) out_.bytes.insert(out_.bytes.end(), part.begin(), part.end());
    return at;
  }

  // Appends the table that the header's field `field` points to, and changes the field to point to the
  // copy.
  std::uint64_t append_table(unsigned field, std::uint64_t size) {
    Cursor at(file_.bytes, file_.endian, field);
    const std::uint64_t offset = at.unsigned_of(layout_.word);
    const std::uint64_t copy = append(slice(file_.bytes, offset, size));
    if (size != 0) put_word(field, copy);
    return copy;
  }

  // From the first to the last of the kept sections that a segment loads.
  void keep_part_of(const elf::ProgramHeader& segment) {
    if (segment.type != elf::segment_type::load) return;
    const KeptBytes whole{segment.offset, segment.offset + segment.file_size};
    KeptBytes part{UINT64_MAX, 0, 0};
    for (std::size_t i = 0; i < file_.sections.size(); ++i) {
      const elf::SectionHeader& header = file_.sections[i];
      if (!keep_[i] || !header.is_allocated() || !header.has_data()) continue;
      if (whole.end < whole.begin || !whole.holds(header.offset, header.size)) continue;
      part.begin = std::min(part.begin, header.offset);
      part.end = std::max(part.end, header.offset + header.size);
    }
    if (part.begin >= part.end || part.end > file_.bytes.size()) return;
    part.at = append(slice(file_.bytes, part.begin, part.end - part.begin));
    spans_.push_back(part);
  }

  void keep_section(std::size_t index) {
    const elf::SectionHeader& header = file_.sections[index];
    const Bytes data = file_.data_of(header);
    if (data.empty()) return;
    spans_.push_back({header.offset, header.offset + data.size(), append(data)});
  }

  const KeptBytes* span_of(std::uint64_t offset, std::uint64_t size) const {
    const auto found =
        std::ranges::find_if(spans_, [&](const KeptBytes& span) { return span.holds(offset, size); });
    return found == spans_.end() ? nullptr : &*found;
  }

  void patch_segment(std::size_t index) {
    const elf::ProgramHeader& segment = file_.segments[index];
    const std::uint64_t at = segments_at_ + index * layout_.segment;
    if (segment.type == elf::segment_type::load) return patch_load(segment, at);
    const KeptBytes* span = span_of(segment.offset, segment.file_size);
    put_word(at + layout_.offset, span == nullptr ? 0 : span->at + (segment.offset - span->begin));
    if (span == nullptr) put_word(at + layout_.file_size, 0);
  }

  void patch_load(const elf::ProgramHeader& segment, std::uint64_t at) {
    const auto inside = [&](const KeptBytes& span) {
      return span.begin >= segment.offset && span.end - segment.offset <= segment.file_size;
    };
    const auto span = std::ranges::find_if(spans_, inside);
    const bool any = span != spans_.end();
    const std::uint64_t skipped = any ? span->begin - segment.offset : 0;
    const std::uint64_t size = any ? span->end - span->begin : 0;
    put_word(at + layout_.offset, any ? span->at : 0);
    put_word(at + layout_.address, segment.address + skipped);
    put_word(at + layout_.physical, segment.address + skipped);
    put_word(at + layout_.file_size, size);
    put_word(at + layout_.memory_size, size);
  }

  void patch_section(std::size_t index) {
    const elf::SectionHeader& header = file_.sections[index];
    const std::uint64_t at = sections_at_ + index * layout_.section;
    if (header.type == elf::section_type::null) return;
    const KeptBytes* span = keep_[index] && header.has_data() ? span_of(header.offset, header.size) : nullptr;
    if (span == nullptr) {
      put(at + 4, 4, elf::section_type::no_bits);
      put_word(at + layout_.section_offset, 0);
      return;
    }
    const std::uint64_t offset = span->at + (header.offset - span->begin);
    put_word(at + layout_.section_offset, offset);
    if (header.type == section_type::dynamic) empty_tables(offset, header.size);
  }

  void empty_tables(std::uint64_t at, std::uint64_t size) {
    const unsigned word = layout_.word;
    for (std::uint64_t end = at + size; at + 2 * word <= end; at += 2 * word) {
      const auto tag = numbers().get(at, word);
      if (!tag || *tag == 0) return;
      if (std::ranges::find(sizes_of_tables, *tag) != sizes_of_tables.end()) put_word(at + word, 0);
    }
  }

  const elf::ElfFile& file_;
  const Layout& layout_;
  Extract out_;
  std::vector<bool> keep_;
  std::vector<KeptBytes> spans_;
  std::uint64_t segments_at_ = 0;
  std::uint64_t sections_at_ = 0;
};

}  // namespace

Result<Extract> extract_elf(Bytes bytes) {
  const auto file = elf::read_elf_file(bytes);
  if (!file) return std::unexpected(file.error());
  if (file->sections.empty()) return fail("the file has no sections");
  return ElfExtract(*file).run();
}

}  // namespace symkit::details
