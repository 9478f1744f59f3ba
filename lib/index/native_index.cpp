#include "index/native_index.h"

#include <algorithm>

#include "index/encoding.h"

namespace symkit::index {

struct NativeIndex::Block {
  Bytes names;
  Bytes files;
  Bytes directory_and_bodies;
  std::uint64_t count = 0;
  std::uint64_t start = 0;
};

// A function's bytes, opened up to its rows.
struct NativeIndex::Body {
  std::uint8_t flags = 0;
  std::uint64_t rows_begin = 0;  // address that the first row counts from
  std::uint32_t home_file = 0;
  Cursor rows;
};

// A line of a block's directory.
struct NativeIndex::Entry {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Bytes body;
};

struct NativeIndex::RowState {
  std::uint64_t address = 0;
  std::uint32_t call = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  bool is_statement = false;
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
  const std::uint64_t step = at.uleb(), start_width = at.uleb(), name_width = at.uleb(),
                      file_width = at.uleb();
  const std::uint64_t block_count = at.uleb();
  counts_.functions = at.uleb();
  const std::uint64_t string_count = at.uleb(), file_count = at.uleb();
  counts_.with_lines = at.uleb();
  for (std::uint64_t& count : counts_.by_source) count = at.uleb();
  starts_ = envelope_.section(starts_tag);
  block_offsets_ = envelope_.section(blocks_at_tag);
  blocks_ = envelope_.section(blocks_tag);
  files_ = envelope_.section(files_tag);
  const Bytes string_offsets = envelope_.section(string_offsets_tag);
  const bool widths_fit = step >= 1 && step <= 16 && (start_width == 4 || start_width == 8) &&
                          name_width >= 1 && name_width <= 4 && file_width >= 1 && file_width <= 4;
  if (at.failed() || !widths_fit) return false;
  // Every count is held against a table that is there; then products cannot overflow.
  if (block_count > block_offsets_.size() || file_count > files_.size() || string_count > UINT32_MAX)
    return false;
  if (starts_.size() != block_count * start_width || block_offsets_.size() != block_count * 4 ||
      files_.size() != file_count * 2 * name_width ||
      string_offsets.size() != (string_count + strings_in_group - 1) / strings_in_group * 4)
    return false;
  step_ = static_cast<unsigned>(step);
  start_width_ = static_cast<unsigned>(start_width);
  name_width_ = static_cast<unsigned>(name_width);
  file_width_ = static_cast<unsigned>(file_width);
  block_count_ = static_cast<std::size_t>(block_count);
  file_count_ = static_cast<std::uint32_t>(file_count);
  strings_ =
      StringTable(envelope_.section(strings_tag), string_offsets, static_cast<std::uint32_t>(string_count));
  return true;
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
  answer.begin = {entry->begin};
  answer.end = {entry->end};
  answer.chain.clear();
  answer.statement = {};
  Body body;
  if (!open_body(*entry, block, offset.value, body, answer)) return false;
  Place last;
  std::uint32_t call = 0;
  if (answer.has_rows && !find_row(body, offset.value, answer, last, call)) return false;
  build_chain(block, call, last, answer);
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
  const std::uint64_t names = at.uleb(), files = at.uleb();
  if (block.count > functions_in_block || names > at.remaining() || files > at.remaining()) return false;
  block.names = at.bytes(names * name_width_);
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
  answer.name = global_name(block, at.uleb());
  body.rows_begin = entry.begin - ((body.flags & is_shifted) != 0 ? at.uleb() : 0);
  answer.symbol = answer.name;
  answer.symbol_begin = {body.rows_begin};
  if ((body.flags & has_symbols) != 0) {
    answer.symbol = 0;
    each_symbol(at, block, entry.begin, [&](const Symbol& symbol) {
      if (offset < symbol.begin || offset >= symbol.end) return;
      answer.symbol = symbol.name;
      answer.symbol_begin = {symbol.begin};
    });
  }
  if ((body.flags & (has_calls | has_rows)) != 0 && !read_files_and_calls(at, body, answer)) return false;
  body.rows = at;
  return !at.failed();
}

// Leaves the cursor behind the last symbol.
template <class Take>
void NativeIndex::each_symbol(Cursor& at, const Block& block, std::uint64_t from, Take take) const {
  for (std::uint64_t count = at.uleb(); count != 0 && !at.failed(); --count) {
    Symbol symbol;
    symbol.begin = from + static_cast<std::uint64_t>(unzigzag(at.uleb()));
    symbol.end = symbol.begin + at.uleb();
    symbol.name = global_name(block, at.uleb());
    if (!at.failed()) take(symbol);
    from = symbol.end;
  }
}

bool NativeIndex::read_files_and_calls(Cursor& at, Body& body, Answer& answer) const {
  answer.files_.clear();
  const std::uint64_t file_count = at.uleb();
  if (file_count > at.remaining()) return false;
  for (std::uint64_t i = 0; i < file_count; ++i)
    answer.files_.push_back(static_cast<std::uint32_t>(at.uleb()));
  body.home_file = static_cast<std::uint32_t>(at.uleb());
  answer.calls_.clear();
  answer.calls_.push_back({0, 0, 0, 0, body.home_file, 0, {}});
  if ((body.flags & has_calls) == 0) return !at.failed();
  const std::uint64_t count = at.uleb();
  if (count > at.remaining()) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t up = at.uleb();
    // Parents strictly precede their children, or the chain might never end.
    if (up >> 1 > i) return false;
    Answer::Call call{};
    call.parent = static_cast<std::uint32_t>(i - (up >> 1));
    call.name = static_cast<std::uint32_t>(at.uleb());
    call.call_line = static_cast<std::uint32_t>(at.uleb());
    const bool away = (up & 1) != 0;
    call.call_file = away ? static_cast<std::uint32_t>(at.uleb()) : answer.calls_[call.parent].home_file;
    call.home_file = static_cast<std::uint32_t>(at.uleb());
    answer.calls_.push_back(call);
  }
  return !at.failed();
}

// False at the end of the rows and where they are damaged.
bool NativeIndex::next_row(Cursor& at, RowState& state, Answer& answer) const {
  if (at.at_end()) return false;
  const std::uint8_t row = at.u8();
  std::uint64_t steps = row & 15;
  if (steps == address_explicit) steps += at.uleb();
  const unsigned line_code = row >> 4 & 7;
  state.address += steps * step_;
  state.is_statement = (row & row_is_statement) != 0;
  if (line_code == line_switch) {
    const std::uint64_t target = at.uleb();
    if (target >> 1 >= answer.calls_.size()) return false;
    state.call = static_cast<std::uint32_t>(target >> 1);
    const Answer::Call& call = answer.calls_[state.call];
    state.file = (target & 1) != 0 ? static_cast<std::uint32_t>(at.uleb()) : call.home_file;
  }
  Answer::Call& call = answer.calls_[state.call];
  const std::int64_t difference = line_code < line_explicit ? line_steps[line_code] : unzigzag(at.uleb());
  call.last_line += static_cast<std::uint32_t>(difference);
  state.line = call.last_line;
  return !at.failed();
}

bool NativeIndex::find_row(Body& body, std::uint64_t offset, Answer& answer, Place& last,
                           std::uint32_t& call) const {
  RowState row{.address = body.rows_begin};
  std::uint64_t address = ~std::uint64_t{0};  // of the rows last taken
  Place statement;                            // the last statement in the run of rows of one call
  bool any = false;
  while (next_row(body.rows, row, answer) && row.address <= offset) {
    const bool first_at_address = row.address != address;
    const Place here{row.file, row.line};
    if (!any || row.call != call) statement = {};
    if (first_at_address) {
      if (row.is_statement && row.line != 0) {
        answer.statement = here;
      } else if (statement.line != 0) {
        answer.statement = statement;
      } else {
        answer.statement = row.line != 0 ? here : answer.calls_[row.call].good;
      }
    }
    if (row.is_statement && row.line != 0) statement = here;
    if (row.line != 0) answer.calls_[row.call].good = here;
    address = row.address;
    last = here;
    call = row.call;
    any = true;
  }
  return !body.rows.failed();
}

void NativeIndex::build_chain(const Block& block, std::uint32_t call, Place last, Answer& answer) const {
  answer.statement.file = global_file(block, answer, answer.statement.file);
  Place place{global_file(block, answer, last.file), last.line};
  while (call != 0) {
    const Answer::Call& inlined = answer.calls_[call];
    answer.chain.push_back({global_name(block, inlined.name), place});
    place = {global_file(block, answer, inlined.call_file), inlined.call_line};
    call = inlined.parent;
  }
  answer.chain.push_back({answer.name, place});
}

NameId NativeIndex::global_name(const Block& block, std::uint64_t local) const {
  if (local == 0) return 0;
  return static_cast<NameId>(fixed_at(block.names, static_cast<std::size_t>(local - 1), name_width_));
}

FileId NativeIndex::global_file(const Block& block, const Answer& answer, std::uint32_t local) const {
  if (local == 0 || local > answer.files_.size()) return 0;
  const std::uint32_t in_block = answer.files_[local - 1];
  return in_block == 0 ? 0 : static_cast<FileId>(fixed_at(block.files, in_block - 1, file_width_));
}

bool NativeIndex::read_block(std::size_t number, std::vector<WholeFunction>& out) const {
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

bool NativeIndex::read_whole(const Entry& entry, const Block& block, WholeFunction& function) const {
  Body body;
  Answer answer;
  if (!open_body(entry, block, entry.begin, body, answer)) return false;
  function.begin = entry.begin;
  function.end = entry.end;
  function.rows_begin = body.rows_begin;
  function.source = answer.source;
  function.is_part = answer.is_part;
  function.name = answer.name;
  if ((body.flags & has_symbols) != 0) {
    Cursor at(entry.body, Endian::Little, 1);
    at.skip_leb();
    if ((body.flags & is_shifted) != 0) at.skip_leb();
    each_symbol(at, block, entry.begin, [&](const Symbol& symbol) { function.symbols.push_back(symbol); });
  }
  for (std::size_t i = 1; i < answer.calls_.size() && (body.flags & has_calls) != 0; ++i) {
    const Answer::Call& call = answer.calls_[i];
    function.calls.push_back({call.parent,
                              global_name(block, call.name),
                              {global_file(block, answer, call.call_file), call.call_line}});
  }
  if (!answer.has_rows) return true;
  RowState row{.address = body.rows_begin};
  while (next_row(body.rows, row, answer))
    function.rows.push_back(
        {row.address, row.call, {global_file(block, answer, row.file), row.line}, row.is_statement});
  return body.rows.at_end() && !body.rows.failed();
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
