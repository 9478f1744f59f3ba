#include "keep/index/parts.h"

#include <string>

#include "keep/index/encoding.h"
#include "keep/index/manifest.h"
#include "keep/index/slice.h"

namespace symkit::index {
namespace {

class PartCutter {
 public:
  PartCutter(const NativeIndex& index, const TakePart& take, const Cutting& how)
      : index_(index), slicer_(index), take_(take), how_(how) {}

  Result<std::vector<std::uint8_t>> cut() {
    if (auto done = cut_addresses(); !done) return fail(done.error());
    if (auto done = cut_names(); !done) return fail(done.error());
    const Envelope& whole = index_.envelope();
    const Buffer digest = digest_of(whole);
    std::vector<SectionContent> sections = {{meta_tag, whole.section(meta_tag)},
                                            {address_parts_tag, Bytes(address_parts_)},
                                            {name_parts_tag, Bytes(name_parts_)},
                                            {whole_tag, Bytes(digest)}};
    for (const std::uint32_t tag : {segments_tag, trampolines_tag})
      if (const Bytes section = whole.section(tag); !section.empty()) sections.push_back({tag, section});
    return seal(Kind::Manifest, index_.id(), index_.source_stamp(), sections);
  }

 private:
  struct Range {
    std::uint64_t begin;
    std::size_t first, count;  // of its blocks
  };
  struct Names {
    std::size_t begin, count;
    std::string first;
  };

  Result<void> cut_addresses() {
    const auto ranges = plan_addresses();
    if (!ranges) return fail(ranges.error());
    return cut_all(
        ranges->size(), address_parts_,
        [&](std::size_t i) { return slicer_.slice_of_blocks((*ranges)[i].first, (*ranges)[i].count); },
        [&](std::size_t i) { put_fixed(address_parts_, (*ranges)[i].begin, 8); });
  }

  Result<void> cut_names() {
    const auto all = plan_names();
    if (!all) return fail(all.error());
    return cut_all(
        all->size(), name_parts_,
        [&](std::size_t i) -> Result<std::vector<std::uint8_t>> {
          return slicer_.slice_of_names((*all)[i].begin, (*all)[i].count);
        },
        [&](std::size_t i) { put_text(name_parts_, (*all)[i].first); });
  }

  // A block is never cut: no piece of a function is in two parts.
  Result<std::vector<Range>> plan_addresses() const {
    std::vector<Range> ranges;
    const std::size_t blocks = index_.block_count();
    for (std::size_t block = 0; block < blocks;) {
      const std::uint64_t begin = index_.block_start(block);
      const std::size_t first = block;
      std::size_t bytes = 0;
      do bytes += index_.block_bytes(block++);
      while (block < blocks && bytes + index_.block_bytes(block) <= how_.part_bytes);
      const std::uint64_t end = block < blocks ? index_.block_start(block) : index_.end().value;
      if (end <= begin) return fail("is damaged: its blocks are not in order");
      ranges.push_back({begin, first, block - first});
    }
    return ranges;
  }

  // All functions of one name are in one part.
  Result<std::vector<Names>> plan_names() const {
    const std::vector<FunctionName>& names = slicer_.names();
    std::vector<std::uint32_t> numbers;
    for (const FunctionName& named : names)
      if (numbers.empty() || numbers.back() != named.name - 1) numbers.push_back(named.name - 1);
    std::vector<Names> all;
    std::size_t at = 0, bytes = 0;
    bool is_sorted = true;
    index_.strings().read_each(numbers, [&](std::string_view text) {
      if (all.empty() || bytes + text.size() > how_.part_bytes) {
        is_sorted = is_sorted && (all.empty() || text > all.back().first);
        all.push_back({at, 0, std::string(text)});
        bytes = 0;
      }
      bytes += text.size();
      for (const NameId name = names[at].name; at < names.size() && names[at].name == name; ++at)
        ++all.back().count;
    });
    if (!is_sorted) return fail("is damaged: its names are not in order");
    return all;
  }

  // `begin_record` writes what precedes the size and checksum in the manifest.
  template <class Begin>
  Result<void> cut_all(std::size_t count, Buffer& record, const MakePart& make, const Begin& begin_record) {
    const auto note = [&](std::size_t number, const PartSeal& seal) {
      begin_record(number);
      put_fixed(record, seal.size, 8);
      put_fixed(record, seal.checksum, 8);
    };
    return make_parts(count, make, note, take_, how_);
  }

  const NativeIndex& index_;
  Slicer slicer_;
  const TakePart& take_;
  const Cutting& how_;
  Buffer address_parts_;
  Buffer name_parts_;
};

}  // namespace

Result<std::vector<std::uint8_t>> cut_in_parts(const NativeIndex& index, const TakePart& take,
                                               const Cutting& how) {
  return PartCutter(index, take, how).cut();
}

}  // namespace symkit::index
