#include "index/native_block.h"

#include <algorithm>

namespace symkit::index {

BlockEncoder::BlockEncoder(const NativeContent& content, const NamePool& pool, TableWidths widths)
    : content_(content), pool_(pool), widths_(widths) {
  names_.known.resize(pool.strings().size() + 1);
  files_.known.resize(pool.files().size() + 1);
}

std::uint32_t BlockEncoder::LocalNumbers::local(std::uint32_t number, std::uint32_t serial) {
  if (number == 0) return 0;
  auto& [known_serial, local] = known[number];
  if (known_serial != serial) {
    members.push_back(number);
    known_serial = serial;
    local = static_cast<std::uint32_t>(members.size());
  }
  return local;
}

void BlockEncoder::encode(std::span<const Piece> pieces, Buffer& out) {
  ++serial_;
  names_.members.clear();
  files_.members.clear();
  bodies_.clear();
  Buffer directory;
  std::uint64_t at = pieces.front().begin;
  for (const Piece& piece : pieces) {
    body_.clear();
    encode_body(piece, body_);
    put_varint(directory, piece.begin - at);
    put_varint(directory, piece.end - piece.begin);
    put_varint(directory, body_.size());
    bodies_.insert(bodies_.end(), body_.begin(), body_.end());
    at = piece.end;
  }
  put_varint(out, pieces.size());
  put_varint(out, names_.members.size());
  put_varint(out, files_.members.size());
  for (const std::uint32_t name : names_.members) put_fixed(out, name, widths_.name);
  for (const std::uint32_t file : files_.members) put_fixed(out, file, widths_.file);
  out.insert(out.end(), directory.begin(), directory.end());
  out.insert(out.end(), bodies_.begin(), bodies_.end());
}

void BlockEncoder::encode_body(const Piece& piece, Buffer& out) {
  const Draft& draft = content_.drafts[piece.draft];
  const DraftFunction& function = draft.functions()[piece.function];
  std::uint8_t flags = source_bits(function.source);
  if (function.is_part || piece.begin != function.begin) flags |= is_part;
  if (piece.begin != function.begin) flags |= is_shifted;
  if (function.call_count != 0) flags |= has_calls;
  if (function.rows_size != 0) flags |= has_rows;
  out.push_back(0);
  put_varint(out, local_name(piece.draft, function.name));
  if ((flags & is_shifted) != 0) put_varint(out, piece.begin - function.begin);
  encode_symbols(piece, pool_.name(piece.draft, function.name), out, flags);
  if ((flags & (has_calls | has_rows)) != 0) {
    put_varint(out, function.file_count);
    for (const FileKey file : draft.files(function))
      put_varint(out, files_.local(pool_.file(piece.draft, file), serial_));
    put_varint(out, function.home_file);
  }
  if ((flags & has_calls) != 0) encode_calls(draft, piece.draft, function, out);
  const Bytes rows = draft.rows(function);
  out.insert(out.end(), rows.begin(), rows.end());
  out.front() = flags;
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
    put_varint(out, local_name(span.draft, span.name));
    at = span.end;
  }
}

void BlockEncoder::encode_calls(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function,
                                Buffer& out) {
  const std::span<const DraftCall> calls = draft.calls(function);
  put_varint(out, calls.size());
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const DraftCall& call = calls[i];
    const std::uint32_t parent_home =
        call.parent == 0 ? function.home_file : calls[call.parent - 1].home_file;
    const bool away = call.call_file != parent_home;
    put_varint(out, std::uint64_t{i - call.parent} << 1 | (away ? 1U : 0U));
    put_varint(out, local_name(draft_number, call.name));
    put_varint(out, call.call_line);
    if (away) put_varint(out, call.call_file);
    put_varint(out, call.home_file);
  }
}

}  // namespace symkit::index
