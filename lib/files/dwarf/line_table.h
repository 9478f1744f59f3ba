// .debug_line: the program of one unit, run into a table of rows, and its files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/dwarf/line_program.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

class LineTable {
 public:
  // From now on, errors in a table are added here, too; null ends this.
  void report_to(std::vector<LineFault>* faults) { program_.report_to(faults); }

  // From now on, discriminators are kept, too.
  void keep_discriminators() { program_.keep_discriminators(); }
  const std::vector<DiscriminatorRun>& discriminators() const { return program_.discriminators(); }

  // Replaces the table's content. `offset` is the unit's DW_AT_stmt_list. Unreadable parts are left out.
  void read(const Unit& unit, std::uint64_t offset, LineRows wanted = LineRows::All);
  // The work of reading it: bytes and names.
  std::uint64_t size() const { return bytes_read_ + folders_.size() + files_.size(); }
  // Removes sequences for which `keep` is false.
  template <class Keep>
  void keep_sequences(Keep keep) {
    std::erase_if(program_.sequences(), [&](const LineSequence& sequence) { return !keep(sequence); });
  }
  void clear();

  // Sorted by end.
  const std::vector<LineSequence>& sequences() const { return program_.sequences(); }
  std::span<const LineRow> rows(const LineSequence& sequence) const { return program_.rows(sequence); }

  std::uint32_t file_limit() const;  // file numbers are below this
  bool names_file(std::uint64_t file) const { return file < file_limit() && (version_ >= 5 || file != 0); }
  // Whether the file's folder number exists.
  bool names_folder_of(std::uint32_t file) const;
  // The file's full path, composed of the compilation directory, its folder and its name, as far as each
  // is relative. Empty if there is no such file.
  std::string path_of(std::uint32_t file) const { return path_of(file, true); }
  // The length of the compilation directory in that path, which was not given to the compiler.
  std::size_t root_of(std::uint32_t file) const;

 private:
  std::string path_of(std::uint32_t file, bool with_root) const;
  bool read_header(Cursor& at, LineProgramHeader& header);
  void read_names_before_5(Cursor& at);
  void read_names_5(Cursor& at, const LineProgramHeader& header, bool folders);
  Text text(Cursor& at, Form form, const LineProgramHeader& header) const;

  const Unit* unit_ = nullptr;
  std::uint16_t version_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::vector<Text> folders_;
  std::vector<LineFile> files_;
  LineProgram program_;
};

}  // namespace symkit::dwarf
