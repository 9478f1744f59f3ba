#include "reports/profile/place.h"

#include <algorithm>
#include <array>

#include "ground/base/go_id.h"
#include "ground/print/frames.h"
#include "reports/profile/place_name.h"

namespace symkit::profile {
namespace {

constexpr std::string_view no_mapping = "the profile does not say what was mapped there";
constexpr std::string_view no_file = "the profile does not say which file was mapped there";
constexpr std::string_view outside = "the address is outside of its mapping";
constexpr std::string_view not_a_file = "no file was mapped there";
constexpr std::string_view module_moved = "kernel module addresses are known only from --kallsyms FILE";
constexpr std::string_view kernel_moved = "the profile does not say how far the kernel was moved";

// If a location names no mapping, the only one that contains its address.
const Mapping* mapping_of(const Profile& profile, const Location& location) {
  if (location.mapping != none) return &profile.mappings[location.mapping];
  const Mapping* found = nullptr;
  for (const Mapping& mapping : profile.mappings) {
    if (!holds(mapping, location.address)) continue;
    if (found != nullptr) return nullptr;
    found = &mapping;
  }
  return found;
}

// Whether addresses are the image's own, as in a program that was not moved or a profile that was
// normalized.
bool is_whole_image(const Mapping& mapping) {
  return mapping.start == 0 && mapping.offset == 0 && (mapping.limit == 0 || mapping.limit == UINT64_MAX);
}

void place_in_file(const Mapping& mapping, FrameReference& frame) {
  const std::uint64_t address = *frame.runtime_address;
  frame.file_offset = address - mapping.start + mapping.offset;
  if (mapping.limit > mapping.start)
    frame.memory = MappedMemory{mapping.start, mapping.limit - mapping.start};
  frame.unmoved_if_fixed = true;
}

void take_image(const Profile& profile, const Mapping& mapping, ImageReference& image) {
  image.path = profile.texts[mapping.file];
  image.name = print::base_name(image.path);
  const std::string_view id = profile.texts[mapping.build_id];
  image.id = ImageId::parse(id).value_or(ImageId{});
  if (is_go_id(id)) image.code_id = id;
}

// "[kernel.kallsyms]_text" is mapped from the beginning of the kernel's code, and so are mappings whose
// offset says so, as perf does.
void place_in_kernel(const Mapping& mapping, std::string_view file, FrameReference& frame) {
  frame.image.name = "vmlinux";
  frame.image.path = {};
  const bool begins_at_text = file.ends_with("_text") || file.ends_with("_stext");
  if (begins_at_text && mapping.offset >= highest_half)
    frame.load_address = mapping.offset;
  else if (mapping.start >= highest_half)
    frame.load_address = mapping.start;
  else
    frame.problem = kernel_moved;
}

// The place given by the name of a location without an address: "libkiosk.so+0x1606", an offset in the
// file or an address in it.
std::optional<FrameReference> reference_by_name(const Profile& profile, const Location& location) {
  if (location.line_count == 0) return std::nullopt;
  const Line& line = profile.lines_of(location).back();
  const std::string_view name =
      line.function == none ? "" : profile.texts[profile.functions[line.function].name];
  const auto place = read_place_name(name);
  if (!place) return std::nullopt;
  FrameReference frame{.address_of = location.address_of};
  frame.image.name = print::base_name(place->image);
  if (place->image.starts_with('/')) frame.image.path = place->image;
  frame.file_offset = place->offset;
  frame.offset_may_be_address = true;
  if (location.mapping == none) return frame;
  const Mapping& mapping = profile.mappings[location.mapping];
  if (print::base_name(profile.texts[mapping.file]) == frame.image.name)
    take_image(profile, mapping, frame.image);
  return frame;
}

}  // namespace

bool is_kernel(std::string_view file) {
  return file.starts_with("[kernel.kallsyms]") || file.starts_with("[guest.kernel.kallsyms]") ||
         file == "[kernel]";
}

bool is_no_file(std::string_view file) {
  constexpr std::array names = {"[", "//anon", "/memfd:", "/dev/", "anon_inode:", "/SYSV"};
  return std::ranges::any_of(names, [&](std::string_view name) { return file.starts_with(name); });
}

bool is_in_no_file(const Profile& profile, const Location& location) {
  const Mapping* mapping = mapping_of(profile, location);
  if (mapping == nullptr) return true;
  const std::string_view file = profile.texts[mapping->file];
  return file.empty() || (is_no_file(file) && !is_kernel(file));
}

FrameReference reference_of(const Profile& profile, const Location& location) {
  if (location.reference != none) return profile.references[location.reference];
  if (location.address == 0)
    if (const auto named = reference_by_name(profile, location)) return *named;
  FrameReference frame;
  frame.address_of = location.address_of;
  frame.runtime_address = location.address;
  const Mapping* mapping = mapping_of(profile, location);
  if (mapping == nullptr) {
    frame.problem = no_mapping;
    return frame;
  }
  const std::string_view file = profile.texts[mapping->file];
  take_image(profile, *mapping, frame.image);
  if (is_kernel(file)) {
    place_in_kernel(*mapping, file, frame);
    return frame;
  }
  if (mapping->start >= highest_half && file != "[vsyscall]")
    frame.problem = module_moved;
  else if (file.empty() && frame.image.id.empty())
    frame.problem = no_file;
  else if (is_no_file(file) && frame.image.id.empty())
    frame.problem = not_a_file;
  else if (is_whole_image(*mapping))
    frame.file_address = location.address;
  else if (!holds(*mapping, location.address) && mapping->limit != 0)
    frame.problem = outside;
  else
    place_in_file(*mapping, frame);
  return frame;
}

}  // namespace symkit::profile
