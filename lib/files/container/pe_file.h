// The skeleton of a PE file: headers, sections and directories, read once at opening and checked against
// the size of the file.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "files/container/pe_format.h"
#include "ground/base/architecture.h"
#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::container::pe {

struct PeFile {
  Bytes bytes;
  std::uint16_t machine = 0;
  std::uint16_t characteristics = 0;
  bool wide = false;  // PE32+
  std::uint64_t image_base = 0;
  std::uint32_t time = 0;        // of linking, or a hash of the content
  std::uint32_t image_size = 0;  // in memory
  std::array<DataDirectory, 16> directories{};
  std::vector<SectionRecord> sections;
  std::vector<std::uint32_t> by_rva;  // the sections' numbers, sorted by begin
  Bytes symbols;                      // COFF's table, written by MinGW
  Bytes strings;                      // its names, including the four bytes of their size

  std::optional<std::uint32_t> section_at(std::uint32_t rva) const;
  // The file's bytes at an RVA, at most to the section's end; empty if it has none.
  Bytes at(std::uint32_t rva) const;
  Bytes at(std::uint32_t rva, std::uint64_t size) const { return slice(at(rva), 0, size); }
  Bytes contents(const DataDirectory& directory) const { return at(directory.rva, directory.size); }
  Bytes data_of(const SectionRecord& section) const;
  // A name of eight bytes: itself, or its entry in the string table.
  std::string_view long_name(Bytes field) const;
};

// Checks what is there: a file's first bytes give the position of the PE header, which may be after them.
bool is_pe(Bytes beginning);

Result<PeFile> read_pe_file(Bytes bytes);

Architecture architecture_of(std::uint16_t machine);

}  // namespace symkit::container::pe
