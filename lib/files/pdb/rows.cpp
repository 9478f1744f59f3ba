#include "files/pdb/rows.h"

#include <algorithm>

namespace symkit::pdb {

void close_rows(std::span<Row> rows, std::uint32_t end) {
  std::ranges::stable_sort(rows, {}, &Row::begin);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].end = i + 1 < rows.size() ? rows[i + 1].begin : end;
}

void keep_apart(std::vector<Row>& rows, std::size_t first) {
  const auto added = rows.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(added, rows.end(), [](const Row& a, const Row& b) { return a.begin < b.begin; });
  std::size_t kept = first;
  std::uint32_t done = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    Row row = rows[i];
    row.begin = std::max(row.begin, done);
    if (row.begin >= row.end) continue;
    done = row.end;
    rows[kept++] = row;
  }
  rows.resize(kept);
}

}  // namespace symkit::pdb
