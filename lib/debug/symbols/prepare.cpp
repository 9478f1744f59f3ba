#include "debug/symbols/prepare.h"

#include "debug/symbols/composed.h"
#include "files/pdb/database.h"
#include "ground/base/words.h"

namespace symkit::symbols {

std::uint64_t debug_bytes(const container::Image& image) {
  const container::Section* info = image.debug_section("debug_info");
  const auto database = image.program_database();
  return (info == nullptr ? 0 : info->size) +
         (database && *database != nullptr ? (*database)->module_bytes() : 0);
}

std::uint64_t debug_bytes(const container::Image& image, debuginfo::Companions& companions, unsigned jobs) {
  std::uint64_t bytes = debug_bytes(image);
  debuginfo::LinkedObjects* const objects = debuginfo::objects_with_dwarf(image, &companions);
  if (objects == nullptr) return bytes;
  const std::size_t count = debuginfo::open_all(*objects, jobs).all;
  for (std::size_t i = 0; i < count; ++i)
    if (const debuginfo::LinkedObject* object = objects->open(i)) bytes += debug_bytes(*object->image);
  return bytes;
}

std::uint64_t expected_work(const container::Image& image, debuginfo::Companions* companions) {
  constexpr std::uint64_t bytes_of_function = 1024;  // compilers write from 500 to 4,000
  if (const auto* const objects = debuginfo::objects_with_dwarf(image, companions))
    return objects->functions() * bytes_of_function;
  const std::uint64_t bytes = debug_bytes(image);
  const container::Section* const info = image.debug_section("debug_info");
  const bool is_stored = info == nullptr || info->compression == container::Compression::None;
  return is_stored ? bytes : bytes + bytes / 2;
}

namespace {

std::string described(const container::Image& image) {
  std::string text;
  for (const container::Section& section : image.sections())
    text += say(section.segment, ',', section.name, ',', section.address.value, ',', section.size, ',',
                section.data.size(), ';');
  if (const auto database = image.program_database(); database && *database != nullptr)
    text += say("pdb,", (*database)->size());
  return text;
}

// Indexes made with other rules for rows (atos_view.h) or folded functions (folded_ranges.h) are out of
// date.
constexpr std::uint64_t writer_version = 2;

}  // namespace

std::uint64_t source_stamp(const container::Image& image) {
  return index::checksum_of(as_bytes(described(image))) + writer_version;
}

std::uint64_t stamp_without_supplementary(const container::Image& image) {
  return index::checksum_of(as_bytes(described(image) + "without its shared part")) + writer_version;
}

bool may_have_columns(const container::Image& image, debuginfo::Companions* companions) {
  const auto database = image.program_database();
  if (image.format() == container::Format::Pdb || (database && *database != nullptr)) return false;
  return image.debug_section("debug_line") != nullptr ||
         debuginfo::objects_with_dwarf(image, companions) != nullptr;
}

Result<std::vector<std::uint8_t>> prepare(const container::Image& image, const PrepareOptions& options) {
  return composed(Layout(image, options));
}

}  // namespace symkit::symbols
