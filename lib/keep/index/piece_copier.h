// Copies pieces of one index into a draft, to become part of another index.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ground/base/line_and_column.h"
#include "keep/index/flat_map.h"
#include "keep/index/native_index.h"
#include "keep/index/native_writer.h"

namespace symkit::index {

// The pieces that touch [begin, end); false if a block is damaged.
bool each_piece(const NativeIndex& index, ImageOffset begin, ImageOffset end,
                const std::function<void(const NativeIndex::WholePiece&)>& take);

class PieceCopier {
 public:
  explicit PieceCopier(const NativeIndex& index) : index_(index), draft_(index.instruction_step()) {
    if (index.has_columns()) draft_.keep_columns();
  }

  // In the order of their addresses.
  void add(const NativeIndex::WholePiece& piece);
  // `shift` is added to the addresses of pieces that are added from now on.
  void move_by(std::uint64_t shift) { draft_.move_by(shift); }
  // A call in the function of the last piece added.
  void add_call(const Folding::Call& call);
  // To be called before the draft is used.
  void finish() {
    if (functions_ != 0) draft_.end_function();
  }

  NameKey name(NameId id);
  DraftPlace place(Place place);
  Draft& draft() { return draft_; }
  // The pieces that were added; the draft must be the first of its content.
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
  FlatMap names_;  // from numbers in the index to keys in the draft
  FlatMap files_;
  std::string text_;
  NameId last_name_ = 0;  // of the current function
  std::uint64_t begin_ = 0, end_ = 0;
  std::uint32_t functions_ = 0;
  std::uint32_t calls_ = 0;  // of the current function, in its earlier pieces
};

}  // namespace symkit::index
