// Reads an ELF file's identity from its headers and notes.
#pragma once

#include <optional>
#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/architecture.h"
#include "ground/base/image_id.h"

namespace symkit::container::elf {

// Notes are padded to 4 bytes; those of a segment or section aligned to 8 are padded to 8.
std::optional<ImageId> build_id_in(Bytes notes, Endian endian, std::uint64_t align);
std::optional<ImageId> build_id_of(const ElfFile& file);
Architecture architecture_of(const ElfFile& file);
FileType file_type_of(const ElfFile& file);
FileAddress text_base_of(const ElfFile& file);
std::optional<DebugLink> debug_link_of(const ElfFile& file);
std::vector<CodeSegment> code_segments_of(const ElfFile& file);

}  // namespace symkit::container::elf
