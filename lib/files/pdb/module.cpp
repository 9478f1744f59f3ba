#include "files/pdb/module.h"

#include <algorithm>

#include "files/pdb/annotations.h"
#include "files/pdb/codeview.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::pdb {

Result<void> ModuleReader::enter(const ModuleInfo& module) {
  lines_.clear();
  inlinees_.clear();
  imports_.clear();
  imported_.clear();
  entries_.reset();
  told_.clear();
  symbols_ = files_ = {};
  separated_.enter({});
  if (!module.has_stream()) return {};
  auto stream = database_.streams().read(module.stream);
  if (!stream) return fail(stream.error().within(module.name));
  stream_ = std::move(*stream);
  symbols_ = module.symbols_in(stream_.bytes());
  const Bytes subsections = module.subsections_in(stream_.bytes());
  if (stream_.bytes().size() < module.size())
    return fail(say(module.name, ": truncated: its stream is shorter than it says"));
  separated_.enter(symbols_);
  read_subsections(subsections);
  return {};
}

void ModuleReader::read_subsections(Bytes bytes) {
  each_subsection(bytes, [this](std::uint32_t kind, Bytes content) {
    if (kind == subsection::lines) read_lines(content);
    if (kind == subsection::files) files_ = content;
    if (kind == subsection::inlined_functions) read_inlinees(content);
    if (kind == subsection::imports) imports_.read(content);
  });
  keep_apart(lines_);
  std::ranges::stable_sort(inlinees_, {}, &Inlinee::id);
}

void ModuleReader::read_lines(Bytes bytes) {
  constexpr std::uint16_t has_columns = 1;
  Cursor at(bytes, Endian::Little);
  const std::uint32_t offset = at.u32();
  const std::uint16_t section = at.u16(), flags = at.u16();
  const std::uint32_t size = at.u32();
  const auto begin = database_.rva_of(section, offset);
  if (at.failed() || !begin || !database_.wants(*begin, *begin + size)) return;
  const std::size_t first = lines_.size();
  while (at.remaining() >= 12) {
    const std::uint32_t file = at.u32(), count = at.u32();
    at.skip(4);  // size of the block
    const Bytes records = at.bytes(std::uint64_t{count} * 8);
    if ((flags & has_columns) != 0) at.skip(std::uint64_t{count} * 4);
    read_line_block(records, file, *begin, size);
  }
  close_rows(std::span(lines_).subspan(first), *begin + size);
}

void ModuleReader::read_line_block(Bytes records, std::uint32_t file, std::uint32_t base,
                                   std::uint32_t limit) {
  constexpr std::uint32_t line_mask = 0xffffff;
  constexpr std::uint32_t never_step_into = 0xfeefee, always_step_into = 0xf00f00;  // not of the source
  Cursor at(records, Endian::Little);
  while (at.remaining() >= 8) {
    const std::uint32_t offset = at.u32(), line = at.u32() & line_mask;
    if (offset >= limit) continue;
    const bool is_written = line != never_step_into && line != always_step_into;
    lines_.push_back({.begin = base + offset, .file = file, .line = is_written ? line : 0});
  }
}

void ModuleReader::read_inlinees(Bytes bytes) {
  constexpr std::uint32_t has_more_files = 1;
  Cursor at(bytes, Endian::Little);
  const bool more = at.u32() == has_more_files;
  while (at.remaining() >= 12) {
    Inlinee inlinee;
    inlinee.id = at.u32();
    inlinee.file = at.u32();
    inlinee.line = at.u32();
    if (more) at.skip(std::uint64_t{at.u32()} * 4);
    inlinees_.push_back(inlinee);
  }
}

std::string_view ModuleReader::file_name(std::uint32_t file) const {
  if (file >= files_.size()) return {};
  return database_.file_name(Cursor(files_, Endian::Little, file).u32());
}

void ModuleReader::each_function(FunctionSink& sink) {
  in_function_ = false;
  scopes_.clear();
  each_record_on_the_way(symbols_, [&](std::uint16_t kind, Bytes body) -> std::optional<std::size_t> {
    if (is_procedure(kind) && !is_wanted(body)) {
      emit(sink);
      return end_of_procedure(symbols_, body);
    }
    take_symbol(kind, body, sink);
    return std::nullopt;
  });
  emit(sink);
}

bool ModuleReader::is_wanted(Bytes procedure) const {
  if (!database_.is_excerpt()) return true;
  const auto read = read_procedure(procedure);
  const auto begin = read ? database_.rva_of(read->section, read->offset) : std::nullopt;
  return begin && database_.wants(*begin, *begin + read->size);
}

void ModuleReader::take_symbol(std::uint16_t kind, Bytes body, FunctionSink& sink) {
  if (is_procedure(kind) || kind == symbol::thunk || kind == symbol::separated_code) {
    emit(sink);
    function_ = Function();
    function_.place = static_cast<std::uint64_t>(body.data() - symbols_.data());
    in_function_ = kind == symbol::separated_code
                       ? begin_separated_code(body)
                       : begin_procedure(kind == symbol::thunk ? read_thunk(body) : read_procedure(body));
    scopes_.assign(1, 0);
    return;
  }
  switch (kind) {
    case symbol::block:
    case symbol::with:
      if (!scopes_.empty()) scopes_.push_back(scopes_.back());
      break;
    case symbol::inline_site: begin_site(body, 12); break;
    case symbol::inline_site_2: begin_site(body, 16); break;
    case symbol::end:
    case symbol::inline_site_end:
    case symbol::procedure_id_end:
      if (!scopes_.empty()) scopes_.pop_back();
      if (scopes_.empty()) emit(sink);
      break;
    default: break;
  }
}

bool ModuleReader::begin_at(std::uint16_t section, std::uint32_t offset, std::uint32_t size) {
  const auto begin = database_.rva_of(section, offset);
  if (!begin || size == 0 || *begin + size < *begin) return false;
  function_.begin = *begin;
  function_.end = *begin + size;
  return true;
}

bool ModuleReader::begin_procedure(const std::optional<Procedure>& procedure) {
  if (!procedure) return false;
  function_.name = procedure->name;
  return begin_at(procedure->section, procedure->offset, procedure->size);
}

// A piece that has inlined calls was passed on with its function.
bool ModuleReader::begin_separated_code(Bytes body) {
  const auto piece = separated_.piece(body);
  if (!piece || told_.contains(piece->entry)) return false;
  function_.begin = piece->begin;
  function_.end = piece->end;
  function_.is_part = true;
  function_.entry = piece->entry;
  function_.name = name_of_entry(piece->entry);
  return true;
}

std::string_view ModuleReader::name_of_entry(std::uint32_t rva) {
  if (!entries_) {
    entries_.emplace();
    each_record(symbols_, [&](std::uint16_t kind, Bytes body) {
      const auto procedure = is_procedure(kind) ? read_procedure(body) : std::nullopt;
      const auto begin = procedure ? database_.rva_of(procedure->section, procedure->offset) : std::nullopt;
      if (begin) entries_->push_back({*begin, procedure->name});
    });
    std::ranges::stable_sort(*entries_, {}, &Entry::rva);
  }
  const auto found = std::ranges::lower_bound(*entries_, rva, {}, &Entry::rva);
  return found == entries_->end() || found->rva != rva ? std::string_view() : found->name;
}

void ModuleReader::begin_site(Bytes body, std::size_t header_size) {
  if (scopes_.empty()) return;
  const std::uint32_t parent = scopes_.back();
  if (function_.is_part || !in_function_) return scopes_.push_back(parent);
  Cursor at(body, Endian::Little);
  at.skip(8);
  const std::uint32_t callee = at.u32();
  const Bytes program = body.subspan(std::min(header_size, body.size()));
  const std::size_t first = rows_.size();
  if (const Inlinee* inlinee = find_inlinee(callee))
    is_split_ |= read_annotations(
        program, {function_.begin, function_.end, inlinee->file, inlinee->line, &separated_}, rows_);
  site_rows_.push_back({first, rows_.size() - first});
  const std::uint32_t depth = parent == 0 ? 1 : sites_[parent - 1].depth + 1;
  sites_.push_back({.parent = parent, .callee = id_in_all(callee), .depth = depth});
  scopes_.push_back(static_cast<std::uint32_t>(sites_.size()));
}

std::uint32_t ModuleReader::id_in_all(std::uint32_t id) {
  if (!is_of_another_module(id)) return id;
  const auto [known, is_new] = imported_.try_emplace(id, 0);
  if (const auto import = is_new ? imports_.find(id) : std::nullopt)
    known->second = database_.id_of(*import).value_or(0);
  return known->second;
}

const ModuleReader::Inlinee* ModuleReader::find_inlinee(std::uint32_t id) const {
  const auto found = std::ranges::lower_bound(inlinees_, id, {}, &Inlinee::id);
  return found == inlinees_.end() || found->id != id ? nullptr : &*found;
}

void ModuleReader::emit(FunctionSink& sink) {
  if (in_function_) {
    if (!function_.is_part) function_.entry = function_.begin;
    for (std::size_t i = 0; i < sites_.size(); ++i)
      sites_[i].rows = std::span(rows_).subspan(site_rows_[i].first, site_rows_[i].count);
    function_.sites = sites_;
    sink.take(function_);
    if (is_split_) emit_separated_code(sink);
  }
  in_function_ = is_split_ = false;
  scopes_.clear();
  sites_.clear();
  site_rows_.clear();
  rows_.clear();
}

// Its calls are in all pieces, each call in some of them.
void ModuleReader::emit_separated_code(FunctionSink& sink) {
  if (!told_.insert(function_.entry).second) return;
  function_.is_part = true;
  for (const SeparatedPiece& piece : separated_.of(function_.entry)) {
    function_.begin = piece.begin;
    function_.end = piece.end;
    function_.place = piece.place;
    sink.take(function_);
  }
}

}  // namespace symkit::pdb
