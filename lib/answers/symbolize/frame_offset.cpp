#include "answers/symbolize/frame_offset.h"

#include <algorithm>
#include <array>

namespace symkit::symbolize {
namespace {

constexpr std::string_view no_segments = "this index does not say where the code is in its file";
constexpr std::string_view no_code_there = "the file has no code where the log says: this is another build";
constexpr std::string_view other_size =
    "no code of this file fills the memory that the log names: this is another build";
constexpr std::string_view section_alone =
    "the log gives the address of one section, not of all code: use gdb's info proc mappings instead";
constexpr std::string_view address_or_byte =
    "the log may mean an address or a file offset, and both are code: use perf script -F +dsoff";
constexpr std::string_view several_fit = "the log does not say which part of the file its memory holds";
constexpr std::string_view byte_of_debug_file =
    "the log gives a file offset, which the debug file cannot place: give the file that ran";
constexpr std::string_view page_size_unknown =
    "the log does not say how large the machine's pages are, by which valgrind chooses where to load a "
    "program";
constexpr std::string_view offset_or_address =
    "the log does not say whether it counts from the file's beginning or as the file's addresses do";

// Page sizes that the machine of the log may have had.
constexpr std::array<std::uint64_t, 3> page_sizes = {4096, 16384, 65536};

FrameOffset refused(std::string_view why) { return {true, std::nullopt, why}; }

FrameOffset at_address(std::uint64_t address, FileAddress text_base) {
  const auto offset = to_offset(FileAddress{address}, text_base);
  return offset ? FrameOffset{true, offset} : refused(no_code_there);
}

FrameOffset by_file_offset(std::uint64_t offset, std::span<const CodeSegment> segments,
                           FileAddress text_base) {
  for (const CodeSegment& segment : segments)
    if (segment.file_offset && offset - *segment.file_offset < segment.size)
      return at_address(segment.address.value + (offset - *segment.file_offset), text_base);
  return refused(no_code_there);
}

// A number that is either of the two: if both are in code and differ, the place is unknown.
FrameOffset by_offset_or_address(std::uint64_t number, std::span<const CodeSegment> segments,
                                 FileAddress text_base) {
  const FrameOffset as_offset = by_file_offset(number, segments, text_base);
  for (const CodeSegment& segment : segments) {
    if (number - segment.address.value >= segment.size) continue;
    const FrameOffset as_address = at_address(number, text_base);
    if (!as_offset.offset || as_offset.offset == as_address.offset) return as_address;
    return refused(offset_or_address);
  }
  return as_offset;
}

// The loader maps whole pages: a segment occupies memory from the page of its beginning to the end of the
// page of its end. A section is part of a segment: if it covers as many pages, they are the segment's.
FrameOffset by_memory(const MappedMemory& memory, std::uint64_t address,
                      std::span<const CodeSegment> segments, FileAddress text_base) {
  std::optional<std::uint64_t> found;
  for (const CodeSegment& segment : segments)
    for (const std::uint64_t page : page_sizes) {
      const std::uint64_t begin = segment.address.value & ~(page - 1);
      const std::uint64_t end = (segment.address.value + segment.size + page - 1) & ~(page - 1);
      if (memory.is_section && page != page_sizes.front()) break;
      if (end - begin != memory.size) continue;
      if (found && *found != begin) return refused(several_fit);
      found = begin;
    }
  if (!found) return refused(memory.is_section ? section_alone : other_size);
  return at_address(*found + (address - memory.begin), text_base);
}

// Only an image that cannot be moved has addresses that do not begin at 0.
FrameOffset where_linked(const FrameReference& frame, std::span<const CodeSegment> segments,
                         FileAddress text_base) {
  if (!frame.unmoved_if_fixed || !frame.runtime_address || text_base.value == 0) return {};
  const std::uint64_t address = *frame.runtime_address;
  for (const CodeSegment& segment : segments)
    if (address - segment.address.value < segment.size) return at_address(address, text_base);
  return {};
}

// Where valgrind loads a relocatable Linux program: eight pages above the first megabyte.
std::span<const std::uint64_t> bases_of_valgrind(Architecture architecture) {
  static constexpr std::array<std::uint64_t, 3> by_page_size = {0x108000, 0x120000, 0x180000};
  switch (architecture) {
    case Architecture::X86:
    case Architecture::X86_64:
    case Architecture::Armv7:
    case Architecture::RiscV64:
    case Architecture::S390x: return std::span(by_page_size).first(1);
    case Architecture::Arm64:
    case Architecture::Ppc:
    case Architecture::Ppc64: return by_page_size;
    default: return {};
  }
}

FrameOffset where_valgrind_loads(const FrameReference& frame, std::span<const CodeSegment> segments,
                                 FileAddress text_base, Architecture architecture) {
  if (!frame.loaded_by_valgrind || !frame.runtime_address || text_base.value != 0) return {};
  FrameOffset found;
  for (const std::uint64_t base : bases_of_valgrind(architecture)) {
    const std::uint64_t address = *frame.runtime_address - base;
    const bool is_code = std::ranges::any_of(
        segments, [&](const CodeSegment& segment) { return address - segment.address.value < segment.size; });
    if (!is_code) continue;
    found = found.offset ? refused(page_size_unknown) : at_address(address, text_base);
    found.is_usual = true;
    if (!found.offset) break;
  }
  return found;
}

// An address in memory or an offset in the file: if only one of them is code, it is that one.
FrameOffset either(const FrameReference& frame, std::span<const CodeSegment> segments,
                   FileAddress text_base) {
  const FrameOffset linked = where_linked(frame, segments, text_base);
  const FrameOffset byte = by_file_offset(*frame.runtime_address, segments, text_base);
  if (!linked.offset) return byte;
  if (!byte.offset || *byte.offset == *linked.offset) return linked;
  return refused(address_or_byte);
}

FrameOffset mapped_place_of(const FrameReference& frame, const CodeLayout& layout) {
  const auto& [segments, text_base, architecture] = layout;
  const bool has_memory = frame.memory && frame.runtime_address &&
                          *frame.runtime_address - frame.memory->begin < frame.memory->size;
  const bool is_either = frame.may_be_file_offset && frame.runtime_address && !segments.empty() &&
                         segments.front().file_offset.has_value();
  if (!frame.file_offset && !has_memory) {
    if (is_either) return either(frame, segments, text_base);
    const FrameOffset linked = where_linked(frame, segments, text_base);
    if (linked.is_said) return linked;
    if (frame.may_be_file_offset && !segments.empty()) return {.why_not = byte_of_debug_file};
    return where_valgrind_loads(frame, segments, text_base, architecture);
  }
  if (segments.empty()) return refused(no_segments);
  const bool knows_offsets = segments.front().file_offset.has_value();
  if (frame.file_offset && knows_offsets)
    return frame.offset_may_be_address ? by_offset_or_address(*frame.file_offset, segments, text_base)
                                       : by_file_offset(*frame.file_offset, segments, text_base);
  if (!has_memory) return refused(no_segments);
  const FrameOffset found = by_memory(*frame.memory, *frame.runtime_address, segments, text_base);
  const bool is_proved = !frame.image.id.empty() || !frame.image.code_id.empty();
  if (found.offset || !is_proved) return found;
  const FrameOffset linked = where_linked(frame, segments, text_base);
  if (linked.offset) return linked;
  return found.why_not == other_size ? refused(no_segments) : found;  // it is this build
}

}  // namespace

FrameOffset place_of(const FrameReference& frame, const CodeLayout& layout,
                     std::optional<std::uint64_t> load_address) {
  if (frame.image_offset) return {true, ImageOffset{*frame.image_offset}};
  if (frame.file_address) return {true, to_offset(FileAddress{*frame.file_address}, layout.text_base)};
  const auto load = frame.load_address ? frame.load_address : load_address;
  const auto slide = slide_of(load, frame.slide, layout.text_base);
  if (!frame.runtime_address || !slide) return mapped_place_of(frame, layout);
  return {true, offset_of({*frame.runtime_address}, *slide, layout.text_base, layout.architecture)};
}

}  // namespace symkit::symbolize
