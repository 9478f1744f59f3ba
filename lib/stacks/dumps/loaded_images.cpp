#include "stacks/dumps/loaded_images.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "files/container/elf_file.h"
#include "files/container/elf_identity.h"
#include "ground/base/same_id.h"
#include "ground/base/words.h"
#include "stacks/dumps/loader_list.h"
#include "stacks/dumps/macho_in_memory.h"
#include "stacks/dumps/windows_image.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/image_tables.h"
#include "stacks/unwind/sorted_entries.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

constexpr std::uint64_t page = 4096;

// Headers, and the notes that are with them, are in an image's first page.
std::optional<elf::ElfFile> headers_in(Bytes beginning) {
  if (!elf::is_elf(beginning)) return std::nullopt;
  auto file = elf::read_elf_headers(beginning);
  return file ? std::optional(std::move(*file)) : std::nullopt;
}

std::uint64_t bias_of(const elf::ElfFile& headers, std::uint64_t begin) {
  for (const elf::ProgramHeader& segment : headers.segments)
    if (segment.type == elf::segment_type::load) {
      const std::uint64_t first = segment.address - segment.offset;
      return begin - first;
    }
  return begin;
}

ImageId id_of(const elf::ElfFile& headers) {
  for (const elf::ProgramHeader& segment : headers.segments) {
    if (segment.type != elf::segment_type::note) continue;
    const Bytes notes = slice(headers.bytes, segment.offset, segment.file_size);
    if (const auto id = elf::build_id_in(notes, headers.endian, segment.align)) return *id;
  }
  return {};
}

std::uint64_t end_as_loaded(const elf::ElfFile& headers, std::uint64_t begin) {
  std::uint64_t end = 0;
  for (const elf::ProgramHeader& segment : headers.segments)
    if (segment.type == elf::segment_type::load) end = std::max(end, segment.address + segment.memory_size);
  return bias_of(headers, begin) + end;
}

// As V8 does with a part of its own code.
std::optional<LoadedImage> mapped_once_more(const MappedFile& row, const elf::ElfFile& headers) {
  for (const elf::ProgramHeader& segment : headers.segments) {
    if (segment.type != elf::segment_type::load || row.offset - segment.offset >= segment.file_size) continue;
    LoadedImage copy{.path = std::string(row.path), .id = id_of(headers), .begin = row.begin, .end = row.end};
    copy.bias = row.begin - (segment.address + (row.offset - segment.offset));
    return copy;
  }
  return std::nullopt;
}

// What is in a file where the process has an address.
Bytes in_file(const LoadedImage& image, std::uint64_t address, std::uint64_t size) {
  for (const FileSegment& segment : image.segments) {
    const std::uint64_t into = address - image.bias - segment.begin;
    if (into >= segment.bytes.size()) continue;
    return slice(segment.bytes, into, std::min<std::uint64_t>(size, segment.bytes.size() - into));
  }
  return {};
}

void take_bias(LoadedImage& image, const elf::ElfFile& headers) {
  image.bias = bias_of(headers, image.begin);
  image.has_bias = true;
}

// A debug file has tables, but no code.
void take_contents(const container::Image& file, LoadedImage& image) {
  const bool has_code = file.type() != container::FileType::DebugCompanion;
  if (has_code && !image.segments.empty()) return;
  std::ranges::move(unwind::tables_of(file), std::back_inserter(image.tables));
  if (has_code) image.segments = segments_of(file);
}

}  // namespace

LoadedImages::LoadedImages(const Process& process, Sources sources)
    : process_(process), sources_(std::move(sources)) {
  take_files();
  take_modules();
  if (images_.empty()) take_listed();
  take_vdso();
  std::ranges::stable_sort(images_, {}, &LoadedImage::begin);
}

// All parts of a file up to the next that begins it anew are one image, and those that are not within it are
// mapped once more.
void LoadedImages::take_files() {
  const std::span<const MappedFile> files = process_.files;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].offset != 0) continue;
    std::size_t behind = i + 1;
    while (behind < files.size() && files[behind].path == files[i].path && files[behind].offset != 0)
      ++behind;
    add_rows(files.subspan(i, behind - i));
  }
}

void LoadedImages::add_rows(std::span<const MappedFile> rows) {
  const MappedFile& first = rows.front();
  const auto headers = headers_in(dumped(first.begin, page));
  const std::uint64_t limit = headers ? end_as_loaded(*headers, first.begin) : UINT64_MAX;
  std::uint64_t end = first.end;
  for (const MappedFile& row : rows)
    if (row.begin < limit) end = row.end;
  add(first, end);
  for (const MappedFile& row : rows)
    if (row.begin >= limit && headers)
      if (auto copy = mapped_once_more(row, *headers)) images_.push_back(std::move(*copy));
}

void LoadedImages::add(const MappedFile& first, std::uint64_t end) {
  LoadedImage image{.path = std::string(first.path), .begin = first.begin, .end = end};
  const Bytes beginning = dumped(first.begin, page);
  if (beginning.empty()) {
    image.has_bias = false;
    image.problem = "the dump does not have its headers, so nothing proves which build it is";
  } else if (const auto headers = headers_in(beginning)) {
    image.bias = bias_of(*headers, first.begin);
    image.id = id_of(*headers);
  } else {
    return;  // a file of data
  }
  images_.push_back(std::move(image));
}

void LoadedImages::take_modules() {
  for (const Module& module : process_.modules) {
    LoadedImage& image = images_.emplace_back();
    image.path = module.path;
    image.id = module.id;
    image.begin = module.begin;
    image.end = module.end;
    image.debug_name = module.debug_name;
    image.code_id = module.code_id;
    image.version = module.version;
    image.has_bias = module.bias.has_value();
    image.bias = module.bias.value_or(module.begin);
    const auto headers = image.has_bias ? std::nullopt : headers_in(dumped(image.begin, page));
    if (headers) take_bias(image, *headers);
  }
}

void LoadedImages::take_listed() {
  for (const ListedImage& listed : images_in_loader_list(process_, *this)) {
    const std::uint64_t end = end_of_run(listed.begin);
    add({.begin = listed.begin, .end = end, .offset = 0, .path = listed.path}, end);
  }
}

// Of the memory that follows without a gap.
std::uint64_t LoadedImages::end_of_run(std::uint64_t begin) const {
  std::uint64_t end = begin;
  for (auto piece = std::ranges::lower_bound(process_.memory, begin, {}, &MemoryPiece::begin);
       piece != process_.memory.end() && piece->begin == end; ++piece)
    end += piece->size;
  return end;
}

// The kernel's own image is dumped as a whole.
void LoadedImages::take_vdso() {
  if (process_.vdso == 0) return;
  const auto piece = std::ranges::find(process_.memory, process_.vdso, &MemoryPiece::begin);
  if (piece == process_.memory.end() || !elf::is_elf(piece->bytes)) return;
  auto file = container::open_bytes(piece->bytes, "[vdso]");
  const auto headers = headers_in(piece->bytes);
  if (!file || !headers || (*file)->images().size() != 1) return;
  LoadedImage image{.path = "[vdso]",
                    .id = id_of(*headers),
                    .begin = piece->begin,
                    .end = piece->begin + piece->bytes.size(),
                    .bias = bias_of(*headers, piece->begin),
                    .is_tried = true,
                    .files = {}};
  take_contents(*(*file)->images().front(), image);
  image.files.push_back(std::move(*file));
  images_.push_back(std::move(image));
}

void LoadedImages::open(LoadedImage& image) const {
  take_table_in_memory(image);
  if (process_.system == System::Windows)
    if (auto table = windows_table_in(*this, image.begin)) image.tables.push_back(std::move(table));
  const bool is_in_dump = !image.tables.empty();
  if (image.id.empty() && image.code_id.empty() && image.problem.empty())
    image.problem = "it has no build id, so nothing proves which build it is";
  if (image.problem.empty() || sources_.believes_paths) open_files(image, sources_.files);
  const bool may_be_macho = process_.system == System::MacOs || process_.system == System::Ios;
  if (may_be_macho && image.tables.empty())
    if (auto table = macho_table_in(*this, image.begin)) image.tables.push_back(std::move(table));
  const bool has_own_table = !image.tables.empty() && (is_in_dump || !image.segments.empty());
  if (!has_own_table) std::ranges::move(sources_.tables(image), std::back_inserter(image.tables));
  if (image.tables.empty() && !image.id.empty()) open_files(image, sources_.remote_files);
  if (!image.segments.empty() || !image.tables.empty()) image.problem.clear();
}

void LoadedImages::open_files(LoadedImage& image, const FilesOf& files_of) const {
  for (const std::string& path : files_of(image)) {
    auto file = container::open_file(path);
    if (!file) {
      if (image.problem.empty()) image.problem = file.error().message;
      continue;
    }
    const container::Image* const found = build_in(**file, image);
    if (found == nullptr) {
      if (image.problem.empty()) image.problem = say(path, " has another build id");
      continue;
    }
    if (!image.has_bias)
      if (const auto headers = elf::read_elf_headers(found->bytes())) take_bias(image, *headers);
    take_contents(*found, image);
    image.files.push_back(std::move(*file));
  }
}

// Some dumps have all memory, also that which comes from files.
void LoadedImages::take_table_in_memory(LoadedImage& image) const {
  const auto headers = headers_in(dumped(image.begin, page));
  if (!headers) return;
  for (const elf::ProgramHeader& segment : headers->segments) {
    if (segment.type != elf::segment_type::unwind_list) continue;
    const Bytes list = dumped(image.bias + segment.address, segment.memory_size);
    const unsigned address_size = has_64_bit_addresses(process_.architecture) ? 8 : 4;
    const unwind::SortedEntries sorted(list, segment.address, headers->endian, address_size);
    const auto section = sorted.section();
    if (!section || list.size() < segment.memory_size) return;
    const std::uint64_t begin = image.bias + *section;
    const Bytes data = dumped(begin, image.end - begin);
    if (data.empty()) return;
    image.tables.push_back(std::make_unique<unwind::FrameTable>(
        unwind::FrameSection{
            .data = data, .address = *section, .endian = headers->endian, .address_size = address_size},
        sorted));
  }
}

// Of several in one file, as those of macOS have for each processor, only an id tells which it is.
const container::Image* LoadedImages::build_in(const container::File& file, const LoadedImage& image) const {
  const auto& images = file.images();
  if (images.size() != 1 && image.id.empty()) return nullptr;
  const auto found = std::ranges::find_if(images, [&](const auto& one) { return is_build_of(*one, image); });
  return found == images.end() ? nullptr : found->get();
}

bool LoadedImages::is_build_of(const container::Image& file, const LoadedImage& image) const {
  if (has_code_id(file, image.code_id)) return true;
  if (image.id.empty()) return sources_.believes_paths;
  return file.id() && same_id(image.id, *file.id());
}

Bytes LoadedImages::dumped(std::uint64_t address, std::uint64_t size) const {
  const auto& memory = process_.memory;
  auto piece = std::ranges::upper_bound(memory, address, {}, &MemoryPiece::begin);
  if (piece == memory.begin()) return {};
  --piece;
  const std::uint64_t into = address - piece->begin;
  if (into >= piece->bytes.size()) return {};
  return slice(piece->bytes, into, std::min<std::uint64_t>(size, piece->bytes.size() - into));
}

const LoadedImage* LoadedImages::find(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(images_, address, {}, &LoadedImage::begin);
  if (behind == images_.begin()) return nullptr;
  const LoadedImage& image = *std::prev(behind);
  return address < image.end ? &image : nullptr;
}

const LoadedImage* LoadedImages::opened(std::uint64_t address) const {
  const LoadedImage* const found = find(address);
  if (found == nullptr || found->is_tried) return found;
  LoadedImage& image = images_[static_cast<std::size_t>(found - images_.data())];
  image.is_tried = true;
  open(image);
  return &image;
}

const container::Image* LoadedImages::program_of(const LoadedImage& image) const {
  for (const auto& file : opened(image.begin)->files)
    if (const container::Image& one = *file->images().front();
        one.type() != container::FileType::DebugCompanion)
      return &one;
  return nullptr;
}

Bytes LoadedImages::at(std::uint64_t address, std::uint64_t size) const {
  if (const Bytes bytes = dumped(address, size); !bytes.empty()) return bytes;
  const LoadedImage* const image = opened(address);
  return image == nullptr ? Bytes() : in_file(*image, address, size);
}

bool LoadedImages::is_code(std::uint64_t address) const {
  if (!process_.code.empty()) {
    const auto after = std::ranges::upper_bound(process_.code, address, {}, &AddressRange::begin);
    return after != process_.code.begin() && address < std::prev(after)->end;
  }
  const auto& memory = process_.memory;
  const auto behind = std::ranges::upper_bound(memory, address, {}, &MemoryPiece::begin);
  return behind != memory.begin() && address - std::prev(behind)->begin < std::prev(behind)->size &&
         std::prev(behind)->is_code;
}

std::optional<unwind::LoadedCode> LoadedImages::code_at(std::uint64_t address) {
  if (!is_code(address)) return std::nullopt;
  const LoadedImage* const image = opened(address);
  if (image == nullptr) return unwind::LoadedCode{};
  return unwind::LoadedCode{.tables = image->tables, .bias = image->bias};
}

}  // namespace symkit::dumps
