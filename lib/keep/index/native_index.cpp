#include "keep/index/native_index.h"

#include <algorithm>
#include <array>

#include "ground/base/line_and_column.h"
#include "keep/index/encoding.h"

namespace symkit::index {

// A piece's bytes, parsed up to its rows.
struct NativeIndex::Body {
  std::uint64_t end = 0;
  Cursor symbols;
  RowReader::Piece rows;
};

namespace {

constexpr std::size_t cache_line = 64;

// Until the function's name is known.
constexpr NameId own_name = UINT32_MAX;

// The position in a sorted table of the last number that is not greater; the first if all are greater.
// Branchless, because the direction of each step is unpredictable, and a misprediction costs more than
// the step.
template <class Number>
std::size_t last_at_or_before(Bytes table, std::uint64_t wanted) {
  std::size_t at = 0;
  for (std::size_t left = table.size() / sizeof(Number); left > 1;) {
    const std::size_t half = left / 2;
    const bool fits = load<Number>(table.data() + (at + half) * sizeof(Number)) <= wanted;
    at += half & -std::size_t{fits};
    left -= half;
  }
  return at;
}

[[gnu::always_inline]] inline Place place(const BlockReader& block, const BlockReader::Callee& function,
                                          const RowReader::RelativePlace& relative) {
  const std::uint32_t file = block.file(relative.file == MetCall::own_file ? function.file : relative.file);
  const std::uint32_t line = relative.has_line ? function.line + relative.line : 0;
  if (!block.has_columns()) return {file, line};
  const auto both = LineAndColumn::of(line);
  return {file, both.line, both.column};
}

}  // namespace

// The state of a lookup.
struct NativeIndex::Spot {
  std::uint64_t offset = 0;
  std::size_t block_number = 0;
  std::size_t piece = 0;
  BlockReader block;
  RowReader::Found row;
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

void NativeIndex::forget_text_base() { facts_.forget_text_base(); }

bool NativeIndex::read_meta() {
  TableSizes tables;
  if (!read_facts(envelope_, facts_, tables)) return false;
  start_width_ = tables.start_width;
  widths_ = tables.widths;
  starts_ = envelope_.section(starts_tag);
  block_offsets_ = envelope_.section(blocks_at_tag);
  blocks_ = envelope_.section(blocks_tag);
  directories_ = envelope_.section(directories_tag);
  files_ = envelope_.section(files_tag);
  const Bytes string_offsets = envelope_.section(string_offsets_tag);
  // Every count is checked against an existing table, so that products cannot overflow.
  if (tables.blocks > block_offsets_.size() || tables.files > files_.size() || tables.strings > UINT32_MAX)
    return false;
  if (starts_.size() != tables.blocks * start_width_ || block_offsets_.size() != tables.blocks * 4 ||
      directories_.size() != tables.blocks * directory_size ||
      files_.size() != tables.files * 2 * widths_.name ||
      string_offsets.size() != (tables.strings + strings_in_group - 1) / strings_in_group * 4)
    return false;
  block_count_ = static_cast<std::size_t>(tables.blocks);
  file_count_ = static_cast<std::uint32_t>(tables.files);
  folding_ = Folding(envelope_, static_cast<std::uint32_t>(tables.strings));
  if (facts_.has_declarations) {
    declarations_ = Declarations(envelope_, widths_.name, widths_.file);
    discriminators_ = Discriminators(envelope_);
    inlined_begins_ = InlinedBegins(envelope_);
    file_roots_ = FileRoots(envelope_);
    short_names_ = ShortNames(envelope_, widths_.name);
  }
  strings_ =
      StringTable(envelope_.section(strings_tag), string_offsets, static_cast<std::uint32_t>(tables.strings));
  return true;
}

std::uint64_t NativeIndex::block_start(std::size_t block) const {
  return fixed_at(starts_, block, start_width_);
}

std::uint64_t NativeIndex::block_bytes(std::size_t block) const {
  const std::uint64_t begin = fixed_at(block_offsets_, block, 4);
  const std::uint64_t end =
      block + 1 < block_count_ ? fixed_at(block_offsets_, block + 1, 4) : blocks_.size();
  return end > begin ? end - begin : 0;
}

bool NativeIndex::lookup(ImageOffset offset, Answer& answer) const {
  Spot spot;
  spot.offset = offset.value;
  if (!find_block(spot) || !find_piece(spot) || !read_rows(spot, answer)) return false;
  build_chain(spot.block, spot.row, answer);
  return true;
}

// Each step ends by prefetching the memory that the next one reads.
std::uint32_t NativeIndex::lookup(std::span<const ImageOffset> offsets, std::span<Answer> answers) const {
  if (offsets.size() == 1) return lookup(offsets[0], answers[0]) ? 1 : 0;
  std::array<Spot, most_at_once> spots;
  std::uint32_t found = 0;
  const auto each = [&](auto step) {
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if ((found >> i & 1) != 0 && !step(spots[i], answers[i])) found &= ~(1U << i);
  };
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    spots[i].offset = offsets[i].value;
    if (find_block(spots[i])) found |= 1U << i;
  }
  each([&](Spot& spot, Answer&) { return find_piece(spot); });
  each([&](Spot& spot, Answer& answer) { return read_rows(spot, answer); });
  each([](const Spot& spot, Answer& answer) { return build_chain(spot.block, spot.row, answer), true; });
  return found;
}

bool NativeIndex::find_block(Spot& spot) const {
  if (block_count_ == 0 || spot.offset < block_start(0)) return false;
  spot.block_number = start_width_ == 4 ? last_at_or_before<std::uint32_t>(starts_, spot.offset)
                                        : last_at_or_before<std::uint64_t>(starts_, spot.offset);
  const std::uint8_t* directory = directories_.data() + spot.block_number * directory_size;
  for (std::size_t at = 0; at < directory_size; at += cache_line) __builtin_prefetch(directory + at);
  return true;
}

bool NativeIndex::find_piece(Spot& spot) const {
  if (!open_block(spot.block_number, spot.block)) return false;
  spot.piece = spot.block.find(spot.offset);
  __builtin_prefetch(spot.block.body(spot.piece).data());
  return true;
}

bool NativeIndex::read_rows(Spot& spot, Answer& answer) const {
  Body body;
  if (!open_body(spot.block, spot.piece, spot.offset, body, answer)) return false;
  if (!RowReader::find(body.rows, spot.offset, answer.calls_, spot.row)) return false;
  spot.block.prefetch_files();
  for (std::uint32_t call = spot.row.call;; call = answer.calls_[call].parent) {
    spot.block.prefetch(answer.calls_[call].callee);
    if (call == 0) return true;
  }
}

bool NativeIndex::open_block(std::size_t number, BlockReader& block) const {
  const std::uint64_t offset = fixed_at(block_offsets_, number, 4);
  // A block ends where the next begins. No two overlap, so reading all takes time proportional to the
  // file's size.
  const bool is_last = number + 1 >= block_count_;
  const std::uint64_t end = is_last ? blocks_.size() : fixed_at(block_offsets_, number + 1, 4);
  if (offset > end || end > blocks_.size()) return false;
  return block.open({.directory = slice(directories_, number * directory_size, directory_size),
                     .bytes = slice(blocks_, offset, end - offset),
                     .begin = block_start(number),
                     .end = is_last ? facts_.end.value : block_start(number + 1)},
                    widths_);
}

// False if it is damaged or does not hold the offset.
bool NativeIndex::open_body(const BlockReader& block, std::size_t piece, std::uint64_t offset, Body& body,
                            Answer& answer) const {
  Cursor at(block.body(piece), Endian::Little);
  const std::uint8_t flags = at.u8();
  answer.source = source_of(flags);
  if (static_cast<std::size_t>(answer.source) >= source_count) return false;
  answer.is_part = (flags & is_part) != 0;
  body.rows.function = static_cast<std::uint32_t>(at.uleb());
  body.rows.begin = block.begin(piece);
  body.rows.instruction_step = facts_.instruction_step;
  body.end = block.limit(piece) - ((flags & has_gap) != 0 ? at.uleb() : 0);
  if (offset < body.rows.begin || offset >= body.end || body.end > block.limit(piece)) return false;
  answer.begin = {body.rows.begin - ((flags & is_shifted) != 0 ? at.uleb() : 0)};
  answer.end = {body.end + ((flags & is_continued) != 0 ? at.uleb() : 0)};
  if (answer.begin.value > body.rows.begin || answer.end.value < body.end) return false;
  answer.symbol = own_name;
  answer.symbol_begin = answer.begin;
  answer.symbol_end = answer.end;
  body.symbols = Cursor();
  if ((flags & has_symbols) != 0) {
    body.symbols = at;
    answer.symbol = 0;
    each_symbol(at, body.rows.begin, [&](const Symbol& symbol) {
      if (offset < symbol.begin || offset >= symbol.end) return;
      answer.symbol = symbol.name;
      answer.symbol_begin = {symbol.begin};
      answer.symbol_end = {symbol.end};
    });
  }
  body.rows.bytes = at.bytes(at.remaining());
  answer.has_rows = !body.rows.bytes.empty();
  return !at.failed();
}

// Leaves the cursor after the last symbol.
template <class Take>
void NativeIndex::each_symbol(Cursor& at, std::uint64_t from, Take take) {
  for (std::uint64_t count = at.uleb(); count != 0 && !at.failed(); --count) {
    Symbol symbol;
    symbol.begin = from + static_cast<std::uint64_t>(unzigzag(at.uleb()));
    symbol.end = symbol.begin + at.uleb();
    symbol.name = static_cast<NameId>(at.uleb());
    if (!at.failed()) take(symbol);
    from = symbol.end;
  }
}

void NativeIndex::build_chain(const BlockReader& block, const RowReader::Found& row, Answer& answer) {
  answer.chain.clear();
  RowReader::RelativePlace inner = row.place;
  for (std::uint32_t number = row.call;;) {
    const MetCall& call = answer.calls_[number];
    const BlockReader::Callee function = block.callee(call.callee);
    if (number == row.call && row.atos_place.call == number)
      answer.atos_place = place(block, function, row.atos_place);
    answer.chain.push_back({function.name, place(block, function, inner)});
    if (number == 0) break;
    inner = {call.parent, call.site_file, call.site_line, true};
    number = call.parent;
  }
  answer.name = answer.chain.back().name;
  if (answer.symbol == own_name) answer.symbol = answer.name;
  if (row.atos_place.call != row.call)
    answer.atos_place = place(block, block.callee(answer.calls_[row.atos_place.call].callee), row.atos_place);
}

bool NativeIndex::read_block(std::size_t number, std::vector<WholePiece>& out) const {
  BlockReader block;
  if (number >= block_count_ || !open_block(number, block)) return false;
  for (std::size_t piece = 0; block.has(piece); ++piece)
    if (!read_whole(block, piece, out.emplace_back())) return false;
  return true;
}

NativeIndex::SharedTables NativeIndex::shared_tables(std::size_t number) const {
  SharedTables tables{.callee_bytes = widths_.callee(), .file_bytes = widths_.file};
  BlockReader block;
  if (number >= block_count_ || !open_block(number, block)) return tables;
  for (std::uint32_t i = 1; i <= block.file_count(); ++i) tables.files.push_back(block.file(i));
  for (std::uint32_t i = 1; i <= block.callee_count(); ++i)
    tables.callees.push_back(block.file(block.callee(i).file));
  return tables;
}

bool NativeIndex::read_whole(const BlockReader& block, std::size_t number, WholePiece& piece) const {
  Body body;
  Answer answer;
  if (!open_body(block, number, block.begin(number), body, answer)) return false;
  piece.begin = body.rows.begin;
  piece.end = body.end;
  piece.function_begin = answer.begin.value;
  piece.function_end = answer.end.value;
  piece.source = answer.source;
  piece.is_part = answer.is_part;
  piece.name = block.callee(body.rows.function).name;
  if (!body.symbols.at_end())
    each_symbol(body.symbols, body.rows.begin,
                [&](const Symbol& symbol) { piece.symbols.push_back(symbol); });
  const auto absolute = [&](const RowReader::RelativePlace& relative) {
    return place(block, block.callee(answer.calls_[relative.call].callee), relative);
  };
  RowReader rows(body.rows, answer.calls_);
  piece.head_bytes = block.body(number).size() - rows.left();
  piece.function_callee = piece.last_callee = body.rows.function;
  const auto needs_file = [&](std::uint32_t file) {
    if (file != MetCall::own_file) piece.last_file = std::max(piece.last_file, file);
  };
  for (std::size_t left = rows.left(); rows.next(); left = rows.left()) {
    piece.rows.push_back({rows.address(), rows.call(), absolute(rows.place()), absolute(rows.atos_place()),
                          static_cast<std::uint32_t>(left - rows.left())});
    needs_file(rows.place().file);
    needs_file(rows.atos_place().file);
  }
  for (std::uint32_t i = 1; i < answer.calls_.size(); ++i) {
    const MetCall& call = answer.calls_[i];
    piece.last_callee = std::max(piece.last_callee, call.callee);
    needs_file(call.site_file);
    piece.calls.push_back({call.parent, block.callee(call.callee).name,
                           absolute({call.parent, call.site_file, call.site_line, true})});
  }
  return !rows.failed();
}

std::vector<ImageOffset> NativeIndex::functions_named(std::string_view name) const {
  std::vector<std::uint64_t> begins = strings_.functions_named(name);
  const std::vector<std::uint64_t> in_assembly = strings_.functions_named(std::string(name) += ".abi0");
  begins.insert(begins.end(), in_assembly.begin(), in_assembly.end());
  strings_.append_functions_beginning(std::string(name) += '@', begins);
  std::ranges::sort(begins);
  begins.erase(std::ranges::unique(begins).begin(), begins.end());
  std::vector<ImageOffset> found;
  found.reserve(begins.size());
  for (const std::uint64_t begin : begins) found.push_back({begin});
  return found;
}

void NativeIndex::each_function_name(const std::function<void(NameId name, ImageOffset begin)>& take) const {
  strings_.each_function(
      [&](std::uint32_t number, std::uint64_t begin) { take(number + 1, ImageOffset{begin}); });
}

void NativeIndex::read_name(NameId name, std::string& out) const {
  if (name == 0) return out.clear();
  strings_.read(name - 1, out);
}

void NativeIndex::read_path(FileId file, std::string& out) const {
  out.clear();
  if (file == 0 || file > file_count_) return;
  const FileStrings strings = file_strings(file);
  std::string base;
  strings_.read(strings.folder, out);
  strings_.read(strings.base, base);
  out += base;
}

NativeIndex::FileStrings NativeIndex::file_strings(FileId file) const {
  const std::size_t entry = (std::size_t{file} - 1) * 2;
  return {static_cast<std::uint32_t>(fixed_at(files_, entry, widths_.name)),
          static_cast<std::uint32_t>(fixed_at(files_, entry + 1, widths_.name))};
}

}  // namespace symkit::index
