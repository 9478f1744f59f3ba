#include "keep/index/block_encoder.h"

#include <algorithm>

namespace symkit::index {

BlockEncoder::BlockEncoder(const NativeContent& content, const NamePool& pool, TableWidths widths,
                           unsigned instruction_step)
    : content_(content),
      pool_(pool),
      widths_(widths),
      callees_(pool.callees().size()),
      files_(pool.files().size()),
      rows_(pool, callees_, files_, instruction_step) {}

std::size_t BlockEncoder::encode(std::span<const Piece> pieces, std::uint64_t end, Buffer& out,
                                 Buffer& directories) {
  callees_.start_block();
  files_.start_block();
  bodies_.clear();
  const std::size_t directory = directories.size();
  std::size_t count = 0;
  for (; count < std::min(pieces.size(), pieces_in_block); ++count) {
    const Piece& piece = pieces[count];
    if (count != 0 && !has_room(pieces.front(), piece)) break;
    put_fixed(directories, piece.begin - pieces.front().begin, 2);
    put_fixed(directories, bodies_.size(), 2);
    encode_body(piece, count + 1 < pieces.size() ? pieces[count + 1].begin : end, bodies_);
  }
  directories.resize(directory + directory_size, 0xff);
  put_tables(out);
  Buffer sizes;
  put_fixed(sizes, callees_.members().size(), 2);
  put_fixed(sizes, files_.members().size(), 2);
  std::ranges::copy(sizes, directories.begin() + static_cast<std::ptrdiff_t>(directory));
  out.insert(out.end(), bodies_.begin(), bodies_.end());
  return count;
}

// Whether two bytes are enough for each number that the piece brings. No piece has half as many of
// anything, because a row has at most as many calls as DWARF nests entries.
bool BlockEncoder::has_room(const Piece& first, const Piece& next) const {
  constexpr std::size_t half = no_piece / 2;
  return next.begin - first.begin < no_piece && bodies_.size() < no_piece &&
         callees_.members().size() < half && files_.members().size() < half;
}

void BlockEncoder::put_tables(Buffer& out) {
  for (const std::uint32_t number : callees_.members()) {
    const NamePool::Callee& callee = pool_.callees()[number - 1];
    const std::uint32_t file = files_.local(callee.file);
    put_fixed(out, callee.name, widths_.name);
    put_fixed(out, file <= last_own_file ? file : 0, 1);
    put_fixed(out, callee.line, widths_.line);
  }
  for (const std::uint32_t file : files_.members()) put_fixed(out, file, widths_.file);
}

void BlockEncoder::encode_body(const Piece& piece, std::uint64_t next_begin, Buffer& out) {
  const Draft& draft = content_.drafts[piece.draft];
  const DraftFunction& function = draft.functions()[piece.function];
  const std::size_t flags_at = out.size();
  std::uint8_t flags = source_bits(function.source);
  if (function.is_part) flags |= is_part;
  if (piece.begin != function.begin) flags |= is_shifted;
  if (piece.end != function.end) flags |= is_continued;
  if (piece.end != next_begin) flags |= has_gap;
  out.push_back(0);
  put_varint(out, callees_.local(pool_.callee(piece.draft, function.callee)));
  if ((flags & has_gap) != 0) put_varint(out, next_begin - piece.end);
  if ((flags & is_shifted) != 0) put_varint(out, piece.begin - function.begin);
  if ((flags & is_continued) != 0) put_varint(out, function.end - piece.end);
  encode_symbols(piece, pool_.name(piece.draft, function.name), out, flags);
  if (function.kept_rows != 0) rows_.encode(draft, piece.draft, function, piece.begin, piece.end, out);
  out[flags_at] = flags;
}

// Pieces usually come in ascending order, so the search continues from the last place.
std::span<const SymbolRange> BlockEncoder::symbols_within(const Piece& piece) {
  const auto spans = content_.symbols;
  if (piece.begin < symbols_from_)
    next_symbol_ = static_cast<std::size_t>(
        std::ranges::upper_bound(spans, piece.begin, {}, &SymbolRange::end) - spans.begin());
  symbols_from_ = piece.begin;
  while (next_symbol_ < spans.size() && spans[next_symbol_].end <= piece.begin) ++next_symbol_;
  std::size_t end = next_symbol_;
  while (end < spans.size() && spans[end].begin < piece.end) ++end;
  return spans.subspan(next_symbol_, end - next_symbol_);
}

// The symbol table's names for the piece, unless it is the same name throughout.
void BlockEncoder::encode_symbols(const Piece& piece, std::uint32_t own_name, Buffer& out,
                                  std::uint8_t& flags) {
  const std::span<const SymbolRange> inside = symbols_within(piece);
  const bool adds_nothing = std::ranges::all_of(
      inside, [&](const SymbolRange& span) { return pool_.name(span.draft, span.name) == own_name; });
  if (adds_nothing) return;
  flags |= has_symbols;
  put_varint(out, inside.size());
  std::uint64_t at = piece.begin;
  for (const SymbolRange& span : inside) {
    // A symbol that began before the piece keeps its begin, so that offsets from it are correct.
    put_varint(out, zigzag(static_cast<std::int64_t>(span.begin - at)));
    put_varint(out, span.end - span.begin);
    put_varint(out, pool_.name(span.draft, span.name));
    at = span.end;
  }
}

}  // namespace symkit::index
