// A database with what answers for a few places: of 200 MB mostly one module and a few names.
#include <algorithm>
#include <set>

#include "base/cursor.h"
#include "pdb/database.h"

namespace symkit::pdb {
namespace {

constexpr std::size_t header_size = 28;  // of the index of public names
constexpr std::size_t place_at = 8;      // in a public name's record: offset, section

// Public names by address, as the linker sorted them: each a place in the stream of records.
class AddressMap {
 public:
  AddressMap(Bytes index, Bytes records) : records_(records) {
    Cursor at(index, Endian::Little);
    const std::uint32_t hash_size = at.u32(), map_size = at.u32();
    map_ = slice(index, header_size + std::uint64_t{hash_size}, map_size);
  }

  bool empty() const { return map_.size() < 4; }

  void add_round(const Contribution& where, std::vector<std::uint32_t>& found) const {
    std::size_t low = 0, high = map_.size() / 4;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (is_before(record(middle), where.section, where.offset)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const std::uint32_t end = where.offset + where.size;
    for (; low < map_.size() / 4 && is_before(record(low), where.section, end); ++low)
      found.push_back(record(low));
  }

 private:
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
};

}  // namespace

Result<std::unique_ptr<Database>> Database::around(std::span<const std::uint32_t> rvas) const {
  if (!rearrangement_.is_none()) return nullptr;
  std::vector<Contribution> wanted;
  std::vector<bool> is_of_module(rvas.size());
  for (const Contribution& one : contributions_in(contributions_)) {
    const auto begin = rva_of(one.section, one.offset);
    for (std::size_t i = 0; begin && i < rvas.size(); ++i) {
      if (rvas[i] < *begin || rvas[i] - *begin >= one.size) continue;
      is_of_module[i] = true;
      wanted.push_back(one);
    }
  }
  if (std::ranges::find(is_of_module, false) != is_of_module.end()) return nullptr;
  auto excerpt = open(msf_->file());
  if (!excerpt) return excerpt;
  std::set<std::size_t> modules;
  for (const Contribution& one : wanted) modules.insert(one.module);
  for (std::size_t i = 0; i < (*excerpt)->modules_.size(); ++i)
    if (!modules.contains(i)) (*excerpt)->modules_[i].stream = no_stream;
  (*excerpt)->only_ = std::move(wanted);
  return excerpt;
}

// Where the records of public names begin that count, in the order of the file; nothing where all do, or
// where no map says which.
std::optional<std::vector<std::uint32_t>> Database::records_round(Bytes records) const {
  if (only_.empty()) return std::nullopt;
  const auto index = msf_->read(public_index_);
  const AddressMap map(index ? index->bytes() : Bytes(), records);
  if (map.empty()) return std::nullopt;
  std::vector<std::uint32_t> found;
  for (const Contribution& where : only_) map.add_round(where, found);
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace symkit::pdb
