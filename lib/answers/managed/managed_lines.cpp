#include "answers/managed/managed_lines.h"

#include "ground/base/each_line.h"

namespace symkit::managed {

ManagedLines::ManagedLines(const ManagedWork& work, stream::LineTaker& last) : first_(&last) {
  if (work.java) first_ = &java_.emplace(*work.java, *first_);
  if (work.scripts) first_ = &scripts_.emplace(*work.scripts, *first_);
  own_ = {java_ ? &*java_ : nullptr, scripts_ ? &*scripts_ : nullptr};
  if (work.on_all_cores && LogCrews::may_answer(work)) crews_.emplace(work, own_, last);
}

// Lines without frames are passed on together, as far as they are available together.
Result<std::uint64_t> ManagedLines::take_many(io::Lines& lines, std::uint64_t number) {
  if (lines.whole_line().empty() || !own_.may_take_many()) return 0;
  if (crews_)
    if (const auto count = crews_->take_many(lines, number); !count || *count != 0) return count;
  constexpr std::size_t most = 8 * 1024;
  Piece piece;
  piece.grow(lines.at_hand().substr(0, own_.size_without_frames(lines.at_hand().substr(0, most))), most,
             own_);
  if (piece.size == 0) return 0;
  const std::string_view together = lines.whole_lines(piece.size);
  if (const auto done = own_.take_together(together, number); !done) return fail(done.error());
  return count_line_ends(together);
}

retrace::Counts ManagedLines::java_counts() const {
  retrace::Counts all = java_ ? java_->counts() : retrace::Counts();
  if (crews_) crews_->add_java_counts(all);
  return all;
}

}  // namespace symkit::managed
