#include "index/native_index.h"

#include <algorithm>

#include "index/encoding.h"

namespace symkit::index {

struct NativeIndex::Block {
  Bytes callees;
  Bytes files;
  Bytes directory_and_bodies;
  std::uint64_t count = 0;
  std::uint64_t start = 0;
};

// A line of a block's directory.
struct NativeIndex::Entry {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Bytes body;
};

// A piece's bytes, opened up to its rows.
struct NativeIndex::Body {
  std::uint8_t flags = 0;
  Cursor symbols;
  Cursor rows;
};

struct NativeIndex::RowState {
  Cursor at;
  std::uint64_t address = 0;
  std::uint32_t call = 0;
  Place place;
  Place atos_place;
};

Result<NativeIndex> NativeIndex::open(Bytes file) {
  auto envelope = Envelope::open(file);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != Kind::Native)
    return fail(std::string("is an index of kind ") + std::string(name_of(envelope->kind())) +
                ", not native");
  NativeIndex index;
  index.envelope_ = *envelope;
  if (!index.read_meta()) return fail("is damaged: its description does not fit its tables");
  return index;
}

bool NativeIndex::read_meta() {
  Cursor at(envelope_.section(meta_tag), Endian::Little);
  const auto architecture = parse_architecture(as_text(at.bytes(at.uleb())));
  architecture_ = architecture.value_or(Architecture::Unknown);
  image_name_ = as_text(at.bytes(at.uleb()));
  text_base_.value = at.uleb();
  end_.value = at.uleb();
  if (!read_widths(at)) return false;
  const std::uint64_t block_count = at.uleb(), string_count = at.uleb(), file_count = at.uleb(),
                      callee_count = at.uleb();
  counts_.functions = at.uleb();
  counts_.with_lines = at.uleb();
  for (std::uint64_t& count : counts_.by_source) count = at.uleb();
  if (at.failed()) return false;
  starts_ = envelope_.section(starts_tag);
  block_offsets_ = envelope_.section(blocks_at_tag);
  blocks_ = envelope_.section(blocks_tag);
  callees_ = envelope_.section(callees_tag);
  files_ = envelope_.section(files_tag);
  const Bytes string_offsets = envelope_.section(string_offsets_tag);
  // Every count is held against a table that is there; then products cannot overflow.
  if (block_count > block_offsets_.size() || file_count > files_.size() || callee_count > callees_.size() ||
      string_count > UINT32_MAX)
    return false;
  if (starts_.size() != block_count * start_width_ || block_offsets_.size() != block_count * 4 ||
      files_.size() != file_count * 2 * name_width_ ||
      callees_.size() != callee_count * (name_width_ + file_width_ + line_width_) ||
      string_offsets.size() != (string_count + strings_in_group - 1) / strings_in_group * 4)
    return false;
  block_count_ = static_cast<std::size_t>(block_count);
  file_count_ = static_cast<std::uint32_t>(file_count);
  callee_count_ = static_cast<std::uint32_t>(callee_count);
  strings_ =
      StringTable(envelope_.section(strings_tag), string_offsets, static_cast<std::uint32_t>(string_count));
  return true;
}

bool NativeIndex::read_widths(Cursor& at) {
  const std::uint64_t step = at.uleb(), start_width = at.uleb();
  if (step < 1 || step > 16 || (start_width != 4 && start_width != 8)) return false;
  step_ = static_cast<unsigned>(step);
  start_width_ = static_cast<unsigned>(start_width);
  for (unsigned* width : {&name_width_, &file_width_, &callee_width_, &line_width_}) {
    const std::uint64_t value = at.uleb();
    if (value < 1 || value > 4) return false;
    *width = static_cast<unsigned>(value);
  }
  return !at.failed();
}

std::uint64_t NativeIndex::block_start(std::size_t block) const {
  return fixed_at(starts_, block, start_width_);
}

std::size_t NativeIndex::blocks_up_to(std::uint64_t offset) const {
  std::size_t first = 0, count = block_count_;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (block_start(first + half) <= offset) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

bool NativeIndex::lookup(ImageOffset offset, Answer& answer) const {
  const std::size_t candidates = blocks_up_to(offset.value);
  Block block;
  if (candidates == 0 || !open_block(candidates - 1, block)) return false;
  const auto entry = find_entry(block, offset.value);
  if (!entry) return false;
  answer.chain.clear();
  Body body;
  if (!open_body(*entry, block, offset.value, body, answer)) return false;
  RowState row{.at = body.rows, .address = entry->begin - step_, .place = {}, .atos_place = {}};
  if (answer.has_rows) {
    RowState next = row;
    while (!next.at.at_end()) {
      if (!next_row(block, next, answer)) return false;
      if (next.address > offset.value) break;
      row = next;
    }
  }
  build_chain(block, row, answer);
  return true;
}

bool NativeIndex::open_block(std::size_t number, Block& block) const {
  const std::uint64_t offset = fixed_at(block_offsets_, number, 4);
  // A block ends where the next begins: no two share bytes, so reading all takes no longer than the file is.
  const bool is_last = number + 1 >= block_count_;
  const std::uint64_t end = is_last ? blocks_.size() : fixed_at(block_offsets_, number + 1, 4);
  if (offset > end || end > blocks_.size()) return false;
  Cursor at(slice(blocks_, offset, end - offset), Endian::Little);
  block.start = block_start(number);
  block.count = at.uleb();
  const std::uint64_t callees = at.uleb(), files = at.uleb();
  if (block.count > pieces_in_block || callees > at.remaining() || files > at.remaining()) return false;
  block.callees = at.bytes(callees * callee_width_);
  block.files = at.bytes(files * file_width_);
  block.directory_and_bodies = at.bytes(at.remaining());
  return !at.failed();
}

std::optional<NativeIndex::Entry> NativeIndex::find_entry(const Block& block, std::uint64_t offset) const {
  Cursor directory(block.directory_and_bodies, Endian::Little);
  Entry entry{block.start, block.start, {}};
  std::uint64_t body_begin = 0, body_size = 0;
  bool found = false;
  for (std::uint64_t i = 0; i < block.count; ++i) {
    const std::uint64_t gap = directory.uleb(), size = directory.uleb(), bytes = directory.uleb();
    if (found) continue;
    entry.begin = entry.end + gap;
    entry.end = entry.begin + size;
    found = offset >= entry.begin && offset < entry.end;
    if (!found) body_begin += bytes;
    body_size = bytes;
  }
  if (!found || directory.failed()) return std::nullopt;
  entry.body = slice(block.directory_and_bodies, directory.offset() + body_begin, body_size);
  return entry;
}

bool NativeIndex::open_body(const Entry& entry, const Block& block, std::uint64_t offset, Body& body,
                            Answer& answer) const {
  Cursor at(entry.body, Endian::Little);
  body.flags = at.u8();
  answer.source = source_of(body.flags);
  if (static_cast<std::size_t>(answer.source) >= source_count) return false;
  answer.is_part = (body.flags & is_part) != 0;
  answer.has_rows = (body.flags & has_rows) != 0;
  const auto local_callee = static_cast<std::uint32_t>(at.uleb());
  const Callee function = callee(block, local_callee);
  answer.begin = {entry.begin - ((body.flags & is_shifted) != 0 ? at.uleb() : 0)};
  answer.end = {entry.end + ((body.flags & is_continued) != 0 ? at.uleb() : 0)};
  if (answer.begin.value > entry.begin || answer.end.value < entry.end) return false;
  answer.name = function.name;
  answer.symbol = function.name;
  answer.symbol_begin = answer.begin;
  body.symbols = at;
  if ((body.flags & has_symbols) != 0) {
    answer.symbol = 0;
    each_symbol(at, entry.begin, [&](const Symbol& symbol) {
      if (offset < symbol.begin || offset >= symbol.end) return;
      answer.symbol = symbol.name;
      answer.symbol_begin = {symbol.begin};
    });
  }
  answer.calls_.clear();
  answer.calls_.push_back({.callee = local_callee, .file = function.file, .last_line = function.line});
  body.rows = at;
  return !at.failed();
}

// Leaves the cursor behind the last symbol.
template <class Take>
void NativeIndex::each_symbol(Cursor& at, std::uint64_t from, Take take) const {
  for (std::uint64_t count = at.uleb(); count != 0 && !at.failed(); --count) {
    Symbol symbol;
    symbol.begin = from + static_cast<std::uint64_t>(unzigzag(at.uleb()));
    symbol.end = symbol.begin + at.uleb();
    symbol.name = static_cast<NameId>(at.uleb());
    if (!at.failed()) take(symbol);
    from = symbol.end;
  }
}

// The next row's state out of the one before. False where it is damaged.
bool NativeIndex::next_row(const Block& block, RowState& row, Answer& answer) const {
  Cursor& at = row.at;
  const std::uint8_t first = at.u8();
  const unsigned line_code = first >> 4 & 7;
  std::uint64_t steps = (first & 15U) + 1U;
  if (steps == address_explicit + 1U) steps += at.uleb();
  row.address += steps * step_;
  std::uint8_t extended = 0;
  if ((first & row_is_extended) != 0) {
    extended = at.u8();
    if (!switch_call(block, extended & 0x3f, row, answer)) return false;
  }
  Answer::Call& call = answer.calls_[row.call];
  row.place.file = call.file;
  if ((extended & extended_has_file) != 0) {
    row.place.file = file(block, at.uleb());
    if (row.place.file != 0) call.file = row.place.file;
  }
  if (line_code == line_none) {
    row.place.line = 0;
  } else {
    const std::int64_t step = line_code == line_explicit ? unzigzag(at.uleb()) : line_steps[line_code];
    row.place.line = call.last_line += static_cast<std::uint32_t>(step);
  }
  if ((extended & extended_has_atos) == 0) {
    row.atos_place = row.place;
  } else if (const std::uint64_t code = at.uleb(); code != 0) {
    row.atos_place.file = ((code - 1) & 1) != 0 ? file(block, at.uleb()) : row.place.file;
    row.atos_place.line = call.last_line + static_cast<std::uint32_t>(unzigzag((code - 1) >> 1));
  }
  return !at.failed();
}

// Where a call is defined its parent is one that was met before, so chains come to an end.
bool NativeIndex::switch_call(const Block& block, std::uint8_t code, RowState& row, Answer& answer) const {
  Cursor& at = row.at;
  while (true) {
    const std::uint32_t parent = answer.calls_[row.call].parent;
    switch (code) {
      case call_same: return true;
      case call_parent: row.call = parent; return true;
      case call_new_child: return define_call(block, row.call, row, answer);
      case call_new_sibling: return define_call(block, parent, row, answer);
      case call_through_child:
        if (!define_call(block, row.call, row, answer)) return false;
        break;
      case call_through_sibling:
        if (!define_call(block, parent, row, answer)) return false;
        break;
      case call_new_elsewhere: {
        const std::uint64_t since = at.uleb();
        if (since >> 1 >= answer.calls_.size()) return false;
        if (!define_call(block, static_cast<std::uint32_t>(answer.calls_.size() - 1 - (since >> 1)), row,
                         answer))
          return false;
        if ((since & 1) == 0) return true;
        break;
      }
      default: {
        const std::uint64_t since = code == call_distant ? at.uleb() : code - std::uint64_t{call_recent};
        if (since >= answer.calls_.size()) return false;
        row.call = static_cast<std::uint32_t>(answer.calls_.size() - 1 - since);
        return true;
      }
    }
    code = at.u8();
    if (at.failed()) return false;
  }
}

bool NativeIndex::define_call(const Block& block, std::uint32_t parent, RowState& row, Answer& answer) const {
  Cursor& at = row.at;
  const std::uint64_t target = at.uleb();
  Answer::Call& caller = answer.calls_[parent];
  Answer::Call call{.parent = parent, .callee = static_cast<std::uint32_t>(target >> 1)};
  call.site_file = (target & 1) != 0 ? file(block, at.uleb()) : caller.file;
  call.site_line = caller.last_line + static_cast<std::uint32_t>(unzigzag(at.uleb()));
  if (call.site_line != 0) caller.last_line = call.site_line;
  const Callee known = callee(block, call.callee);
  call.file = known.file;
  call.last_line = known.line;
  row.call = static_cast<std::uint32_t>(answer.calls_.size());
  answer.calls_.push_back(call);
  return !at.failed();
}

void NativeIndex::build_chain(const Block& block, const RowState& row, Answer& answer) const {
  answer.atos_place = row.atos_place;
  Place place = row.place;
  for (std::uint32_t number = row.call; number != 0;) {
    const Answer::Call& call = answer.calls_[number];
    answer.chain.push_back({callee(block, call.callee).name, place});
    place = {call.site_file, call.site_line};
    number = call.parent;
  }
  answer.chain.push_back({answer.name, place});
}

NativeIndex::Callee NativeIndex::callee(const Block& block, std::uint64_t local) const {
  const std::uint64_t number =
      local == 0 ? 0 : fixed_at(block.callees, static_cast<std::size_t>(local - 1), callee_width_);
  if (number == 0 || number > callee_count_) return {};
  const std::size_t size = name_width_ + file_width_ + line_width_;
  const Bytes record = callees_.subspan((static_cast<std::size_t>(number) - 1) * size, size);
  return {static_cast<NameId>(fixed_at(record, 0, name_width_)),
          static_cast<FileId>(fixed_at(record.subspan(name_width_), 0, file_width_)),
          static_cast<std::uint32_t>(fixed_at(record.subspan(name_width_ + file_width_), 0, line_width_))};
}

FileId NativeIndex::file(const Block& block, std::uint64_t local) const {
  return local == 0
             ? 0
             : static_cast<FileId>(fixed_at(block.files, static_cast<std::size_t>(local - 1), file_width_));
}

bool NativeIndex::read_block(std::size_t number, std::vector<WholePiece>& out) const {
  Block block;
  if (number >= block_count_ || !open_block(number, block)) return false;
  Cursor directory(block.directory_and_bodies, Endian::Little);
  std::vector<Entry> entries;
  std::vector<std::uint64_t> sizes;
  std::uint64_t at = block.start;
  for (std::uint64_t i = 0; i < block.count; ++i) {
    Entry entry;
    entry.begin = at + directory.uleb();
    at = entry.end = entry.begin + directory.uleb();
    entries.push_back(entry);
    sizes.push_back(directory.uleb());
  }
  if (directory.failed()) return false;
  std::uint64_t body = directory.offset();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].body = slice(block.directory_and_bodies, body, sizes[i]);
    body += sizes[i];
    if (!read_whole(entries[i], block, out.emplace_back())) return false;
  }
  return true;
}

bool NativeIndex::read_whole(const Entry& entry, const Block& block, WholePiece& piece) const {
  Body body;
  Answer answer;
  if (!open_body(entry, block, entry.begin, body, answer)) return false;
  piece.begin = entry.begin;
  piece.end = entry.end;
  piece.function_begin = answer.begin.value;
  piece.function_end = answer.end.value;
  piece.source = answer.source;
  piece.is_part = answer.is_part;
  piece.name = answer.name;
  if ((body.flags & has_symbols) != 0)
    each_symbol(body.symbols, entry.begin, [&](const Symbol& symbol) { piece.symbols.push_back(symbol); });
  RowState row{.at = body.rows, .address = entry.begin - step_, .place = {}, .atos_place = {}};
  while (answer.has_rows && !row.at.at_end()) {
    if (!next_row(block, row, answer)) return false;
    piece.rows.push_back({row.address, row.call, row.place, row.atos_place});
  }
  for (std::size_t i = 1; i < answer.calls_.size(); ++i) {
    const Answer::Call& call = answer.calls_[i];
    piece.calls.push_back({call.parent, callee(block, call.callee).name, {call.site_file, call.site_line}});
  }
  return true;
}

std::vector<ImageOffset> NativeIndex::functions_named(std::string_view name) const {
  std::vector<ImageOffset> found;
  for (const std::uint64_t begin : strings_.functions_named(name)) found.push_back({begin});
  return found;
}

void NativeIndex::read_name(NameId name, std::string& out) const {
  if (name == 0) return out.clear();
  strings_.read(name - 1, out);
}

void NativeIndex::read_path(FileId file, std::string& out) const {
  out.clear();
  if (file == 0 || file > file_count_) return;
  const std::size_t entry = (std::size_t{file} - 1) * 2;
  std::string base;
  strings_.read(static_cast<std::uint32_t>(fixed_at(files_, entry, name_width_)), out);
  strings_.read(static_cast<std::uint32_t>(fixed_at(files_, entry + 1, name_width_)), base);
  out += base;
}

}  // namespace symkit::index
