#include "symbols/atos_view.h"

namespace symkit::symbols {

AtosView::AtosView(container::Format format, std::size_t calls, std::vector<index::DraftPlace>& lines)
    : first_of_any_file_(format == container::Format::MachO), lines_(lines) {
  lines_.assign(calls + 1, index::DraftPlace{});
}

index::DraftPlace AtosView::place_at(std::span<const CodeRow> rows) {
  const CodeRow& last = rows.back();
  const bool begins = last.call != call_;
  if (begins) statement_ = {};
  const bool same_file = rows.front().place.file == last.place.file;
  const bool first_counts = !begins && (same_file || first_of_any_file_);
  const CodeRow& row = first_counts ? rows.front() : last;
  index::DraftPlace place = row.place;
  if (!row.is_statement && statement_.line != 0) place = statement_;
  if (place.line == 0) place = lines_[last.call];
  for (const CodeRow& seen : rows)
    if (seen.is_statement && seen.place.line != 0 && (first_counts || &seen == &last))
      statement_ = seen.place;
  if (last.place.line != 0) lines_[last.call] = last.place;
  call_ = last.call;
  return place;
}

}  // namespace symkit::symbols
