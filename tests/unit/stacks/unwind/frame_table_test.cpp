#include "stacks/unwind/frame_table.h"

#include <doctest/doctest.h>
#include <filesystem>

#include "fixture_images.h"
#include "stacks/unwind/sorted_entries.h"

using namespace symkit;
using namespace symkit::unwind;

// Linkers' lists lead to the same entries as reading all of them.
TEST_CASE("every function of the fixtures and of this program is found by the sorted list and without it") {
  std::size_t functions = 0, files = 0;
  each_fixture_image([&](const std::filesystem::path& path, const container::Image& image) {
    const container::Section* const all = section_with_bytes(image, ".eh_frame");
    const container::Section* const sorted = section_with_bytes(image, ".eh_frame_hdr");
    if (all == nullptr || sorted == nullptr) return;
    const FrameSection section{.data = all->data,
                               .address = all->address.value,
                               .endian = image.endian(),
                               .address_size = image.address_size()};
    const SortedEntries entries(sorted->data, sorted->address.value, image.endian(), image.address_size());
    const FrameTable by_list(section, entries), by_reading(section, {});
    CHECK(entries.section() == section.address);
    ++files;
    for (std::uint64_t offset = 0; const auto record = read_record(section, offset); offset = record->next) {
      if (!record->entry || record->entry->begin == record->entry->end) continue;
      ++functions;
      for (const std::uint64_t address : {record->entry->begin, record->entry->end - 1}) {
        const auto listed = by_list.find(address), read = by_reading.find(address);
        REQUIRE_MESSAGE((listed && read), path.string());
        CHECK(listed->begin == record->entry->begin);
        CHECK(read->end == record->entry->end);
      }
      CHECK_FALSE(by_list.find(record->entry->begin - 1).value_or(*record->entry).begin >
                  record->entry->begin);
    }
  });
  CHECK(files > 5);
  CHECK(functions > 1000);
}

TEST_CASE("an empty section, and one that is cut off, have no functions") {
  CHECK_FALSE(FrameTable({}, {}).find(0x1000));
  const std::uint8_t bytes[] = {0x14, 0, 0, 0, 0, 0, 0, 0};
  CHECK_FALSE(FrameTable({.data = bytes}, {}).find(0));
}
