#include "crashlog/line_filter.h"

#include <algorithm>
#include <cstring>

namespace symkit::crashlog {
namespace {

// So many bytes at once: what GCC and Clang make vector code of.
using Block = char __attribute__((vector_size(16)));
using Words = std::uint64_t __attribute__((vector_size(16)));

Block load(const char* from) {
  Block block;
  std::memcpy(&block, from, sizeof block);
  return block;
}

bool any_set(Block mask) {
  const auto words = reinterpret_cast<Words>(mask);
  return (words[0] | words[1]) != 0;
}

}  // namespace

void LineFilter::add_mark(std::string_view mark) {
  const Pair pair{mark[0], mark[1]};
  if (std::ranges::none_of(pairs_, [&](Pair p) { return p.first == pair.first && p.second == pair.second; }))
    pairs_.push_back(pair);
}

void LineFilter::add_heading(std::string_view heading) {
  headings_.push_back(heading);
  heading_starts_[static_cast<unsigned char>(heading[0])] = true;
}

bool LineFilter::has_mark(std::string_view line) const {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (; static_cast<std::size_t>(end - at) > sizeof(Block); at += sizeof(Block)) {
    const Block here = load(at), next = load(at + 1);
    Block found{};
    for (const Pair pair : pairs_)
      found |= reinterpret_cast<Block>((here == pair.first) & (next == pair.second));
    if (any_set(found)) return true;
  }
  for (; end - at > 1; ++at)
    for (const Pair pair : pairs_)
      if (at[0] == pair.first && at[1] == pair.second) return true;
  return false;
}

bool LineFilter::is_heading(std::string_view text) const {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos || !heading_starts_[static_cast<unsigned char>(text[first])])
    return false;
  text.remove_prefix(first);
  return std::ranges::any_of(headings_, [&](std::string_view heading) { return text.starts_with(heading); });
}

}  // namespace symkit::crashlog
