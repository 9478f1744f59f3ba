#include "files/dwarf/line_table.h"

#include <algorithm>

namespace symkit::dwarf {

namespace {

// Longer than any file system allows. Without a limit a million files could share a folder of megabytes.
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
  program_.clear();
  bytes_read_ = 0;
}

void LineTable::read(const Unit& unit, std::uint64_t offset, LineRows wanted) {
  clear();
  unit_ = &unit;
  const Sections& sections = unit.sections();
  Cursor at(sections.line, sections.endian);
  at.seek(offset);
  std::uint64_t length = at.u32();
  LineProgramHeader header;
  header.encoding.offset_size = length == 0xffffffff ? 8 : 4;
  if (header.encoding.offset_size == 8) length = at.u64();
  if (at.failed()) return program_.fault("its header is truncated");
  if (length > at.remaining()) program_.fault("it runs past the end of .debug_line");
  const std::uint64_t end = std::min<std::uint64_t>(
      at.offset() + std::min<std::uint64_t>(length, at.remaining()), sections.line.size());
  const std::size_t start = at.offset();
  at = Cursor(sections.line.first(static_cast<std::size_t>(end)), sections.endian, start);
  bytes_read_ = end - start;
  if (!read_header(at, header) || wanted == LineRows::None) return;
  // Uses its own cursor, so that unreadable names do not affect the lines.
  const Cursor program(sections.line.first(static_cast<std::size_t>(end)), sections.endian, header.program);
  program_.run(program, header, unit_->header().encoding.address_size, wanted, files_);
}

bool LineTable::read_header(Cursor& at, LineProgramHeader& header) {
  version_ = header.encoding.version = at.u16();
  if (version_ < 2 || version_ > 5) {
    program_.fault("its version is not 2 to 5");
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
    program_.fault("its header is truncated");
    return false;
  }
  if (version_ >= 5) {
    read_names_5(at, header, true);
    read_names_5(at, header, false);
  } else {
    read_names_before_5(at);
  }
  if (at.failed()) program_.fault("its list of folders and files cannot be read");
  return true;
}

void LineTable::read_names_before_5(Cursor& at) {
  for (std::string_view folder = at.cstring(); !folder.empty(); folder = at.cstring())
    folders_.push_back(Text::ended(folder));
  for (std::string_view name = at.cstring(); !name.empty(); name = at.cstring()) {
    files_.push_back({Text::ended(name), at.uleb()});
    at.skip_leb();  // modification time
    at.skip_leb();  // length
  }
}

void LineTable::read_names_5(Cursor& at, const LineProgramHeader& header, bool folders) {
  std::vector<std::pair<std::uint64_t, Form>> format(at.u8());
  for (auto& [content, form] : format) {
    content = at.uleb();
    form = static_cast<Form>(at.uleb());
  }
  const std::uint64_t count = at.uleb();
  // Every entry takes at least a byte.
  if (count > at.remaining() || (format.empty() && count != 0)) return at.fail();
  for (std::uint64_t i = 0; i < count && !at.failed(); ++i) {
    LineFile file;
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

Text LineTable::text(Cursor& at, Form form, const LineProgramHeader& header) const {
  if (form != DW_FORM_strp && form != DW_FORM_line_strp) return unit_->read(at, {DW_AT_name, form, 0}).text;
  const Sections& sections = unit_->sections();
  const Bytes section = form == DW_FORM_strp ? sections.str : sections.line_str;
  const std::uint64_t offset = at.unsigned_of(header.encoding.offset_size);
  return Text(offset < section.size() ? section.subspan(static_cast<std::size_t>(offset)) : Bytes());
}

std::uint32_t LineTable::file_limit() const {
  return static_cast<std::uint32_t>(files_.size()) + (version_ >= 5 ? 0 : 1);
}

bool LineTable::names_folder_of(std::uint32_t file) const {
  const std::uint64_t folder = files_[version_ >= 5 ? file : file - 1].folder;
  return version_ >= 5 ? folder < folders_.size() : folder <= folders_.size();
}

// A path may be too long only with the directory.
std::size_t LineTable::root_of(std::uint32_t file) const {
  const std::size_t whole = path_of(file).size(), relative = path_of(file, false).size();
  return whole < relative ? 0 : whole - relative;
}

std::string LineTable::path_of(std::uint32_t file, bool with_root) const {
  if (!names_file(file)) return {};
  const LineFile& entry = files_[version_ >= 5 ? file : file - 1];
  const bool has_folder = (entry.folder != 0 || (version_ >= 5 && with_root)) && names_folder_of(file);
  std::string_view folder;
  if (has_folder)
    folder = folders_[static_cast<std::size_t>(version_ >= 5 ? entry.folder : entry.folder - 1)].read();
  const std::string_view name = entry.name.read();
  if (name.size() + folder.size() + unit_->compilation_directory.size() > longest_path) return {};
  if (is_absolute(name)) return std::string(name);
  std::string path;
  // In version 5 folder 0 is the compilation directory itself.
  const bool below_compilation = version_ < 5 || entry.folder != 0;
  if (with_root && below_compilation && !is_absolute(folder)) path = unit_->compilation_directory;
  append_path(path, folder);
  append_path(path, name);
  return path;
}

}  // namespace symkit::dwarf
