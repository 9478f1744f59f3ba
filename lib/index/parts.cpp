#include "index/parts.h"

#include <string>

#include "index/encoding.h"
#include "index/manifest.h"
#include "index/slice.h"

namespace symkit::index {
namespace {

class PartCutter {
 public:
  PartCutter(const NativeIndex& index, const TakePart& take, std::size_t part_bytes)
      : index_(index), slicer_(index), take_(take), part_bytes_(part_bytes) {}

  Result<std::vector<std::uint8_t>> cut() {
    if (auto done = cut_addresses(); !done) return fail(done.error());
    if (auto done = cut_names(); !done) return fail(done.error());
    const Envelope& whole = index_.envelope();
    std::vector<SectionContent> sections = {{meta_tag, whole.section(meta_tag)},
                                            {address_parts_tag, Bytes(address_parts_)},
                                            {name_parts_tag, Bytes(name_parts_)}};
    for (const std::uint32_t tag : {segments_tag, trampolines_tag})
      if (const Bytes section = whole.section(tag); !section.empty()) sections.push_back({tag, section});
    return seal(Kind::Manifest, index_.id(), index_.source_stamp(), sections);
  }

 private:
  // A block is never cut: no piece of a function is in two parts.
  Result<void> cut_addresses() {
    const std::size_t blocks = index_.block_count();
    for (std::size_t block = 0; block < blocks;) {
      const std::uint64_t begin = index_.block_start(block);
      std::size_t bytes = 0;
      do bytes += index_.block_bytes(block++);
      while (block < blocks && bytes + index_.block_bytes(block) <= part_bytes_);
      const std::uint64_t end = block < blocks ? index_.block_start(block) : index_.end().value;
      if (end <= begin) return fail("is damaged: its blocks are not in order");
      const auto part = slicer_.slice({begin}, {end});
      if (!part) return fail(part.error());
      put_fixed(address_parts_, begin, 8);
      if (auto taken = hand_over(*part, address_parts_); !taken) return taken;
    }
    return {};
  }

  // All functions of one name are in one part.
  Result<void> cut_names() {
    const std::vector<FunctionName>& names = slicer_.names();
    std::string first, text, before;
    for (std::size_t begin = 0; begin < names.size(); before = first) {
      index_.read_name(names[begin].name, first);
      if (begin != 0 && first <= before) return fail("is damaged: its names are not in order");
      std::size_t bytes = 0, end = begin;
      while (end < names.size()) {
        const NameId name = names[end].name;
        index_.read_name(name, text);
        if (end != begin && bytes + text.size() > part_bytes_) break;
        bytes += text.size();
        while (end < names.size() && names[end].name == name) ++end;
      }
      put_text(name_parts_, first);
      if (auto taken = hand_over(slicer_.slice_of_names(begin, end - begin), name_parts_); !taken)
        return taken;
      begin = end;
    }
    return {};
  }

  Result<void> hand_over(const std::vector<std::uint8_t>& part, Buffer& record) {
    const std::uint64_t checksum = checksum_of(part);
    put_fixed(record, part.size(), 8);
    put_fixed(record, checksum, 8);
    return take_(checksum, part);
  }

  const NativeIndex& index_;
  Slicer slicer_;
  const TakePart& take_;
  std::size_t part_bytes_;
  Buffer address_parts_;
  Buffer name_parts_;
};

}  // namespace

Result<std::vector<std::uint8_t>> cut_in_parts(const NativeIndex& index, const TakePart& take,
                                               std::size_t part_bytes) {
  return PartCutter(index, take, part_bytes).cut();
}

}  // namespace symkit::index
