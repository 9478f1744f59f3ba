// Pieces of one index into a draft, so that they become part of another.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ground/base/line_and_column.h"
#include "keep/index/flat_map.h"
#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

// The pieces that touch [begin, end); false where a block is damaged.
bool each_piece(const NativeIndex& index, ImageOffset begin, ImageOffset end,
                const std::function<void(const NativeIndex::WholePiece&)>& take);

class PieceCopier {
 public:
  explicit PieceCopier(const NativeIndex& index) : index_(index), draft_(index.instruction_step()) {
    if (index.has_columns()) draft_.keep_columns();
  }

  // In the order of their addresses.
  void add(const NativeIndex::WholePiece& piece);
  // Where the pieces lie that are added from now on: this is added to what the index says.
  void move_by(std::uint64_t shift) { draft_.move_by(shift); }
  // Where the function of the piece that was added last calls.
  void add_call(const Folding::Call& call);
  // To be called before the draft is used.
  void finish() {
    if (functions_ != 0) draft_.end_function();
  }

  NameKey name(NameId id);
  DraftPlace place(Place place);
  Draft& draft() { return draft_; }
  // Of what was added; the draft is the first of its content.
  const std::vector<Piece>& pieces() const { return pieces_; }
  std::uint32_t last_function() const { return functions_ - 1; }

 private:
  std::uint32_t line_of(Place place) const {
    return draft_.has_columns() ? LineAndColumn{place.line, place.column}.packed() : place.line;
  }
  bool goes_on(const NativeIndex::WholePiece& piece) const;
  void begin_function(const NativeIndex::WholePiece& piece);

  const NativeIndex& index_;
  Draft draft_;
  std::vector<Piece> pieces_;
  FlatMap names_;  // of the index, and what they are in the draft
  FlatMap files_;
  std::string text_;
  NameId last_name_ = 0;  // of the function under way
  std::uint64_t begin_ = 0, end_ = 0;
  std::uint32_t functions_ = 0;
  std::uint32_t calls_ = 0;  // of the function under way, in its earlier pieces
};

}  // namespace symkit::index
