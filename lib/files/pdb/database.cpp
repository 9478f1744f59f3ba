#include "files/pdb/database.h"

#include <algorithm>

#include "files/pdb/codeview.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::pdb {
namespace {

constexpr std::size_t information_stream = 1, debug_information_stream = 3;
constexpr std::size_t guid_size = 16;
constexpr std::size_t section_header_size = 40;

// The positions of streams in the last part of the debug information.
constexpr std::size_t rearranged_at = 4, section_headers_at = 5, linked_section_headers_at = 10;

// Finds a stream by name in a hash table, of which only the entries matter.
std::optional<std::uint32_t> find_named_stream(Cursor at, std::string_view wanted) {
  const Bytes texts = at.bytes(at.u32());
  const std::uint32_t count = at.u32();
  at.skip(4);                            // capacity
  at.skip(std::uint64_t{at.u32()} * 4);  // the entries in use
  at.skip(std::uint64_t{at.u32()} * 4);  // the deleted ones
  for (std::uint32_t i = 0; i < count && !at.failed(); ++i) {
    const std::uint32_t name_at = at.u32(), stream = at.u32();
    if (Cursor(texts, Endian::Little, name_at).cstring() == wanted) return stream;
  }
  return std::nullopt;
}

struct DebugHeader {
  std::uint32_t age = 0;
  std::uint16_t public_records = 0, public_index = 0;
  std::uint32_t modules = 0, contributions = 0, section_map = 0, files = 0, type_servers = 0, streams = 0,
                edits = 0;
  std::uint16_t machine = 0;
};

Result<DebugHeader> read_debug_header(Cursor& at) {
  DebugHeader header;
  if (at.u32() != 0xffffffff) return fail("is a PDB from before 1997, or damaged");
  at.skip(4);
  header.age = at.u32();
  at.skip(4);  // globals, version of the linker
  header.public_index = at.u16();
  at.skip(2);  // version of the writer
  header.public_records = at.u16();
  at.skip(2);
  header.modules = at.u32();
  header.contributions = at.u32();
  header.section_map = at.u32();
  header.files = at.u32();
  header.type_servers = at.u32();
  at.skip(4);
  header.streams = at.u32();
  header.edits = at.u32();
  at.skip(2);
  header.machine = at.u16();
  at.skip(4);
  if (at.failed()) return fail("truncated: the debug information ends within its header");
  return header;
}

std::uint16_t stream_number(Bytes numbers, std::size_t at) {
  if (numbers.size() < at * 2 + 2) return no_stream;
  return Cursor(numbers, Endian::Little, at * 2).u16();
}

std::vector<Section> sections_in(Bytes headers) {
  std::vector<Section> sections;
  Cursor at(headers, Endian::Little);
  while (at.remaining() >= section_header_size) {
    Section section;
    section.name = as_text(at.bytes(8));
    section.name = section.name.substr(0, section.name.find('\0'));
    section.size = at.u32();
    section.rva = at.u32();
    at.skip(20);
    section.flags = at.u32();
    sections.push_back(section);
  }
  return sections;
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(Bytes file) {
  auto msf = Msf::open(file);
  if (!msf) return fail(msf.error());
  auto database = std::make_unique<Database>();
  database->msf_ = std::move(*msf);
  database->size_ = file.size();
  std::uint32_t names_stream = no_stream;
  Bytes guid;
  Stream information;
  if (auto read = database->read_information(names_stream, guid, information); !read)
    return fail(read.error());
  if (auto read = database->read_debug_information(guid); !read) return fail(read.error());
  if (auto read = database->read_names(names_stream); !read) return fail(read.error());
  return database;
}

Result<void> Database::read_information(std::uint32_t& names_stream, Bytes& guid, Stream& kept) {
  auto stream = msf_->read(information_stream);
  if (!stream) return fail(stream.error());
  kept = std::move(*stream);
  Cursor at(kept.bytes(), Endian::Little);
  at.skip(12);  // version, time, age of this stream
  guid = at.bytes(guid_size);
  if (at.failed()) return fail("truncated: the PDB has no id");
  names_stream = find_named_stream(at, "/names").value_or(no_stream);
  return {};
}

Result<void> Database::read_debug_information(Bytes guid) {
  auto stream = msf_->read(debug_information_stream);
  if (!stream) return fail(stream.error());
  debug_information_ = std::move(*stream);
  if (debug_information_.bytes().empty())
    return fail("has types only, no code: it is the compiler's PDB; give the linker's");
  Cursor at(debug_information_.bytes(), Endian::Little);
  const auto header = read_debug_header(at);
  if (!header) return fail(header.error());
  id_ = *ImageId::from_guid(guid, header->age);
  machine_ = header->machine;
  public_records_ = header->public_records;
  public_index_ = header->public_index;
  const Bytes modules = at.bytes(header->modules);
  contributions_ = at.bytes(header->contributions);
  at.skip(std::uint64_t{header->section_map} + header->files);
  at.skip(std::uint64_t{header->type_servers} + header->edits);
  const Bytes numbers = at.bytes(header->streams);
  if (at.failed()) return fail("truncated: the debug information is shorter than it says");
  if (auto read = read_modules(modules); !read) return read;
  return read_sections(numbers);
}

Result<void> Database::read_modules(Bytes records) {
  Cursor at(records, Endian::Little);
  while (!at.at_end()) {
    ModuleInfo module;
    at.skip(34);  // its first piece of code, flags
    module.stream = at.u16();
    module.symbol_bytes = at.u32();
    module.old_line_bytes = at.u32();
    module.line_bytes = at.u32();
    at.skip(16);
    module.name = at.cstring();
    at.skip_text();  // the object file
    if (at.failed()) return fail("broken: the list of modules is shorter than it says");
    at.skip(std::min((4 - at.offset() % 4) % 4, at.remaining()));
    modules_.push_back(module);
  }
  return {};
}

Result<void> Database::read_sections(Bytes numbers) {
  const std::uint16_t number = stream_number(numbers, section_headers_at);
  auto stream = number == no_stream ? Stream() : msf_->read(number);
  if (!stream) return fail(stream.error());
  section_headers_ = std::move(*stream);
  sections_ = sections_in(section_headers_.bytes());
  return read_rearrangement(numbers);
}

Result<void> Database::read_rearrangement(Bytes numbers) {
  const std::uint16_t rearranged = stream_number(numbers, rearranged_at);
  if (rearranged == no_stream || msf_->size_of(rearranged) == 0) return {};
  const auto entries = msf_->read(rearranged);
  if (!entries) return fail(entries.error());
  auto headers = msf_->read(stream_number(numbers, linked_section_headers_at));
  if (!headers) return fail(headers.error());
  linked_section_headers_ = std::move(*headers);
  linked_sections_ = sections_in(linked_section_headers_.bytes());
  rearrangement_ = Rearrangement(entries->bytes());
  if (linked_sections_.empty() || rearrangement_.is_none())
    return fail("its code was rearranged after linking (OMAP), but the original sections are missing");
  return {};
}

Result<void> Database::read_names(std::uint32_t stream) {
  auto read = msf_->read(stream);
  if (!read) return fail(read.error());
  names_ = std::move(*read);
  Cursor at(names_.bytes(), Endian::Little, std::min<std::size_t>(8, names_.bytes().size()));
  const std::uint32_t size = at.u32();
  name_texts_ = at.bytes(size);
  return {};
}

std::optional<std::uint32_t> Database::rva_of(std::uint16_t section, std::uint32_t offset) const {
  const std::vector<Section>& sections = rearrangement_.is_none() ? sections_ : linked_sections_;
  if (section == 0 || section > sections.size()) return std::nullopt;
  const Section& where = sections[section - 1U];
  if (offset > where.size || where.rva + offset < where.rva) return std::nullopt;
  return where.rva + offset;
}

std::optional<std::uint32_t> Database::section_at(std::uint32_t rva) const {
  const auto found = std::ranges::find_if(sections_, [&](const Section& section) {
    return rva >= section.rva && rva - section.rva <= section.size;
  });
  if (found == sections_.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - sections_.begin());
}

std::uint64_t Database::module_bytes() const {
  std::uint64_t bytes = 0;
  for (const ModuleInfo& module : modules_) bytes += msf_->size_of(module.stream);
  return bytes;
}

// No path is longer.
std::string_view Database::file_name(std::uint32_t offset) const {
  constexpr std::size_t longest = 1 << 15;
  const std::string_view texts = as_text(name_texts_);
  const std::string_view rest = texts.substr(std::min<std::size_t>(offset, texts.size()), longest);
  return rest.substr(0, rest.find('\0'));
}

Result<std::vector<Public>> Database::publics(Stream& records) const {
  std::vector<Public> found;
  if (public_records_ == no_stream) return found;
  if (records.bytes().empty()) {
    auto read = msf_->read(public_records_);
    if (!read) return fail(read.error());
    records = std::move(*read);
  }
  const auto take = [&](std::uint16_t kind, Bytes body) { take_public(kind, body, found); };
  if (const auto round = records_round(records.bytes())) {
    for (const std::uint32_t at : *round)
      first_record(records.bytes().subspan(std::min<std::size_t>(at, records.bytes().size())), take);
  } else {
    each_record(records.bytes(), take);
  }
  std::ranges::stable_sort(found, {}, &Public::rva);
  return found;
}

void Database::take_public(std::uint16_t kind, Bytes body, std::vector<Public>& found) const {
  constexpr std::uint32_t function_flag = 2;
  if (kind != symbol::public_name) return;
  Cursor at(body, Endian::Little);
  const std::uint32_t flags = at.u32(), offset = at.u32();
  const std::uint16_t section = at.u16();
  const std::string_view name = at.cstring();
  const auto linked = rva_of(section, offset);
  if (at.failed() || !linked || name.empty()) return;
  const auto rva = rearrangement_.place_of(*linked);
  const auto where = rearrangement_.is_none() ? std::optional(section - 1U) : section_at(rva.value_or(0));
  if (rva && where) found.push_back({*rva, *where, name, (flags & function_flag) != 0});
}

}  // namespace symkit::pdb
