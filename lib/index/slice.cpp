#include "index/slice.h"

#include <algorithm>

#include "index/native_writer.h"

namespace symkit::index {
namespace {

class Copier {
 public:
  explicit Copier(const NativeIndex& index) : index_(index), draft_(index.instruction_step()) {}

  void add(const NativeIndex::WholePiece& piece) {
    const bool goes_on =
        !pieces_.empty() && function_begin_ == piece.function_begin && pieces_.back().end == piece.begin;
    if (!goes_on) begin_function(piece);
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

  std::vector<std::uint8_t> write() {
    if (functions_ != 0) draft_.end_function();
    add_aliases();
    NativeMeta meta{.id = index_.id(),
                    .image_name = index_.image_name(),
                    .architecture = index_.architecture(),
                    .text_base = index_.text_base(),
                    .source_stamp = index_.source_stamp(),
                    .split = index_.split(),
                    .segments = index_.code_segments()};
    return write_native({std::move(meta), std::span(&draft_, 1), pieces_, symbols_, aliases_, trampolines_},
                        1);
  }

 private:
  void begin_function(const NativeIndex::WholePiece& piece) {
    if (functions_ != 0) draft_.end_function();
    draft_.begin_function(piece.function_begin, piece.function_end, name(piece.name), piece.source, 0, 0,
                          piece.is_part);
    function_begin_ = piece.function_begin;
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

  // Every name by which the copied functions are found; the writer sees which of them it has already.
  void add_aliases() {
    index_.each_function_name([this](NameId id, ImageOffset begin) {
      const auto after = std::ranges::upper_bound(pieces_, begin.value, {}, &Piece::begin);
      if (after != pieces_.begin() && begin.value < std::prev(after)->end)
        aliases_.push_back({begin.value, name(id), 0});
    });
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
  std::uint64_t function_begin_ = 0;
  std::uint32_t functions_ = 0;
  std::uint32_t calls_ = 0;  // of the function under way, in its earlier pieces
};

}  // namespace

Result<std::vector<std::uint8_t>> slice_native(const NativeIndex& index, ImageOffset begin, ImageOffset end) {
  Copier copier(index);
  std::vector<NativeIndex::WholePiece> pieces;
  for (std::size_t block = 0; block < index.block_count(); ++block) {
    const bool ends_before = block + 1 < index.block_count() && index.block_start(block + 1) <= begin.value;
    if (ends_before) continue;
    if (index.block_start(block) >= end.value) break;
    pieces.clear();
    if (!index.read_block(block, pieces)) return fail("is damaged: a block cannot be read");
    for (const NativeIndex::WholePiece& piece : pieces)
      if (piece.end > begin.value && piece.begin < end.value) copier.add(piece);
  }
  for (const TrampolineSpan& trampoline : index.trampolines())
    if (trampoline.end > begin.value && trampoline.begin < end.value) copier.add(trampoline);
  return copier.write();
}

}  // namespace symkit::index
