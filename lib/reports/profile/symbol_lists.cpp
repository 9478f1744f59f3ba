#include "reports/profile/symbol_lists.h"

#include <map>
#include <ranges>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "reports/profile/jit_dump.h"
#include "reports/profile/place.h"

namespace symkit::profile {
namespace {

bool wants_name(const Profile& profile, const Location& location) {
  return !location.is_label && location.reference == none && !profile.has_names(location);
}

void set_name(Profile& profile, Location& location, std::string_view name) {
  profile.functions.push_back({profile.texts.add(name), 0, 0, 0});
  location.first_line = static_cast<std::uint32_t>(profile.lines.size());
  location.line_count = 1;
  profile.lines.push_back({static_cast<std::uint32_t>(profile.functions.size() - 1), 0, 0});
}

struct NamedPiece {
  std::uint64_t end = 0;
  std::string_view name;
};
using NamedCode = std::map<std::uint64_t, NamedPiece>;

// Replaces earlier pieces at the same place.
void add_piece(NamedCode& pieces, std::uint64_t begin, NamedPiece piece) {
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

bool add_line(NamedCode& pieces, std::string_view line) {
  std::uint64_t begin = 0, size = 0;
  if (!take_hex(line, begin) || !take_hex(line, size) || trimmed(line).empty()) return false;
  if (size > UINT64_MAX - begin) return false;
  if (size != 0) add_piece(pieces, begin, {begin + size, trimmed(line)});
  return true;
}

Result<void> name_by_jit_dump(Profile& profile, Bytes dump) {
  const auto code = read_jit_dump(dump);
  if (!code) return fail(code.error());
  for (Location& location : profile.locations) {
    if (!wants_name(profile, location) || !is_in_no_file(profile, location)) continue;
    if (const auto name = code->find(address_in_call(location)); !name.empty())
      set_name(profile, location, name);
  }
  return {};
}

}  // namespace

void name_by_kernel_symbols(Profile& profile, const crashlog::KernelSymbols& symbols) {
  for (Location& location : profile.locations) {
    if (location.address < highest_half || !wants_name(profile, location)) continue;
    const std::uint64_t address = address_in_call(location);
    const auto place = symbols.find(address);
    if (!place || place->symbol.empty()) continue;
    FrameReference frame;
    frame.runtime_address = location.address;
    frame.address_of = location.address_of;
    frame.image.name = profile.texts[profile.texts.add(place->module.empty() ? "vmlinux" : place->module)];
    if (place->module.empty() && location.mapping != none)
      frame.image.id =
          ImageId::parse(profile.texts[profile.mappings[location.mapping].build_id]).value_or(ImageId{});
    frame.symbol = profile.texts[profile.texts.add(place->symbol)];
    frame.symbol_offset = place->offset + (location.address - address);
    frame.symbol_size = place->size;
    location.reference = static_cast<std::uint32_t>(profile.references.size());
    profile.references.push_back(frame);
    set_name(profile, location, frame.symbol);
  }
}

Result<void> name_by_perf_map(Profile& profile, Bytes bytes) {
  if (looks_like_jit_dump(bytes)) return name_by_jit_dump(profile, bytes);
  const std::string_view map = as_text(bytes);
  NamedCode pieces;
  bool has_any = false;
  for (const auto part : std::views::split(map, '\n'))
    has_any = add_line(pieces, std::string_view(part.begin(), part.end())) || has_any;
  if (!has_any)
    return fail("is not in the format of /tmp/perf-PID.map: an address, a size and a name on each line");
  for (Location& location : profile.locations) {
    if (!wants_name(profile, location) || !is_in_no_file(profile, location)) continue;
    const std::uint64_t address = address_in_call(location);
    const auto behind = pieces.upper_bound(address);
    if (behind == pieces.begin()) continue;
    const NamedPiece& piece = std::prev(behind)->second;
    if (address < piece.end) set_name(profile, location, piece.name);
  }
  return {};
}

}  // namespace symkit::profile
