#include "index/native_block.h"

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

void BlockEncoder::encode(std::span<const Piece> pieces, Buffer& out) {
  callees_.start_block();
  files_.start_block();
  directory_.clear();
  bodies_.clear();
  std::uint64_t at = pieces.front().begin;
  for (const Piece& piece : pieces) {
    const std::size_t before = bodies_.size();
    encode_body(piece, bodies_);
    put_varint(directory_, piece.begin - at);
    put_varint(directory_, piece.end - piece.begin);
    put_varint(directory_, bodies_.size() - before);
    at = piece.end;
  }
  put_varint(out, pieces.size());
  put_varint(out, callees_.members().size());
  put_varint(out, files_.members().size());
  for (const std::uint32_t callee : callees_.members()) put_fixed(out, callee, widths_.callee);
  for (const std::uint32_t file : files_.members()) put_fixed(out, file, widths_.file);
  out.insert(out.end(), directory_.begin(), directory_.end());
  out.insert(out.end(), bodies_.begin(), bodies_.end());
}

void BlockEncoder::encode_body(const Piece& piece, Buffer& out) {
  const Draft& draft = content_.drafts[piece.draft];
  const DraftFunction& function = draft.functions()[piece.function];
  const std::size_t flags_at = out.size();
  std::uint8_t flags = source_bits(function.source);
  if (function.is_part) flags |= is_part;
  if (piece.begin != function.begin) flags |= is_shifted;
  if (piece.end != function.end) flags |= is_continued;
  if (function.row_count != 0) flags |= has_rows;
  out.push_back(0);
  put_varint(out, callees_.local(pool_.callee(piece.draft, function.callee)));
  if ((flags & is_shifted) != 0) put_varint(out, piece.begin - function.begin);
  if ((flags & is_continued) != 0) put_varint(out, function.end - piece.end);
  encode_symbols(piece, pool_.name(piece.draft, function.name), out, flags);
  if ((flags & has_rows) != 0) rows_.encode(draft, piece.draft, function, piece.begin, piece.end, out);
  out[flags_at] = flags;
}

// What the symbol table says of the piece, where it is not just the same name throughout.
void BlockEncoder::encode_symbols(const Piece& piece, std::uint32_t own_name, Buffer& out,
                                  std::uint8_t& flags) {
  const auto spans = content_.symbols;
  const auto first = std::ranges::upper_bound(spans, piece.begin, {}, &SymbolSpan::end);
  const auto last = std::ranges::lower_bound(spans, piece.end, {}, &SymbolSpan::begin);
  const std::span<const SymbolSpan> inside(first, std::max(first, last));
  const bool adds_nothing = std::ranges::all_of(
      inside, [&](const SymbolSpan& span) { return pool_.name(span.draft, span.name) == own_name; });
  if (adds_nothing) return;
  flags |= has_symbols;
  put_varint(out, inside.size());
  std::uint64_t at = piece.begin;
  for (const SymbolSpan& span : inside) {
    // A symbol that began before the piece keeps its begin, so that offsets from it come out right.
    put_varint(out, zigzag(static_cast<std::int64_t>(span.begin - at)));
    put_varint(out, span.end - span.begin);
    put_varint(out, pool_.name(span.draft, span.name));
    at = span.end;
  }
}

}  // namespace symkit::index
