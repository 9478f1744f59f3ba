#include "syminfo/contents_linking.h"

#include <charconv>
#include <string_view>

#include "ground/base/characters.h"

namespace symkit::syminfo {
namespace {

constexpr std::size_t names_to_show = 3;

// GLIBC_2.9 before GLIBC_2.34: runs of digits count as numbers.
bool is_older(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      std::uint64_t left = 0, right = 0;
      const auto left_end = std::from_chars(a.data(), a.data() + a.size(), left).ptr;
      const auto right_end = std::from_chars(b.data(), b.data() + b.size(), right).ptr;
      if (left != right) return left < right;
      a.remove_prefix(static_cast<std::size_t>(left_end - a.data()));
      b.remove_prefix(static_cast<std::size_t>(right_end - b.data()));
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

}  // namespace

std::vector<TakenFrom> summarize_linking(const details::Details& details) {
  std::vector<TakenFrom> all;
  all.reserve(details.libraries.size() + 1);
  for (const details::Library& library : details.libraries)
    all.push_back({.library = library.name, .kind = library.kind, .newest_version = {}, .first_names = {}});
  TakenFrom any;
  for (const details::Undefined& symbol : details.undefined) {
    TakenFrom& from = symbol.library == 0 ? any : all[symbol.library - 1];
    ++from.symbols;
    if (from.first_names.size() < names_to_show) from.first_names.push_back(symbol.name);
    if (symbol.library != 0 && is_older(from.newest_version, symbol.version))
      from.newest_version = symbol.version;
  }
  if (any.symbols != 0) all.push_back(std::move(any));
  return all;
}

}  // namespace symkit::syminfo
