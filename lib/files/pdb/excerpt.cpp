// An excerpt of a database for a few places: of 200 MB, usually one function of one module and its name.
#include <algorithm>
#include <utility>

#include "files/pdb/codeview.h"
#include "files/pdb/database.h"
#include "files/pdb/procedures.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"

namespace symkit::pdb {
namespace {

constexpr std::size_t header_size = 28;  // of the index of public names
constexpr std::size_t place_at = 8;      // in a public name's record: offset, section

// Public names by address, as sorted by the linker: each is a position in the stream of records.
class AddressMap {
 public:
  AddressMap(Bytes index, Bytes records) : records_(records) {
    Cursor at(index, Endian::Little);
    const std::uint32_t hash_size = at.u32(), map_size = at.u32();
    map_ = slice(index, header_size + std::uint64_t{hash_size}, map_size);
    Cursor hashes(index, Endian::Little, header_size);
    hashes.skip(8);
    const std::uint32_t hashed = hashes.u32();
    is_whole_ = !at.failed() && map_.size() == map_size && (map_size != 0 || hashes.failed() || hashed == 0);
  }

  // Whether it has all names, of which there may be none.
  bool is_whole() const { return is_whole_; }

  // The offset of the last name at or before a place of the section.
  std::optional<std::uint32_t> last_before(std::uint16_t section, std::uint32_t offset) const {
    const std::size_t after = first_from(section, offset + 1);
    if (after == 0 || is_before(record(after - 1), section, 0)) return std::nullopt;
    return Cursor(records_, Endian::Little, std::uint64_t{record(after - 1)} + place_at).u32();
  }

  // Adds the names of everything that begins in `size` bytes.
  void add_within(std::uint16_t section, std::uint32_t offset, std::uint32_t size,
                  std::vector<std::uint32_t>& found) const {
    for (std::size_t low = first_from(section, offset);
         low < map_.size() / 4 && is_before(record(low), section, offset + size); ++low)
      found.push_back(record(low));
  }

 private:
  std::size_t first_from(std::uint16_t section, std::uint32_t offset) const {
    std::size_t low = 0, high = map_.size() / 4;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (is_before(record(middle), section, offset)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  std::uint32_t record(std::size_t number) const { return Cursor(map_, Endian::Little, number * 4).u32(); }
  bool is_before(std::uint32_t record, std::uint16_t section, std::uint32_t offset) const {
    const Bytes place = slice(records_, std::uint64_t{record} + place_at, 6);
    Cursor at(place, Endian::Little);
    const std::uint32_t its_offset = at.u32();
    const std::uint16_t its_section = at.u16();
    return its_section != section ? its_section < section : its_offset < offset;
  }

  Bytes records_;
  Bytes map_;
  bool is_whole_ = false;
};

}  // namespace

// All code that claims a place begins at or after the last name or function start before it, except for
// functions that reach beyond that: these are searched.
Result<std::unique_ptr<Database>> Database::around(std::span<const std::uint32_t> rvas,
                                                   std::span<const std::uint32_t> starts) const {
  std::vector<std::uint32_t> places(rvas.begin(), rvas.end());
  std::ranges::sort(places);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  if (!rearrangement_.is_none() || places.empty() || !are_of_modules(places)) return nullptr;
  auto excerpt = open(msf_->file());
  if (!excerpt) return excerpt;
  const auto begun = (*excerpt)->want_places(places, starts);
  if (!begun) return fail(begun.error());
  if (!*begun) return nullptr;
  (*excerpt)->leave_out_modules();
  if (const auto found = (*excerpt)->want_functions(); !found) return fail(found.error());
  return excerpt;
}

bool Database::are_of_modules(std::span<const std::uint32_t> places) const {
  std::vector<bool> are_of_one(places.size());
  for (const Contribution& one : contributions_in(contributions_)) {
    const auto begin = rva_of(one.section, one.offset);
    if (!begin) continue;
    for (auto at = std::ranges::lower_bound(places, *begin); at != places.end() && *at - *begin < one.size;
         ++at)
      are_of_one[static_cast<std::size_t>(at - places.begin())] = true;
  }
  return std::ranges::find(are_of_one, false) == are_of_one.end();
}

// Wants each place from the last begin before it; false if the names are not sorted.
Result<bool> Database::want_places(std::span<const std::uint32_t> places,
                                   std::span<const std::uint32_t> starts) {
  const auto records = msf_->read(public_records_), index = msf_->read(public_index_);
  if (!records || !index) return fail((records ? index : records).error());
  const AddressMap names(index->bytes(), records->bytes());
  if (!names.is_whole() && !records->bytes().empty()) return false;
  for (const std::uint32_t place : places) {
    const auto number = section_at(place);
    if (!number) return false;
    const Section& section = sections_[*number];
    const auto of_file = static_cast<std::uint16_t>(*number + 1);
    std::uint32_t begin = place;
    if (const auto name = names.last_before(of_file, place - section.rva)) begin = section.rva + *name;
    const auto start = std::ranges::upper_bound(starts, place);
    if (start != starts.begin() && *std::prev(start) >= section.rva)
      begin = begin == place ? *std::prev(start) : std::max(begin, *std::prev(start));
    only_.push_back({begin, place + 1, of_file, begin - section.rva});
  }
  merge_wanted();
  return true;
}

void Database::leave_out_modules() {
  std::vector<bool> is_wanted(modules_.size());
  for (const Contribution& one : contributions_in(contributions_)) {
    const auto begin = rva_of(one.section, one.offset);
    if (begin && one.module < is_wanted.size() && wants(*begin, *begin + one.size))
      is_wanted[one.module] = true;
  }
  for (std::size_t i = 0; i < modules_.size(); ++i)
    if (!is_wanted[i]) modules_[i].left_out_stream = std::exchange(modules_[i].stream, no_stream);
}

Result<void> Database::want_functions() {
  std::vector<Wanted> found;
  for (const ModuleInfo& module : modules_) {
    if (!module.has_stream()) continue;
    const auto stream = msf_->read(module.stream);
    if (!stream) return fail(stream.error().within(module.name));
    add_functions(module.symbols_in(stream->bytes()), found);
  }
  only_.insert(only_.end(), found.begin(), found.end());
  merge_wanted();
  return {};
}

void Database::add_functions(Bytes records, std::vector<Wanted>& found) const {
  each_record_on_the_way(records, [&](std::uint16_t kind, Bytes body) -> std::optional<std::size_t> {
    const bool is_thunk = kind == symbol::thunk;
    if (!is_thunk && !is_procedure(kind)) return std::nullopt;
    const auto procedure = is_thunk ? read_thunk(body) : read_procedure(body);
    const auto begin = procedure ? rva_of(procedure->section, procedure->offset) : std::nullopt;
    if (begin && wants(*begin, *begin + procedure->size))
      found.push_back({*begin, *begin + procedure->size, procedure->section, procedure->offset});
    return is_thunk ? std::nullopt : end_of_procedure(records, body);
  });
}

void Database::merge_wanted() {
  std::ranges::sort(only_, {}, &Wanted::begin);
  std::vector<Wanted> merged;
  for (const Wanted& one : only_) {
    if (merged.empty() || one.begin >= merged.back().end) {
      merged.push_back(one);
    } else {
      merged.back().end = std::max(merged.back().end, one.end);
    }
  }
  only_ = std::move(merged);
}

bool Database::wants(std::uint32_t begin, std::uint32_t end) const {
  if (!is_excerpt()) return true;
  const auto after = std::ranges::lower_bound(only_, end, {}, &Wanted::begin);
  return after != only_.begin() && std::prev(after)->end > begin;
}

// The positions of the wanted public names' records, in file order; nothing if all are wanted, or no map
// gives the positions.
std::optional<std::vector<std::uint32_t>> Database::records_round(Bytes records) const {
  if (only_.empty()) return std::nullopt;
  const auto index = msf_->read(public_index_);
  const AddressMap map(index ? index->bytes() : Bytes(), records);
  if (!map.is_whole()) return std::nullopt;
  std::vector<std::uint32_t> found;
  for (const Wanted& one : only_) map.add_within(one.section, one.offset, one.end - one.begin, found);
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace symkit::pdb
