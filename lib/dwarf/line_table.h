// .debug_line: the program of one unit, run to a table of rows, and the files it names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dwarf/sections.h"
#include "dwarf/unit.h"

namespace symkit::dwarf {

struct LineRow {
  std::uint64_t address = 0;
  std::uint32_t line = 0;
  // In one number, no bit fields: to set one of these its memory would be read first, and a page that is read
  // before it is written is handed out by the kernel twice.
  std::uint32_t file_and_statement = 0;

  // As the program numbers them: from 0 in version 5, from 1 before.
  std::uint32_t file() const { return file_and_statement >> 1; }
  bool is_statement() const { return (file_and_statement & 1) != 0; }
};

// A run of rows with rising addresses; the last row's code ends at `end`.
struct LineSequence {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // exclusive
  std::uint32_t first_row = 0;
  std::uint32_t row_count = 0;
};

// What was left out of a program or put right in it, for those that judge a file.
struct LineFault {
  enum class Kind : std::uint8_t {
    Program,  // it cannot be read, or not to its end
    Order,    // a sequence whose addresses do not rise
  };
  Kind kind{};
  std::string_view what = {};  // "its header is cut off"
  std::uint64_t begin = 0;     // Order: of the sequence, as its first row says
  std::uint64_t address = 0;   // Order: of the first row that is too low
  std::uint32_t rows = 0;      // Order: how many are
};

class LineTable {
 public:
  // From now on what is wrong with a table is added here, too; null ends it.
  void report_to(std::vector<LineFault>* faults) { faults_ = faults; }

  // Replaces what the table held. `offset` is the unit's DW_AT_stmt_list. What cannot be read is left out.
  void read(const Unit& unit, std::uint64_t offset);
  // How much it took to read: bytes and names.
  std::uint64_t size() const { return bytes_read_ + folders_.size() + files_.size(); }
  // Leaves out sequences for which `keep` is false.
  template <class Keep>
  void keep_sequences(Keep keep) {
    std::erase_if(sequences_, [&](const LineSequence& sequence) { return !keep(sequence); });
  }
  void clear();

  // Ordered by their end.
  const std::vector<LineSequence>& sequences() const { return sequences_; }
  std::span<const LineRow> rows(const LineSequence& sequence) const {
    return std::span(rows_).subspan(sequence.first_row, sequence.row_count);
  }

  std::uint32_t file_limit() const;  // file numbers are below this
  bool names_file(std::uint64_t file) const { return file < file_limit() && (version_ >= 5 || file != 0); }
  // Does what the file says of its folder name one?
  bool names_folder_of(std::uint32_t file) const;
  // The file's full path: put together from the compilation directory, its folder and its name as far as
  // each is relative. Empty where the number names no file.
  std::string path_of(std::uint32_t file) const;

 private:
  struct File {
    Text name;
    std::uint64_t folder = 0;
  };
  struct Header;
  struct Registers;

  bool read_header(Cursor& at, Header& header);
  void read_names_before_5(Cursor& at);
  void read_names_5(Cursor& at, const Header& header, bool folders);
  Text text(Cursor& at, Form form, const Header& header) const;
  void run(Cursor& at, const Header& header);
  void run_extended(Cursor& at, const Header& header, Registers& registers);
  void prepare_special_opcodes(const Header& header);
  void emit(const Registers& registers);
  void end_sequence(std::uint64_t end);
  void fault(std::string_view what) const;
  void note_order(std::uint64_t end) const;

  const Unit* unit_ = nullptr;
  std::uint16_t version_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::vector<Text> folders_;
  std::vector<File> files_;
  std::vector<LineRow> rows_;
  std::vector<LineSequence> sequences_;
  std::uint32_t sequence_start_ = 0;  // the first row of the sequence under way

  struct SpecialOpcode {
    std::uint8_t operations = 0;
    std::int16_t lines = 0;
  };
  std::array<SpecialOpcode, 256> special_opcodes_{};
  std::array<int, 3> special_opcodes_of_{};  // line base, line range and opcode base that they are for
  std::vector<LineFault>* faults_ = nullptr;
};

}  // namespace symkit::dwarf
