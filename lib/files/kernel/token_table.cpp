#include "files/kernel/token_table.h"

#include <optional>

#include "ground/base/cursor.h"

namespace symkit::kernel {
namespace {

constexpr std::size_t count = 256;
constexpr std::size_t index_size = count * 2;
// Tables are aligned to an address.
constexpr std::size_t step = 4;
constexpr std::size_t most_padding = 7;
constexpr std::size_t longest_token = 64;
constexpr std::size_t shortest = 2;  // with its NUL: numbers that only count up are not an index

using Index = std::array<std::uint16_t, count>;

// Offsets of consecutive texts: ascending, from 0.
std::optional<Index> index_at(Bytes kernel, Endian endian, std::size_t at) {
  Cursor in(kernel, endian, at);
  Index index{};
  for (std::size_t i = 0; i < count; ++i) {
    index[i] = in.u16();
    const std::size_t before = i == 0 ? 0 : index[i - 1];
    if (i == 0 ? index[0] != 0 : index[i] < before + shortest || index[i] - before > longest_token)
      return std::nullopt;
  }
  return in.failed() ? std::nullopt : std::optional(index);
}

// The texts end `padding` bytes before the index.
std::optional<TokenTable> texts_before(Bytes kernel, const Index& index, std::size_t at,
                                       std::size_t padding) {
  if (padding >= at) return std::nullopt;
  const std::size_t end = at - padding;
  std::size_t last = end - 1;  // the last text's NUL, and then its begin
  if (kernel[last] != 0) return std::nullopt;
  while (last > 0 && end - last <= longest_token && kernel[last - 1] != 0) --last;
  if (last < index.back()) return std::nullopt;
  TokenTable table{.begin = last - index.back(), .index_end = at + index_size};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = table.begin + index[i],
                      next = i + 1 == count ? end : table.begin + index[i + 1];
    const Bytes text = kernel.subspan(begin, next - begin);
    if (text.back() != 0) return std::nullopt;
    table.tokens[i] = as_text(text.first(text.size() - 1));
    if (table.tokens[i].contains('\0')) return std::nullopt;
  }
  return table;
}

}  // namespace

void find_token_tables(Bytes kernel, Endian endian, const std::function<bool(const TokenTable&)>& take) {
  for (std::size_t at = step; at + index_size <= kernel.size(); at += step) {
    // The first offset is 0, which rules out most places.
    if (kernel[at] != 0 || kernel[at + 1] != 0) continue;
    const auto index = index_at(kernel, endian, at);
    if (!index) continue;
    for (std::size_t padding = 0; padding <= most_padding; ++padding)
      if (const auto table = texts_before(kernel, *index, at, padding); table && take(*table)) return;
  }
}

}  // namespace symkit::kernel
