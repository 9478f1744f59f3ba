#include "reports/profile/firefox_columns.h"

#include "reports/profile/firefox_format.h"

namespace symkit::profile::firefox {
namespace {

using json::Value;

// Newer files have the distance from a stack to its caller in rows; 0: none.
void count_from_first(std::vector<std::int64_t>& callers) {
  for (std::size_t i = 0; i < callers.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    const bool is_before = callers[i] > 0 && callers[i] <= row;
    callers[i] = callers[i] == 0 ? no_number : is_before ? row - callers[i] : -1;
  }
}

}  // namespace

std::vector<std::int64_t> column(json::Value table, std::string_view name) {
  const json::Value found = table[name];
  return found.is_array() ? numbers_of(found.written()) : std::vector<std::int64_t>();
}

std::vector<std::int64_t> column_of(json::Value table, std::string_view name, std::size_t length) {
  std::vector<std::int64_t> found = column(table, name);
  found.resize(length, no_number);
  return found;
}

std::vector<std::int64_t> callers(json::Value stacks, std::int64_t of_version) {
  std::vector<std::int64_t> found = column(stacks, caller_column(of_version));
  if (of_version >= version::caller_offsets) count_from_first(found);
  return found;
}

bool has_flag(const std::vector<std::int64_t>& flags, std::size_t row, std::int64_t flag) {
  return row < flags.size() && (flags[row] & flag) != 0;
}

void keep_flagged(std::vector<std::int64_t>& column, const std::vector<std::int64_t>& flags,
                  std::int64_t flag) {
  for (std::size_t i = 0; i < column.size(); ++i)
    if (!has_flag(flags, i, flag)) column[i] = no_number;
}

}  // namespace symkit::profile::firefox
