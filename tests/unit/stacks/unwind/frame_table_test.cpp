#include "stacks/unwind/frame_table.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <string_view>
#include <vector>

#include "files/container/open.h"

using namespace symkit;
using namespace symkit::unwind;

namespace {

const container::Section* named(const container::Image& image, std::string_view name) {
  const auto found = std::ranges::find(image.sections(), name, &container::Section::name);
  return found == image.sections().end() || found->data.empty() ? nullptr : &*found;
}

}  // namespace

// Linkers' lists lead to the same entries as reading all of them.
TEST_CASE("every function of the fixtures and of this program is found by the sorted list and without it") {
  std::size_t functions = 0, files = 0;
  std::vector<std::filesystem::path> paths = {"/proc/self/exe"};
  for (const auto& path : std::filesystem::recursive_directory_iterator(SYMKIT_TEST_DATA "/native"))
    if (path.is_regular_file()) paths.push_back(path.path());
  for (const auto& path : paths) {
    const auto file = container::open_file(path);
    if (!file || (*file)->images().size() != 1) continue;
    const container::Image& image = *(*file)->images().front();
    const container::Section* const all = named(image, ".eh_frame");
    const container::Section* const sorted = named(image, ".eh_frame_hdr");
    if (all == nullptr || sorted == nullptr) continue;
    const FrameSection section{.data = all->data,
                               .address = all->address.value,
                               .endian = image.endian(),
                               .address_size = image.address_size()};
    const FrameTable by_list(section, {sorted->data, sorted->address.value}), by_reading(section, {});
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
  }
  CHECK(files > 5);
  CHECK(functions > 1000);
}

TEST_CASE("an empty section, and one that is cut off, have no functions") {
  CHECK_FALSE(FrameTable({}, {}).find(0x1000));
  const std::uint8_t bytes[] = {0x14, 0, 0, 0, 0, 0, 0, 0};
  CHECK_FALSE(FrameTable({.data = bytes}, {}).find(0));
}
