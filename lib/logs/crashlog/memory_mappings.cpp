#include "logs/crashlog/memory_mappings.h"

#include "ground/base/each_line.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {

std::optional<MemoryMapping> read_maps_line(std::string_view text) {
  Scanner at(text);
  const auto begin = at.hex();
  if (!begin || !at.literal('-')) return std::nullopt;
  const auto end = at.hex();
  if (!end || at.blanks() == 0 || at.word().size() < 4 || at.blanks() == 0) return std::nullopt;
  const auto offset = at.hex();
  if (!offset || !begin->fits || !end->fits || !offset->fits || at.blanks() == 0) return std::nullopt;
  at.word();  // the device
  at.blanks();
  at.word();  // the inode
  const std::string_view path = trimmed(at.rest());
  // At the path of a deleted file there is now another file, if any.
  const bool is_there = path.starts_with('/') && !path.ends_with(" (deleted)");
  return MemoryMapping{begin->value, end->value, offset->value, is_there ? path : std::string_view()};
}

Result<ImageList> read_process_maps(std::string_view text) {
  Report report;
  MemoryMappings mappings;
  bool is_one = false;
  each_line(text, [&](std::string_view line) {
    line.remove_suffix(line_end_of(line).size());
    const auto mapping = read_maps_line(trimmed(line));
    is_one = is_one || mapping;
    if (mapping) mappings.add(*mapping, report);
  });
  if (!is_one) return fail("is not in the format of /proc/PID/maps");
  return report.image_list();
}

void MemoryMappings::add(const MemoryMapping& mapping, Report& report) {
  if (mapping.path.empty() || mapping.path[0] != '/') return;
  if (mapping.file_offset == 0) {
    path_ = mapping.path;
    load_address_ = mapping.begin;
  }
  ListedImage image;
  image.begin = mapping.begin;
  image.end = mapping.end;
  image.path = mapping.path;
  image.name = base_name(mapping.path);
  image.id = mapping.id;
  image.is_inner_piece = mapping.path != path_;
  if (image.is_inner_piece) {
    image.file_offset = mapping.file_offset;
  } else {
    image.load_address = load_address_;
  }
  report.add_image(std::move(image));
}

}  // namespace symkit::crashlog
