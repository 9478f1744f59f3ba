#include "index/strings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace symkit::index {
namespace {

// A string with the eight bytes that the present depth compares.
struct Keyed {
  std::string_view text;
  std::uint64_t key;
};

std::uint64_t key_at(std::string_view text, std::size_t depth) {
  if (depth >= text.size()) return 0;
  std::uint64_t key = 0;
  std::memcpy(&key, text.data() + depth, std::min<std::size_t>(8, text.size() - depth));
  return __builtin_bswap64(key);
}

std::uint64_t middle_key(std::span<const Keyed> strings) {
  std::uint64_t a = strings.front().key, b = strings[strings.size() / 2].key, c = strings.back().key;
  if (a > b) std::swap(a, b);
  return std::max(a, std::min(b, c));
}

// Quicksort by eight bytes at a time: the strings whose keys equal the pivot are sorted by their next eight.
void sort_from(std::span<Keyed> strings, std::size_t depth) {
  while (strings.size() > 16) {
    const std::uint64_t pivot = middle_key(strings);
    std::size_t less = 0, at = 0, greater = strings.size();
    while (at < greater) {
      if (strings[at].key < pivot) {
        std::swap(strings[less++], strings[at++]);
      } else if (strings[at].key > pivot) {
        std::swap(strings[at], strings[--greater]);
      } else {
        ++at;
      }
    }
    sort_from(strings.first(less), depth);
    sort_from(strings.subspan(greater), depth);
    strings = strings.subspan(less, greater - less);
    // All these end within the key or are alike so far. NUL ends no string here, so a key that ends in
    // zero bytes belongs to strings that end.
    if ((pivot & 0xff) == 0 &&
        std::ranges::all_of(strings, [&](const Keyed& s) { return s.text.size() <= depth + 8; }))
      return;
    depth += 8;
    for (Keyed& string : strings) string.key = key_at(string.text, depth);
  }
  std::ranges::sort(strings, [depth](const Keyed& a, const Keyed& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.text.substr(std::min(depth, a.text.size())) < b.text.substr(std::min(depth, b.text.size()));
  });
}

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t length = 0;
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

void put_functions(Buffer& out, std::span<const NamedFunction> functions) {
  if (functions.empty()) return;
  put_varint(out, functions.size());
  std::uint64_t before = 0;
  for (const NamedFunction& function : functions) {
    put_varint(out, function.begin - before);
    before = function.begin;
  }
}

}  // namespace

void sort_strings(std::span<std::string_view> strings) {
  std::vector<Keyed> keyed;
  keyed.reserve(strings.size());
  for (const std::string_view text : strings) keyed.push_back({text, key_at(text, 0)});
  sort_from(keyed, 0);
  std::ranges::transform(keyed, strings.begin(), &Keyed::text);
}

EncodedStrings encode_strings(std::span<const std::string_view> sorted,
                              std::span<const NamedFunction> functions) {
  EncodedStrings encoded;
  std::string_view before;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::string_view text = sorted[i];
    const bool first = i % strings_in_group == 0;
    if (first) put_fixed(encoded.offsets, encoded.groups.size(), 4);
    const std::size_t shared = first ? 0 : shared_prefix(before, text);
    std::size_t here = 0;
    while (here < functions.size() && functions[here].name == i) ++here;
    if (!first) put_varint(encoded.groups, shared);
    put_varint(encoded.groups, (text.size() - shared) << 1 | (here != 0 ? 1U : 0U));
    const Bytes rest = as_bytes(text.substr(shared));
    encoded.groups.insert(encoded.groups.end(), rest.begin(), rest.end());
    put_functions(encoded.groups, functions.first(here));
    functions = functions.subspan(here);
    before = text;
  }
  return encoded;
}

struct StringTable::Entry {
  std::size_t shared = 0;
  std::string_view rest;
  std::uint64_t function_count = 0;  // their offsets follow
};

Cursor StringTable::group(std::uint32_t number) const {
  const std::uint64_t begin = fixed_at(offsets_, number, 4);
  const bool is_last = number + 1 >= offsets_.size() / 4;
  const std::uint64_t end = is_last ? groups_.size() : fixed_at(offsets_, number + 1, 4);
  const Bytes bytes = begin > end ? Bytes() : slice(groups_, begin, end - begin);
  // A group is a few cache lines, of which none is near as a rule: they are fetched together.
  constexpr std::size_t cache_line = 64, most = 5 * cache_line;
  for (std::size_t at = 0; at < std::min(bytes.size(), most); at += cache_line)
    __builtin_prefetch(bytes.data() + at);
  return {bytes, Endian::Little};
}

StringTable::Entry StringTable::next(Cursor& at) {
  Entry entry;
  entry.shared = at.offset() == 0 ? 0 : static_cast<std::size_t>(at.uleb());
  const std::uint64_t size = at.uleb();
  entry.rest = as_text(at.bytes(size >> 1));
  if ((size & 1) != 0) entry.function_count = at.uleb();
  return entry;
}

void StringTable::prefetch(std::uint32_t number) const {
  constexpr std::uint64_t cache_line = 64, most_lines = 8;
  if (number >= count_) return;
  const std::uint64_t begin = fixed_at(offsets_, number / strings_in_group, 4);
  const std::uint64_t end = std::min<std::uint64_t>(begin + most_lines * cache_line, groups_.size());
  for (std::uint64_t at = begin; at < end; at += cache_line) __builtin_prefetch(groups_.data() + at);
}

void StringTable::read(std::uint32_t number, std::string& out) const {
  out.clear();
  if (number >= count_) return;
  // Not initialised: most of it is not used, and this is asked millions of times.
  struct Piece {
    const char* rest;
    std::size_t rest_size;
    std::size_t shared;
  };
  std::array<Piece, strings_in_group> pieces;
  Cursor at = group(static_cast<std::uint32_t>(number / strings_in_group));
  const std::size_t last = number % strings_in_group;
  std::size_t size = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const Entry entry = next(at);
    if (at.failed() || entry.shared > size) return;
    pieces[i] = {entry.rest.data(), entry.rest.size(), entry.shared};
    size = entry.shared + entry.rest.size();
    if (i == last) break;
    for (std::uint64_t skipped = 0; skipped < entry.function_count && !at.failed(); ++skipped) at.skip_leb();
  }
  // Backwards, so that of each string only what the last one still has of it is copied.
  out.resize(size);
  for (std::size_t i = last + 1; i-- > 0 && size > 0;) {
    if (pieces[i].shared >= size) continue;
    std::memcpy(out.data() + pieces[i].shared, pieces[i].rest, size - pieces[i].shared);
    size = pieces[i].shared;
  }
}

std::vector<std::uint64_t> StringTable::functions_named(std::string_view name) const {
  std::uint32_t first = 0;
  std::uint32_t last = static_cast<std::uint32_t>((count_ + strings_in_group - 1) / strings_in_group);
  while (last - first > 1) {
    const std::uint32_t middle = first + (last - first) / 2;
    Cursor at = group(middle);
    (next(at).rest <= name ? first : last) = middle;
  }
  std::vector<std::uint64_t> found;
  if (count_ == 0) return found;
  Cursor at = group(first);
  std::string text;
  for (std::size_t i = 0; i < strings_in_group && !at.failed() && !at.at_end(); ++i) {
    const Entry entry = next(at);
    if (at.failed() || entry.shared > text.size()) break;
    text.resize(entry.shared);
    text += entry.rest;
    std::uint64_t begin = 0;
    for (std::uint64_t n = 0; n < entry.function_count && !at.failed(); ++n) {
      begin += at.uleb();
      if (text == name && !at.failed()) found.push_back(begin);
    }
  }
  return found;
}

}  // namespace symkit::index
