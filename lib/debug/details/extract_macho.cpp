#include <algorithm>

#include "debug/details/extract.h"
#include "files/container/macho_file.h"
#include "files/container/writable_number.h"

namespace symkit::details {
namespace {

namespace macho = container::macho;

namespace command {
constexpr std::uint32_t symbol_table_details = 0xb;
constexpr std::uint32_t dynamic_information = 0x22;
constexpr std::uint32_t must_be_known = 0x80000000;
}  // namespace command

// LC_SEGMENT_SPLIT_INFO, LC_DATA_IN_CODE …: an offset and a size of something that is not copied.
bool names_a_part(std::uint32_t number) {
  constexpr std::uint32_t known[] = {0x1d, 0x1e, 0x29, 0x2b, 0x2e, 0x33, 0x34, 0x36, 0x37};
  return std::ranges::find(known, number) != std::end(known);
}

class MachoExtract {
 public:
  explicit MachoExtract(const macho::MachoFile& file) : file_(file) {}

  Extract run() {
    Cursor header(file_.bytes, file_.endian);
    header.skip(16);
    const std::uint32_t count = header.u32();
    const std::uint32_t size = header.u32();
    const std::size_t begin = file_.wide ? 32 : 28;
    const Bytes head = file_.bytes.first(begin + size);
    out_.bytes.assign(head.begin(), head.end());
    append_tables();
    const std::uint64_t linkedit_size = out_.bytes.size() - head.size();
    std::uint64_t at = begin;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto number = get(at);
      patch(number, at, head.size(), linkedit_size);
      at += get(at + 4);
    }
    return std::move(out_);
  }

 private:
  container::WritableNumbers numbers() { return {out_.bytes, file_.endian}; }
  std::uint32_t get(std::uint64_t at) { return static_cast<std::uint32_t>(numbers().get(at, 4).value_or(0)); }
  void put(std::uint64_t at, std::uint64_t value, unsigned width = 4) {
    if (numbers().get(at, width)) numbers().put(at, width, value);
  }
  std::size_t append(Bytes part) {
    const std::size_t at = out_.bytes.size();
    out_.bytes.insert(out_.bytes.end(), part.begin(), part.end());
    return at;
  }

  void append_tables() {
    out_.has_symbols = file_.symbols.size() + file_.strings.size() <= largest_symbol_table;
    if (out_.has_symbols) {
      symbols_at_ = append(file_.symbols);
      strings_at_ = append(file_.strings);
    }
    starts_at_ = append(file_.function_starts);
  }

  void patch(std::uint32_t number, std::uint64_t at, std::uint64_t linkedit, std::uint64_t linkedit_size) {
    number &= ~command::must_be_known;
    if (number == macho::command::segment || number == macho::command::segment_64) {
      patch_segment(at, number == macho::command::segment_64, linkedit, linkedit_size);
    } else if (number == macho::command::symbol_table) {
      put(at + 8, symbols_at_);
      put(at + 16, strings_at_);
      put(at + 20, out_.has_symbols ? file_.strings.size() : 0);
      if (!out_.has_symbols) put(at + 12, 0);
    } else if (number == macho::command::function_starts) {
      put(at + 8, starts_at_);
    } else if (number == command::symbol_table_details) {
      for (std::uint64_t field = 32; field < 80; field += 4) put(at + field, 0);
      if (!out_.has_symbols)
        for (std::uint64_t field = 8; field < 32; field += 4) put(at + field, 0);
    } else if (number == command::dynamic_information) {
      for (std::uint64_t field = 8; field < 48; field += 4) put(at + field, 0);
    } else if (names_a_part(number)) {
      put(at + 8, 0);
      put(at + 12, 0);
    }
  }

  // Sections keep their names, addresses and sizes, but neither content nor relocations.
  void patch_segment(std::uint64_t at, bool wide, std::uint64_t linkedit, std::uint64_t linkedit_size) {
    const unsigned word = wide ? 8 : 4;
    const std::uint64_t file_fields = at + 24 + word * 2U;
    const std::string_view name = as_text(slice(Bytes(out_.bytes), at + 8, 16));
    const bool is_linkedit = name.starts_with("__LINKEDIT");
    put(file_fields, is_linkedit ? linkedit : 0, word);
    put(file_fields + word, is_linkedit ? linkedit_size : 0, word);
    const std::uint64_t section_size = wide ? 80 : 68;
    const std::uint32_t count = get(at + 24 + word * 4U + 8);
    std::uint64_t section = at + (wide ? 72 : 56);
    for (std::uint32_t i = 0; i < count; ++i, section += section_size) {
      const std::uint64_t fields = section + 32 + word * 2U;
      put(fields, 0);       // offset
      put(fields + 8, 0);   // relocations
      put(fields + 12, 0);  // how many
    }
  }

  const macho::MachoFile& file_;
  Extract out_;
  std::size_t symbols_at_ = 0;
  std::size_t strings_at_ = 0;
  std::size_t starts_at_ = 0;
};

}  // namespace

Result<Extract> extract_macho(Bytes bytes) {
  const auto file = macho::read_macho_file(bytes);
  if (!file) return std::unexpected(file.error());
  if (file->endian == Endian::Big) return fail("LIEF does not read big-endian Mach-O");
  return MachoExtract(*file).run();
}

Result<Extract> extract(const container::Image& image) {
  if (image.format() == container::Format::Wasm) return fail("LIEF does not read WebAssembly");
  if (image.format() == container::Format::Pe || image.format() == container::Format::Pdb)
    return fail("LIEF is not used for Windows files");
  auto extract =
      image.format() == container::Format::Elf ? extract_elf(image.bytes()) : extract_macho(image.bytes());
  if (extract && extract->bytes.size() > largest_extract) return fail("the file is too large for LIEF");
  return extract;
}

}  // namespace symkit::details
