#include "crashlog/memory_mappings.h"

namespace symkit::crashlog {

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
