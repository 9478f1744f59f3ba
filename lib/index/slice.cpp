#include "index/slice.h"

#include <algorithm>

#include "index/native_writer.h"

namespace symkit::index {
namespace {

class Copier {
 public:
  explicit Copier(const NativeIndex& index) : index_(index), draft_(index.instruction_step()) {}

  void add(const NativeIndex::WholePiece& piece) {
    if (!goes_on(piece)) begin_function(piece);
    for (const NativeIndex::CallRecord& call : piece.calls)
      draft_.add_call(call.parent == 0 ? 0 : calls_ + call.parent, name(call.name), place(call.site));
    for (const NativeIndex::Row& row : piece.rows)
      draft_.add_row(
          {row.address, row.call == 0 ? 0 : calls_ + row.call, place(row.place), place(row.atos_place)});
    calls_ += static_cast<std::uint32_t>(piece.calls.size());
    pieces_.push_back({piece.begin, piece.end, 0, functions_ - 1});
    add_symbols(piece);
  }

  void add(const TrampolineSpan& trampoline) { trampolines_.push_back(trampoline); }

  // Where a function is found by this name; the writer sees which of them it has already.
  void add(const FunctionName& named) { aliases_.push_back({named.begin.value, name(named.name), 0}); }

  // Where the pieces lie that were added.
  ImageOffset begin() const { return {pieces_.empty() ? 0 : pieces_.front().begin}; }
  ImageOffset end() const { return {pieces_.empty() ? 0 : pieces_.back().end}; }
  bool holds(ImageOffset offset) const {
    const auto after = std::ranges::upper_bound(pieces_, offset.value, {}, &Piece::begin);
    return after != pieces_.begin() && offset.value < std::prev(after)->end;
  }

  std::vector<std::uint8_t> write() {
    if (functions_ != 0) draft_.end_function();
    NativeMeta meta{.id = index_.id(),
                    .image_name = index_.image_name(),
                    .architecture = index_.architecture(),
                    .text_base = index_.text_base(),
                    .is_relative = index_.is_relative(),
                    .source_stamp = index_.source_stamp(),
                    .split = index_.split(),
                    .segments = index_.code_segments()};
    return write_native({std::move(meta), std::span(&draft_, 1), pieces_, symbols_, aliases_, trampolines_},
                        1);
  }

 private:
  // Two functions may begin at one address: what the symbol table and what a line table has of it.
  bool goes_on(const NativeIndex::WholePiece& piece) const {
    if (pieces_.empty() || pieces_.back().end != piece.begin) return false;
    const DraftFunction& last = draft_.functions().back();
    return last.begin == piece.function_begin && last.end == piece.function_end &&
           last.source == piece.source && last.is_part == piece.is_part && last_name_ == piece.name;
  }

  void begin_function(const NativeIndex::WholePiece& piece) {
    if (functions_ != 0) draft_.end_function();
    draft_.begin_function(piece.function_begin, piece.function_end, name(piece.name), piece.source, 0, 0,
                          piece.is_part);
    last_name_ = piece.name;
    calls_ = 0;
    ++functions_;
  }

  NameKey name(NameId id) {
    if (id == 0) return 0;
    NameKey& key = names_[id];
    if (key == 0) {
      index_.read_name(id, text_);
      key = draft_.name(draft_.keep(text_));
    }
    return key;
  }

  DraftPlace place(Place place) {
    if (place.file == 0) return {0, place.line};
    FileKey& key = files_[place.file];
    if (key == 0) {
      index_.read_path(place.file, text_);
      key = draft_.file(text_);
    }
    return {key, place.line};
  }

  // A symbol that reaches into the next piece is met there again.
  void add_symbols(const NativeIndex::WholePiece& piece) {
    for (const NativeIndex::Symbol& symbol : piece.symbols) {
      if (!symbols_.empty() && symbols_.back().begin == symbol.begin) continue;
      symbols_.push_back({symbol.begin, symbol.end, name(symbol.name), 0});
    }
  }

  const NativeIndex& index_;
  Draft draft_;
  std::vector<Piece> pieces_;
  std::vector<SymbolSpan> symbols_;
  std::vector<Alias> aliases_;
  std::vector<TrampolineSpan> trampolines_;
  std::unordered_map<NameId, NameKey> names_;
  std::unordered_map<FileId, FileKey> files_;
  std::string text_;
  NameId last_name_ = 0;  // of the function under way
  std::uint32_t functions_ = 0;
  std::uint32_t calls_ = 0;  // of the function under way, in its earlier pieces
};

}  // namespace

Slicer::Slicer(const NativeIndex& index) : index_(index) {
  index.each_function_name([this](NameId name, ImageOffset begin) { by_name_.push_back({name, begin}); });
  by_begin_ = by_name_;
  std::ranges::stable_sort(by_begin_, {}, &FunctionName::begin);
}

// The last block that begins at or before the offset; the first where all begin behind it.
std::size_t Slicer::block_holding(ImageOffset offset) const {
  std::size_t first = 0;
  for (std::size_t left = index_.block_count(); left > 1;) {
    const std::size_t half = left / 2;
    if (index_.block_start(first + half) <= offset.value) first += half;
    left -= half;
  }
  return first;
}

Result<std::vector<std::uint8_t>> Slicer::slice(ImageOffset begin, ImageOffset end) const {
  Copier copier(index_);
  std::vector<NativeIndex::WholePiece> pieces;
  for (std::size_t block = block_holding(begin); block < index_.block_count(); ++block) {
    if (index_.block_start(block) >= end.value) break;
    pieces.clear();
    if (!index_.read_block(block, pieces)) return fail("is damaged: a block cannot be read");
    for (const NativeIndex::WholePiece& piece : pieces)
      if (piece.end > begin.value && piece.begin < end.value) copier.add(piece);
  }
  for (auto named = std::ranges::lower_bound(by_begin_, copier.begin(), {}, &FunctionName::begin);
       named != by_begin_.end() && named->begin < copier.end(); ++named)
    if (copier.holds(named->begin)) copier.add(*named);
  const auto& trampolines = index_.trampolines();
  for (auto at = std::ranges::upper_bound(trampolines, begin.value, {}, &TrampolineSpan::end);
       at != trampolines.end() && at->begin < end.value; ++at)
    copier.add(*at);
  return copier.write();
}

std::vector<std::uint8_t> Slicer::slice_of_names(std::size_t first, std::size_t count) const {
  Copier copier(index_);
  for (const FunctionName& named : std::span(by_name_).subspan(first, count)) copier.add(named);
  return copier.write();
}

Result<std::vector<std::uint8_t>> slice_native(const NativeIndex& index, ImageOffset begin, ImageOffset end) {
  return Slicer(index).slice(begin, end);
}

}  // namespace symkit::index
