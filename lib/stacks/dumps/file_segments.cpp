#include "stacks/dumps/file_segments.h"

#include "files/container/elf_file.h"
#include "files/container/macho_file.h"
#include "files/container/pe_file.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;
namespace macho = container::macho;
namespace pe = container::pe;

std::vector<FileSegment> segments_of_windows(Bytes file) {
  std::vector<FileSegment> segments;
  const auto headers = pe::read_pe_file(file);
  if (!headers) return segments;
  for (const pe::SectionRecord& section : headers->sections)
    segments.push_back({section.rva, headers->data_of(section)});
  return segments;
}

std::vector<FileSegment> segments_of_macho(const container::Image& image) {
  std::vector<FileSegment> segments;
  const auto headers = macho::read_macho_file(image.bytes());
  if (!headers) return segments;
  for (const macho::SegmentRecord& segment : headers->segments)
    segments.push_back({segment.address - image.text_base().value,
                        slice(image.bytes(), segment.file_offset, segment.file_size)});
  return segments;
}

}  // namespace

std::vector<FileSegment> segments_of(const container::Image& image) {
  if (image.format() == container::Format::Pe) return segments_of_windows(image.bytes());
  if (image.format() == container::Format::MachO) return segments_of_macho(image);
  std::vector<FileSegment> segments;
  const auto headers = elf::read_elf_headers(image.bytes());
  if (!headers) return segments;
  for (const elf::ProgramHeader& segment : headers->segments)
    if (segment.type == elf::segment_type::load)
      segments.push_back({segment.address, slice(image.bytes(), segment.offset, segment.file_size)});
  return segments;
}

}  // namespace symkit::dumps
