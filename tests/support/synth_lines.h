// A line program, with its header in versions 2 to 5 and its opcodes by name:
//
//   SynthLines lines(dwarf);
//   lines.files = {{"main.c", 1}};
//   lines.set_address(0x1000).row(10).row(12, 4).advance_pc(8).end_sequence();
//   const std::uint64_t stmt_list = lines.finish();
#pragma once

#include "support/synth_dwarf.h"

namespace symkit::test {

struct LineForm {
  std::uint16_t version = 0;  // 0: as the units
  std::uint8_t minimum_instruction = 1;
  std::uint8_t operations_per_instruction = 1;
  bool default_is_statement = true;
  std::int8_t line_base = -5;
  std::uint8_t line_range = 14;
  std::uint8_t opcode_base = 13;
};

class SynthLines {
 public:
  using Formats = std::vector<std::pair<unsigned, dwarf::Form>>;
  struct File {
    std::string name;
    std::uint64_t folder = 0;
  };

  explicit SynthLines(SynthDwarf& dwarf, LineForm form = {})
      : dwarf_(dwarf), form_(form), program_(dwarf.form.endian, dwarf.form.address_size) {
    if (form_.version == 0) form_.version = dwarf.form.version;
  }

  std::vector<std::string> folders;
  std::vector<File> files;
  // Version 5 only. Contents other than path and folder are written as 0.
  Formats folder_format{{dwarf::DW_LNCT_path, dwarf::DW_FORM_string}};
  Formats file_format{{dwarf::DW_LNCT_path, dwarf::DW_FORM_string},
                      {dwarf::DW_LNCT_directory_index, dwarf::DW_FORM_udata}};

  SynthLines& special(unsigned address_advance, int line_advance) {
    line_ += line_advance;
    return op(static_cast<unsigned>(line_advance - form_.line_base) + form_.line_range * address_advance +
              form_.opcode_base);
  }
  SynthLines& copy() { return op(dwarf::DW_LNS_copy); }
  SynthLines& advance_pc(std::uint64_t operations) { return op(dwarf::DW_LNS_advance_pc).uleb(operations); }
  SynthLines& advance_line(std::int64_t lines) {
    op(dwarf::DW_LNS_advance_line);
    program_.sleb(lines);
    line_ += lines;
    return *this;
  }
  SynthLines& set_file(std::uint64_t file) { return op(dwarf::DW_LNS_set_file).uleb(file); }
  SynthLines& set_column(std::uint64_t column) { return op(dwarf::DW_LNS_set_column).uleb(column); }
  SynthLines& negate_statement() { return op(dwarf::DW_LNS_negate_stmt); }
  SynthLines& const_add_pc() { return op(dwarf::DW_LNS_const_add_pc); }
  SynthLines& fixed_advance_pc(std::uint64_t bytes) {
    op(dwarf::DW_LNS_fixed_advance_pc);
    program_.u16(bytes);
    return *this;
  }
  SynthLines& op(unsigned opcode) {
    program_.u8(opcode);
    return *this;
  }
  SynthLines& uleb(std::uint64_t operand) {
    program_.uleb(operand);
    return *this;
  }

  // A row at this line, `advance` operations behind the row before.
  SynthLines& row(std::int64_t line, std::uint64_t advance = 0) {
    if (advance != 0) advance_pc(advance);
    return advance_line(line - line_).copy();
  }

  SynthLines& set_address(std::uint64_t address) {
    extended(dwarf::DW_LNE_set_address, dwarf_.form.address_size);
    program_.address(address);
    return *this;
  }
  SynthLines& end_sequence(std::uint64_t advance = 0) {
    if (advance != 0) advance_pc(advance);
    extended(dwarf::DW_LNE_end_sequence, 0);
    line_ = 1;
    return *this;
  }
  SynthLines& define_file(const std::string& name, std::uint8_t folder) {
    extended(dwarf::DW_LNE_define_file, name.size() + 4);
    program_.cstring(name).u8(folder).u8(0).u8(0);
    return *this;
  }
  // An extended opcode that somebody else defined.
  SynthLines& extended(unsigned opcode, std::size_t operand_bytes) {
    program_.u8(0).uleb(operand_bytes + 1).u8(opcode);
    return *this;
  }
  SynthLines& raw(Bytes bytes) {
    program_.bytes(bytes);
    return *this;
  }

  // Appends it to .debug_line and returns where it begins: the value of DW_AT_stmt_list.
  std::uint64_t finish();

 private:
  void put_header(Assembler& out);
  void put_names_before_5(Assembler& out) const;
  void put_entry(Assembler& out, const Formats& formats, const File& file);
  void put_format(Assembler& out, const Formats& formats, std::size_t count) const;

  SynthDwarf& dwarf_;
  LineForm form_;
  Assembler program_;
  std::int64_t line_ = 1;
};

inline std::uint64_t SynthLines::finish() {
  Assembler& out = dwarf_.line;
  const std::uint64_t offset = out.size();
  const unsigned width = dwarf_.form.offset_size();
  const auto length_from = out.label(), end = out.label();
  if (dwarf_.form.wide) out.u32(0xffffffff);
  out.distance(length_from, end, width).place(length_from).u16(form_.version);
  if (form_.version >= 5) out.u8(dwarf_.form.address_size).u8(0);
  const auto header_from = out.label(), header_end = out.label();
  out.distance(header_from, header_end, width).place(header_from);
  put_header(out);
  out.place(header_end).bytes(program_.finish()).place(end);
  return offset;
}

inline void SynthLines::put_header(Assembler& out) {
  static constexpr std::uint8_t operands[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
  out.u8(form_.minimum_instruction);
  if (form_.version >= 4) out.u8(form_.operations_per_instruction);
  out.u8(form_.default_is_statement ? 1 : 0)
      .u8(static_cast<std::uint8_t>(form_.line_base))
      .u8(form_.line_range);
  out.u8(form_.opcode_base);
  // Opcodes behind the standard ones take as many operands as they lie behind them.
  for (unsigned i = 1; i < form_.opcode_base; ++i)
    out.u8(i <= std::size(operands) ? operands[i - 1] : i - 12);
  if (form_.version < 5) return put_names_before_5(out);
  put_format(out, folder_format, folders.size());
  for (const std::string& folder : folders) put_entry(out, folder_format, {folder});
  put_format(out, file_format, files.size());
  for (const File& file : files) put_entry(out, file_format, file);
}

inline void SynthLines::put_names_before_5(Assembler& out) const {
  for (const std::string& folder : folders) out.cstring(folder);
  out.u8(0);
  for (const File& file : files) out.cstring(file.name).uleb(file.folder).uleb(1234567).uleb(300);
  out.u8(0);
}

inline void SynthLines::put_format(Assembler& out, const Formats& formats, std::size_t count) const {
  out.u8(formats.size());
  for (const auto& [content, form] : formats) out.uleb(content).uleb(form);
  out.uleb(count);
}

inline void SynthLines::put_entry(Assembler& out, const Formats& formats, const File& file) {
  for (const auto& [content, form] : formats) {
    if (content == dwarf::DW_LNCT_path) {
      dwarf_.put(out, form, file.name);
    } else {
      dwarf_.put(out, form,
                 content == dwarf::DW_LNCT_directory_index ? SynthValue(file.folder) : SynthValue(0));
    }
  }
}

}  // namespace symkit::test
