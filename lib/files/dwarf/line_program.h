// Runs a line program: the opcodes after the header of one unit's line table become rows and sequences.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "files/dwarf/text.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct LineRow {
  std::uint64_t address = 0;
  std::uint32_t line = 0;
  // One number and no bit fields: setting a bit field reads its memory first, and the kernel faults twice
  // for a page that is read before it is written.
  std::uint32_t file_and_statement = 0;

  // Numbered as in the program: from 0 in version 5, from 1 before.
  std::uint32_t file() const { return file_and_statement >> 1; }
  bool is_statement() const { return (file_and_statement & 1) != 0; }
};

// A run of rows with increasing addresses; the last row's code ends at `end`.
struct LineSequence {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // exclusive
  std::size_t first_row = 0;
  std::size_t row_count = 0;
  std::uint64_t program = 0;  // where in .debug_line its part of the program begins
};

// Code with a discriminator, which identifies one of several paths through a line. 0 means none.
struct DiscriminatorRun {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t value = 0;
};

// An error in a program: something that was left out or corrected, for verifying a file.
struct LineFault {
  enum class Kind : std::uint8_t {
    Program,  // it cannot be read completely
    Order,    // a sequence whose addresses do not increase
  };
  Kind kind{};
  std::string_view what = {};  // "its header is cut off"
  std::uint64_t begin = 0;     // Order: of the sequence, according to its first row
  std::uint64_t address = 0;   // Order: of the first row that is too low
  std::uint64_t rows = 0;      // Order: how many are too low
};

// A file in the program or its header, with the number of its folder.
struct LineFile {
  Text name;
  std::uint64_t folder = 0;
};

struct LineProgramHeader {
  Encoding encoding;
  std::size_t program = 0;  // where the opcodes begin
  std::uint8_t minimum_instruction = 1;
  std::uint8_t operations_per_instruction = 1;
  bool default_is_statement = true;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::array<std::uint8_t, 256> operand_counts{};
};

enum class LineRows : std::uint8_t {
  // The program is not run: only the files in its header are read.
  None,
  All,
  // Without rows that only repeat the single row at the address before: a quarter of them, since
  // compilers write one for each column.
  Changes,
  // The same, but columns count as content: `line` is a packed LineAndColumn.
  ChangesWithColumns,
};

class LineProgram {
 public:
  // From now on, errors in a program are added here, too; null ends this.
  void report_to(std::vector<LineFault>* faults) { faults_ = faults; }
  // From now on, discriminators are kept, too.
  void keep_discriminators() { keeps_discriminators_ = true; }
  const std::vector<DiscriminatorRun>& discriminators() const { return discriminators_; }
  // Reports that the program, or the header before it, cannot be read.
  void fault(std::string_view what) const;

  // Replaces the content. The program ends where `at` does. Files that it defines are added.
  void run(Cursor at, const LineProgramHeader& header, std::uint8_t unit_address_size, LineRows wanted,
           std::vector<LineFile>& files);
  void clear();

  // Sorted by end.
  std::vector<LineSequence>& sequences() { return sequences_; }
  const std::vector<LineSequence>& sequences() const { return sequences_; }
  std::span<const LineRow> rows(const LineSequence& sequence) const {
    return std::span(rows_).subspan(sequence.first_row, sequence.row_count);
  }

 private:
  struct SpecialOpcode {
    std::uint8_t operations = 0;
    std::int16_t lines = 0;
  };
  class Writer;

  struct DiscriminatorNote {
    std::uint64_t address = 0;
    std::uint32_t value = 0;
  };

  template <bool keeps_discriminators>
  void run_opcodes(Cursor at, const LineProgramHeader& header, LineRows wanted, std::vector<LineFile>& files);
  void prepare_special_opcodes(const LineProgramHeader& header);
  LineRow* more_room(LineRow* next);
  void end_sequence(const LineRow* behind, std::uint64_t end, bool is_rising, std::uint64_t program);
  void note_discriminator(std::uint64_t address, std::uint32_t value);
  void take_discriminators(std::uint64_t end);
  void note_order(std::span<const LineRow> rows, std::uint64_t end) const;

  std::vector<LineRow> rows_;  // reused memory; the sequences say how much of it is valid
  std::vector<LineSequence> sequences_;
  std::size_t sequence_start_ = 0;  // the first row of the current sequence
  std::uint8_t unit_address_size_ = 0;
  std::array<SpecialOpcode, 256> special_opcodes_{};
  std::array<int, 3> special_opcodes_of_{};  // their line base, line range and opcode base
  std::vector<LineFault>* faults_ = nullptr;
  bool keeps_discriminators_ = false;
  std::vector<DiscriminatorNote> notes_;  // of the current sequence
  std::vector<DiscriminatorRun> discriminators_;
};

}  // namespace symkit::dwarf
