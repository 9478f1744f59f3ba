#include "dwarf/line_table.h"

#include <algorithm>
#include <array>

#include "dwarf/deleted.h"

namespace symkit::dwarf {

struct LineTable::Header {
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

struct LineTable::Registers {
  std::uint64_t address = 0;
  std::uint64_t operation = 0;  // within a very long instruction word
  std::uint32_t file = 1;
  std::uint32_t line = 1;
  bool is_statement = true;

  void advance(std::uint64_t operations, const Header& header) {
    if (header.operations_per_instruction <= 1) {
      address += operations * header.minimum_instruction;
      return;
    }
    operation += operations;
    address += header.minimum_instruction * (operation / header.operations_per_instruction);
    operation %= header.operations_per_instruction;
  }
};

namespace {

// Beyond what any file system knows. Without a limit a million files could share a folder of megabytes.
constexpr std::size_t longest_path = 1 << 14;

bool is_windows_absolute(std::string_view path) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (path.size() >= 3 && letter(path[0]) && path[1] == ':') return path[2] == '\\' || path[2] == '/';
  return path.starts_with("\\\\");
}

bool is_absolute(std::string_view path) { return path.starts_with('/') || is_windows_absolute(path); }

void append_path(std::string& path, std::string_view part) {
  if (part.empty()) return;
  if (!path.empty()) {
    while (path.ends_with('/') && part.starts_with('/')) part.remove_prefix(1);
    if (!path.ends_with('/') && !part.starts_with('/')) path += '/';
  }
  path += part;
}

}  // namespace

void LineTable::clear() {
  unit_ = nullptr;
  folders_.clear();
  files_.clear();
  rows_.clear();
  sequences_.clear();
  sequence_start_ = 0;
  bytes_read_ = 0;
}

void LineTable::read(const Unit& unit, std::uint64_t offset) {
  clear();
  unit_ = &unit;
  const Sections& sections = unit.sections();
  Cursor at(sections.line, sections.endian);
  at.seek(offset);
  std::uint64_t length = at.u32();
  Header header;
  header.encoding.offset_size = length == 0xffffffff ? 8 : 4;
  if (header.encoding.offset_size == 8) length = at.u64();
  if (at.failed()) return fault("its header is cut off");
  if (length > at.remaining()) fault("it runs past the end of .debug_line");
  const std::uint64_t end = std::min<std::uint64_t>(
      at.offset() + std::min<std::uint64_t>(length, at.remaining()), sections.line.size());
  const std::size_t start = at.offset();
  at = Cursor(sections.line.first(static_cast<std::size_t>(end)), sections.endian, start);
  bytes_read_ = end - start;
  if (!read_header(at, header)) return;
  // With a cursor of its own: names that cannot be read leave the lines as they are.
  Cursor program(sections.line.first(static_cast<std::size_t>(end)), sections.endian, header.program);
  run(program, header);
  std::ranges::stable_sort(sequences_, {}, &LineSequence::end);
}

bool LineTable::read_header(Cursor& at, Header& header) {
  version_ = header.encoding.version = at.u16();
  if (version_ < 2 || version_ > 5) {
    fault("its version is not 2 to 5");
    return false;
  }
  header.encoding.address_size = unit_->header().encoding.address_size;
  if (version_ >= 5) {
    header.encoding.address_size = at.u8();
    at.u8();  // segment selector size
  }
  const std::uint64_t header_length = at.unsigned_of(header.encoding.offset_size);
  header.program =
      at.offset() + static_cast<std::size_t>(std::min<std::uint64_t>(header_length, at.remaining()));
  header.minimum_instruction = at.u8();
  if (version_ >= 4) header.operations_per_instruction = at.u8();
  header.default_is_statement = at.u8() != 0;
  header.line_base = at.i8();
  header.line_range = at.u8();
  header.opcode_base = at.u8();
  for (unsigned opcode = 1; opcode < header.opcode_base; ++opcode) header.operand_counts[opcode] = at.u8();
  if (at.failed()) {
    fault("its header is cut off");
    return false;
  }
  if (version_ >= 5) {
    read_names_5(at, header, true);
    read_names_5(at, header, false);
  } else {
    read_names_before_5(at);
  }
  if (at.failed()) fault("its list of folders and files cannot be read");
  return true;
}

void LineTable::read_names_before_5(Cursor& at) {
  for (std::string_view folder = at.cstring(); !folder.empty(); folder = at.cstring())
    folders_.push_back(Text::ended(folder));
  for (std::string_view name = at.cstring(); !name.empty(); name = at.cstring()) {
    files_.push_back({Text::ended(name), at.uleb()});
    at.skip_leb();  // time of modification
    at.skip_leb();  // length
  }
}

void LineTable::read_names_5(Cursor& at, const Header& header, bool folders) {
  std::vector<std::pair<std::uint64_t, Form>> format(at.u8());
  for (auto& [content, form] : format) {
    content = at.uleb();
    form = static_cast<Form>(at.uleb());
  }
  const std::uint64_t count = at.uleb();
  // No entry takes less than a byte.
  if (count > at.remaining() || (format.empty() && count != 0)) return at.fail();
  for (std::uint64_t i = 0; i < count && !at.failed(); ++i) {
    File file;
    for (const auto& [content, form] : format) {
      if (content == DW_LNCT_path) {
        file.name = text(at, form, header);
      } else if (content == DW_LNCT_directory_index && form == DW_FORM_udata) {
        file.folder = at.uleb();
      } else if (content == DW_LNCT_directory_index && (form == DW_FORM_data1 || form == DW_FORM_data2)) {
        file.folder = at.unsigned_of(form == DW_FORM_data1 ? 1 : 2);
      } else {
        skip_form(at, form, header.encoding);
      }
    }
    if (folders) {
      folders_.push_back(file.name);
    } else {
      files_.push_back(file);
    }
  }
}

Text LineTable::text(Cursor& at, Form form, const Header& header) const {
  if (form != DW_FORM_strp && form != DW_FORM_line_strp) return unit_->read(at, {DW_AT_name, form, 0}).text;
  const Sections& sections = unit_->sections();
  const Bytes section = form == DW_FORM_strp ? sections.str : sections.line_str;
  const std::uint64_t offset = at.unsigned_of(header.encoding.offset_size);
  return Text(offset < section.size() ? section.subspan(static_cast<std::size_t>(offset)) : Bytes());
}

void LineTable::run(Cursor& at, const Header& header) {
  Registers now{.is_statement = header.default_is_statement};
  // A range of 0 is broken: special opcodes then advance by line_base alone, as LLVM has it.
  const unsigned range = header.line_range == 0 ? 256 : header.line_range;
  prepare_special_opcodes(header);
  while (!at.at_end()) {
    const std::uint8_t opcode = at.u8();
    if (opcode >= header.opcode_base) {
      const SpecialOpcode special = special_opcodes_[opcode];
      now.advance(special.operations, header);
      now.line += static_cast<std::uint32_t>(special.lines);
      emit(now);
      continue;
    }
    switch (opcode) {
      case DW_LNS_extended: run_extended(at, header, now); break;
      case DW_LNS_copy: emit(now); break;
      case DW_LNS_advance_pc: now.advance(at.uleb(), header); break;
      case DW_LNS_advance_line: now.line += static_cast<std::uint32_t>(at.sleb()); break;
      case DW_LNS_set_file: now.file = static_cast<std::uint32_t>(at.uleb()) & 0x7fffffff; break;
      case DW_LNS_set_column: at.skip_leb(); break;
      case DW_LNS_negate_stmt: now.is_statement = !now.is_statement; break;
      case DW_LNS_const_add_pc: now.advance((255U - header.opcode_base) / range, header); break;
      case DW_LNS_fixed_advance_pc:
        now.address += at.u16();
        now.operation = 0;
        break;
      case DW_LNS_set_basic_block:
      case DW_LNS_set_prologue_end:
      case DW_LNS_set_epilogue_begin: break;
      case DW_LNS_set_isa: at.skip_leb(); break;
      default:
        for (unsigned i = 0; i < header.operand_counts[opcode]; ++i) at.skip_leb();
    }
  }
  if (at.failed()) fault("it breaks off within an instruction");
  if (rows_.size() != sequence_start_) fault("its last sequence has no end");
  rows_.resize(sequence_start_);  // a sequence without an end says nothing about where its code ends
}

// Programs of one compiler all have the same.
void LineTable::prepare_special_opcodes(const Header& header) {
  const std::array<int, 3> kind = {header.line_base, header.line_range, header.opcode_base};
  if (kind == special_opcodes_of_) return;
  special_opcodes_of_ = kind;
  const unsigned range = header.line_range == 0 ? 256 : header.line_range;
  for (unsigned opcode = header.opcode_base; opcode < special_opcodes_.size(); ++opcode) {
    const unsigned adjusted = opcode - header.opcode_base;
    const unsigned lines = header.line_range == 0 ? 0 : adjusted % range;
    special_opcodes_[opcode] = {static_cast<std::uint8_t>(adjusted / range),
                                static_cast<std::int16_t>(header.line_base + static_cast<int>(lines))};
  }
}

void LineTable::run_extended(Cursor& at, const Header& header, Registers& now) {
  const std::uint64_t length = at.uleb();
  if (at.failed() || length == 0) return;
  const std::size_t next =
      at.offset() + static_cast<std::size_t>(std::min<std::uint64_t>(length, at.remaining()));
  switch (at.u8()) {
    case DW_LNE_end_sequence:
      end_sequence(now.address);
      now = Registers{.is_statement = header.default_is_statement};
      break;
    case DW_LNE_set_address:
      now.address = at.unsigned_of(static_cast<unsigned>(length - 1));
      now.operation = 0;
      break;
    case DW_LNE_define_file: {
      const std::string_view name = at.cstring();
      files_.push_back({Text::ended(name), at.uleb()});
      break;
    }
    default: break;
  }
  if (!at.failed()) at.seek(next);
}

void LineTable::emit(const Registers& now) {
  rows_.push_back({now.address, now.line, now.file << 1 | (now.is_statement ? 1U : 0U)});
}

void LineTable::end_sequence(std::uint64_t end) {
  const auto first = rows_.begin() + sequence_start_;
  // Asked before sorting: what is deleted at -1 goes on at 0.
  const bool deleted =
      first != rows_.end() && is_deleted(first->address, unit_->header().encoding.address_size);
  if (faults_ != nullptr && !deleted) note_order(end);
  // Rows come in the order of their addresses; where a broken program breaks that, a stable sort mends it.
  if (!deleted && !std::ranges::is_sorted(first, rows_.end(), {}, &LineRow::address))
    std::stable_sort(first, rows_.end(),
                     [](const LineRow& a, const LineRow& b) { return a.address < b.address; });
  if (deleted || first == rows_.end() || first->address >= end) {
    rows_.resize(sequence_start_);
    return;
  }
  const auto row_count = static_cast<std::uint32_t>(rows_.size()) - sequence_start_;
  sequences_.push_back({first->address, end, sequence_start_, row_count});
  sequence_start_ = static_cast<std::uint32_t>(rows_.size());
}

void LineTable::fault(std::string_view what) const {
  if (faults_ != nullptr) faults_->push_back({.kind = LineFault::Kind::Program, .what = what});
}

// Of the sequence that is about to end.
void LineTable::note_order(std::uint64_t end) const {
  if (rows_.size() == sequence_start_) return;
  LineFault found{.kind = LineFault::Kind::Order, .begin = rows_[sequence_start_].address};
  std::uint64_t before = 0;
  const auto meet = [&](std::uint64_t address) {
    if (address < before && found.rows++ == 0) found.address = address;
    before = address;
  };
  for (std::size_t row = sequence_start_; row < rows_.size(); ++row) meet(rows_[row].address);
  meet(end);
  if (found.rows != 0) faults_->push_back(found);
}

std::uint32_t LineTable::file_limit() const {
  return static_cast<std::uint32_t>(files_.size()) + (version_ >= 5 ? 0 : 1);
}

bool LineTable::names_folder_of(std::uint32_t file) const {
  const std::uint64_t folder = files_[version_ >= 5 ? file : file - 1].folder;
  return version_ >= 5 ? folder < folders_.size() : folder <= folders_.size();
}

std::string LineTable::path_of(std::uint32_t file) const {
  if (!names_file(file)) return {};
  const File& entry = files_[version_ >= 5 ? file : file - 1];
  const bool has_folder = (version_ >= 5 || entry.folder != 0) && names_folder_of(file);
  std::string_view folder;
  if (has_folder)
    folder = folders_[static_cast<std::size_t>(version_ >= 5 ? entry.folder : entry.folder - 1)].read();
  const std::string_view name = entry.name.read();
  if (name.size() + folder.size() + unit_->compilation_directory.size() > longest_path) return {};
  if (is_absolute(name)) return std::string(name);
  std::string path;
  // In version 5 folder 0 is the compilation directory itself.
  const bool below_compilation = version_ < 5 || entry.folder != 0;
  if (below_compilation && !is_absolute(folder)) path = unit_->compilation_directory;
  append_path(path, folder);
  append_path(path, name);
  return path;
}

}  // namespace symkit::dwarf
