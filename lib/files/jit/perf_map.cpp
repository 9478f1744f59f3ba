#include "files/jit/perf_map.h"

#include <map>
#include <ranges>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::jit {
namespace {

struct NamedPiece {
  std::uint64_t end = 0;
  std::string_view name;
};
using NamedPieces = std::map<std::uint64_t, NamedPiece>;

// Replaces earlier pieces at the same place.
void add_piece(NamedPieces& pieces, std::uint64_t begin, NamedPiece piece) {
  auto at = pieces.lower_bound(begin);
  if (at != pieces.begin() && std::prev(at)->second.end > begin) --at;
  while (at != pieces.end() && at->first < piece.end) at = pieces.erase(at);
  pieces.emplace(begin, piece);
}

bool take_hex(std::string_view& text, std::uint64_t& number) {
  text = trimmed(text);
  if (text.starts_with("0x")) text.remove_prefix(2);
  const auto taken = take_number<std::uint64_t>(text, 16);
  number = taken.value_or(0);
  return taken.has_value();
}

bool add_line(NamedPieces& pieces, std::string_view line) {
  std::uint64_t begin = 0, size = 0;
  if (!take_hex(line, begin) || !take_hex(line, size) || trimmed(line).empty()) return false;
  if (size > UINT64_MAX - begin) return false;
  if (size != 0) add_piece(pieces, begin, {begin + size, trimmed(line)});
  return true;
}

}  // namespace

Result<MadeCode> read_perf_map(Bytes map) {
  NamedPieces pieces;
  bool has_any = false;
  for (const auto part : std::views::split(as_text(map), '\n'))
    has_any = add_line(pieces, std::string_view(part.begin(), part.end())) || has_any;
  if (!has_any)
    return fail("is not in the format of /tmp/perf-PID.map: an address, a size and a name on each line");
  std::vector<Piece> sorted;
  for (const auto& [begin, piece] : pieces) sorted.push_back({begin, piece.end, piece.name});
  return MadeCode(std::move(sorted));
}

}  // namespace symkit::jit
