// The skeleton of a PE file: headers, sections and directories, read once at opening and checked against the
// size of the file.
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
  std::array<DataDirectory, 16> directories{};
  std::vector<SectionRecord> sections;
  std::vector<std::uint32_t> by_rva;  // the numbers of the sections, by where they begin
  Bytes symbols;                      // COFF's table, which MinGW writes
  Bytes strings;                      // its names, the four bytes of their size included

  std::optional<std::uint32_t> section_at(std::uint32_t rva) const;
  // The bytes at an RVA that the file has, at most to the section's end; none where it has none.
  Bytes at(std::uint32_t rva) const;
  Bytes at(std::uint32_t rva, std::uint64_t size) const { return slice(at(rva), 0, size); }
  Bytes contents(const DataDirectory& directory) const { return at(directory.rva, directory.size); }
  Bytes data_of(const SectionRecord& section) const;
  // A name of eight bytes: itself, or where the string table has it.
  std::string_view long_name(Bytes field) const;
};

// By as much as is there: the first bytes of a file tell where its PE header is, which may lie behind them.
bool is_pe(Bytes beginning);

Result<PeFile> read_pe_file(Bytes bytes);

Architecture architecture_of(std::uint16_t machine);

}  // namespace symkit::container::pe
