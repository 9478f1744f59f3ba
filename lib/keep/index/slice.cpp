#include "keep/index/slice.h"

#include <algorithm>
#include <utility>

#include "keep/index/folding_copier.h"
#include "keep/index/piece_copier.h"

namespace symkit::index {
namespace {

class DraftCopier {
 public:
  DraftCopier(const NativeIndex& index, const NativeIndex* members)
      : index_(index), pieces_(index), folding_(index, members, pieces_) {}

  void add(const NativeIndex::WholePiece& piece) {
    pieces_.add(piece);
    folding_.add_calls(piece.begin, piece.end);
    add_symbols(piece);
  }

  void add(const TrampolineRange& trampoline) { trampolines_.push_back(trampoline); }

  // Where a function with this name is; the writer skips those it already has.
  void add(const FunctionName& named) {
    aliases_.push_back({named.begin.value, pieces_.name(named.name), 0});
  }

  bool add_folded(ImageOffset begin, ImageOffset end) { return folding_.add_ranges(begin, end); }

  // The range of the pieces that were added.
  ImageOffset begin() const { return {all().empty() ? 0 : all().front().begin}; }
  ImageOffset end() const { return {all().empty() ? 0 : all().back().end}; }
  bool holds(ImageOffset offset) const {
    const auto after = std::ranges::upper_bound(all(), offset.value, {}, &Piece::begin);
    return after != all().begin() && offset.value < std::prev(after)->end;
  }

  std::vector<std::uint8_t> write() {
    pieces_.finish();
    return folding_.write({.meta = meta_of(index_),
                           .drafts = {},
                           .pieces = all(),
                           .symbols = symbols_,
                           .aliases = aliases_,
                           .trampolines = trampolines_});
  }

 private:
  const std::vector<Piece>& all() const { return pieces_.pieces(); }

  // A symbol that reaches into the next piece is met there again.
  void add_symbols(const NativeIndex::WholePiece& piece) {
    for (const NativeIndex::Symbol& symbol : piece.symbols) {
      if (!symbols_.empty() && symbols_.back().begin == symbol.begin) continue;
      symbols_.push_back({symbol.begin, symbol.end, pieces_.name(symbol.name), 0});
    }
  }

  const NativeIndex& index_;
  PieceCopier pieces_;
  FoldingCopier folding_;
  std::vector<SymbolRange> symbols_;
  std::vector<Alias> aliases_;
  std::vector<TrampolineRange> trampolines_;
};

}  // namespace

Slicer::Slicer(const NativeIndex& index) : index_(index) {
  index.each_function_name([this](NameId name, ImageOffset begin) { by_name_.push_back({name, begin}); });
  by_begin_ = by_name_;
  std::ranges::sort(by_begin_, {}, [](const FunctionName& one) { return std::pair(one.begin, one.name); });
  if (const Bytes bytes = index.folding().index_of_members(); !bytes.empty())
    members_ = NativeIndex::open(bytes);
}

template <class Copier>
void Slicer::add_trampolines(ImageOffset begin, ImageOffset end, Copier& copier) const {
  const auto& trampolines = index_.trampolines();
  for (auto at = std::ranges::upper_bound(trampolines, begin.value, {}, &TrampolineRange::end);
       at != trampolines.end() && at->begin < end.value; ++at)
    copier.add(*at);
}

Result<std::vector<std::uint8_t>> Slicer::slice(ImageOffset begin, ImageOffset end) const {
  if (!members_) return fail(members_.error());
  DraftCopier copier(index_, *members_ ? &**members_ : nullptr);
  if (!each_piece(index_, begin, end, [&](const NativeIndex::WholePiece& piece) { copier.add(piece); }))
    return fail("is damaged: a block cannot be read");
  for (auto named = std::ranges::lower_bound(by_begin_, copier.begin(), {}, &FunctionName::begin);
       named != by_begin_.end() && named->begin < copier.end(); ++named)
    if (copier.holds(named->begin)) copier.add(*named);
  if (!copier.add_folded(begin, end)) return fail("is damaged: its folded functions cannot be read");
  add_trampolines(begin, end, copier);
  return copier.write();
}

// After the last block the index ends.
ImageOffset Slicer::begin_of(std::size_t block) const {
  return block < index_.block_count() ? ImageOffset{index_.block_start(block)} : index_.end();
}

// Whether functions share code there.
bool Slicer::is_folded(ImageOffset begin, ImageOffset end) const {
  const Folding& folding = index_.folding();
  if (!folding.has_ranges()) return false;
  for (std::size_t i = folding.range_touching(begin); i < folding.range_count(); ++i) {
    const Folding::Range range = folding.range(i);
    if (range.begin >= end) return false;
    if (range.begin.value + range.size > begin.value) return true;
  }
  return false;
}

Result<std::vector<std::uint8_t>> Slicer::slice_of_blocks(std::size_t first, std::size_t count) const {
  const ImageOffset begin = begin_of(first), end = begin_of(first + count);
  if (is_folded(begin, end)) return slice(begin, end);
  BlockCopier copier(index_);
  for (std::size_t block = first; block < first + count; ++block)
    if (!copier.add(block)) return fail("is damaged: a block cannot be read");
  copier.add_names_within(by_begin_);
  add_trampolines(begin, end, copier);
  return copier.write();
}

std::vector<std::uint8_t> Slicer::slice_of_names(std::size_t first, std::size_t count) const {
  BlockCopier copier(index_);
  for (const FunctionName& named : std::span(by_name_).subspan(first, count)) copier.add(named);
  return copier.write();
}

}  // namespace symkit::index
