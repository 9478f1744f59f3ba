#include "keep/index/piece_copier.h"

namespace symkit::index {
namespace {

// The last block that begins at or before the offset; the first if all begin after it.
std::size_t block_holding(const NativeIndex& index, ImageOffset offset) {
  std::size_t first = 0;
  for (std::size_t left = index.block_count(); left > 1;) {
    const std::size_t half = left / 2;
    if (index.block_start(first + half) <= offset.value) first += half;
    left -= half;
  }
  return first;
}

}  // namespace

bool each_piece(const NativeIndex& index, ImageOffset begin, ImageOffset end,
                const std::function<void(const NativeIndex::WholePiece&)>& take) {
  std::vector<NativeIndex::WholePiece> pieces;
  for (std::size_t block = block_holding(index, begin); block < index.block_count(); ++block) {
    if (index.block_start(block) >= end.value) break;
    pieces.clear();
    if (!index.read_block(block, pieces)) return false;
    for (const NativeIndex::WholePiece& piece : pieces)
      if (piece.end > begin.value && piece.begin < end.value) take(piece);
  }
  return true;
}

void PieceCopier::add(const NativeIndex::WholePiece& piece) {
  if (!goes_on(piece)) begin_function(piece);
  for (const NativeIndex::CallRecord& call : piece.calls)
    draft_.add_call(call.parent == 0 ? 0 : calls_ + call.parent, name(call.name), place(call.site));
  for (const NativeIndex::Row& row : piece.rows)
    draft_.add_row(
        {row.address, row.call == 0 ? 0 : calls_ + row.call, place(row.place), place(row.atos_place)});
  calls_ += static_cast<std::uint32_t>(piece.calls.size());
  pieces_.push_back({piece.begin, piece.end, 0, functions_ - 1});
}

// A function that shares code keeps its member number, which all parts of an index use.
void PieceCopier::add_call(const Folding::Call& call) {
  const bool is_member = call.kind == CallKind::Member;
  draft_.add_call_site(call.returns_to.value, call.kind == CallKind::Named ? name(call.callee) : 0,
                       is_member ? std::uint64_t{call.callee} + 1 : 0);
}

// Two functions may begin at one address: one from the symbol table and one from a line table.
bool PieceCopier::goes_on(const NativeIndex::WholePiece& piece) const {
  if (pieces_.empty() || pieces_.back().end != piece.begin) return false;
  const DraftFunction& last = draft_.functions().back();
  return begin_ == piece.function_begin && end_ == piece.function_end && last.source == piece.source &&
         last.is_part == piece.is_part && last_name_ == piece.name;
}

void PieceCopier::begin_function(const NativeIndex::WholePiece& piece) {
  finish();
  draft_.begin_function(piece.function_begin, piece.function_end, name(piece.name), piece.source, 0, 0,
                        piece.is_part);
  last_name_ = piece.name;
  begin_ = piece.function_begin;
  end_ = piece.function_end;
  calls_ = 0;
  ++functions_;
}

NameKey PieceCopier::name(NameId id) {
  if (id == 0) return 0;
  std::uint32_t& key = names_[id];
  if (key == 0) {
    index_.read_name(id, text_);
    key = draft_.name(draft_.keep(text_));
  }
  return key;
}

DraftPlace PieceCopier::place(Place place) {
  if (place.file == 0) return {0, line_of(place)};
  std::uint32_t& key = files_[place.file];
  if (key == 0) {
    index_.read_path(place.file, text_);
    key = draft_.file(text_);
  }
  return {key, line_of(place)};
}

}  // namespace symkit::index
