#include "reports/profile/profile.h"

#include <algorithm>

#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "reports/profile/place.h"
#include "reports/profile/place_name.h"

namespace symkit::profile {

namespace {

std::string place_of(const FrameReference& frame) {
  const std::uint64_t address = frame.runtime_address.value_or(0);
  if (frame.image.name.empty()) return hex(address);
  if (frame.image_offset) return say(frame.image.name, "+", hex(*frame.image_offset));
  if (frame.file_offset) return say(frame.image.name, "+", hex(*frame.file_offset));
  return say(hex(address), " (", frame.image.name, ")");
}

}  // namespace

bool Profile::has_names(const Location& location) const {
  const std::string_view file = location.mapping == none ? "" : texts[mappings[location.mapping].file];
  return std::ranges::any_of(lines_of(location), [&](const Line& line) {
    const TextId name = line.function == none ? 0 : functions[line.function].name;
    return name != 0 && !is_place_name(texts[name], file);
  });
}

std::string place_of(const Profile& profile, const Location& location) {
  if (location.reference != none) return place_of(profile.references[location.reference]);
  if (location.mapping == none) return hex(location.address);
  const Mapping& mapping = profile.mappings[location.mapping];
  const std::string_view file = print::base_name(profile.texts[mapping.file]);
  if (file.empty()) return hex(location.address);
  if (is_kernel(file)) return say("[kernel.kallsyms]+", hex(location.address - mapping.start));
  return say(file, "+", hex(location.address - mapping.start + mapping.offset));
}

std::uint64_t address_in_call(const Location& location) {
  const bool is_behind = location.address_of == AddressOf::Return && location.address != 0;
  return is_behind ? location.address - 1 : location.address;
}

std::string name_of(const Profile& profile, const Location& location, const Line& line) {
  const TextId name = line.function == none ? 0 : profile.functions[line.function].name;
  return name == 0 ? place_of(profile, location) : std::string(profile.texts[name]);
}

std::size_t shown_type(const Profile& profile) {
  if (profile.shown_type < profile.types.size()) return profile.shown_type;
  return profile.types.empty() ? 0 : profile.types.size() - 1;
}

}  // namespace symkit::profile
