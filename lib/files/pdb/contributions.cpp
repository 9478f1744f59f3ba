#include "files/pdb/contributions.h"

#include "ground/base/cursor.h"

namespace symkit::pdb {
namespace {

constexpr std::uint32_t first_version = 0xeffe0000 + 19970605, second_version = 0xeffe0000 + 20140516;
constexpr std::size_t record_size = 28;  // those of version 2 have an additional number

}  // namespace

std::vector<Contribution> contributions_in(Bytes list) {
  std::vector<Contribution> all;
  Cursor at(list, Endian::Little);
  const std::uint32_t version = at.u32();
  if (version != first_version && version != second_version) return all;
  const std::size_t size = version == second_version ? record_size + 4 : record_size;
  all.reserve(at.remaining() / size);
  while (at.remaining() >= size) {
    Cursor record(at.bytes(size), Endian::Little);
    Contribution one;
    one.section = record.u16();
    record.skip(2);
    one.offset = record.u32();
    one.size = record.u32();
    record.skip(4);  // kind of section
    one.module = record.u16();
    all.push_back(one);
  }
  return all;
}

}  // namespace symkit::pdb
