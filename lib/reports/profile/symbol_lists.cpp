#include "reports/profile/symbol_lists.h"

#include "files/jit/made_code.h"
#include "reports/profile/place.h"

namespace symkit::profile {
namespace {

bool wants_name(const Profile& profile, const Location& location) {
  return !location.is_label && location.reference == none && !profile.has_names(location);
}

void set_name(Profile& profile, Location& location, std::string_view name) {
  profile.functions.push_back({profile.texts.add(name), 0, 0, 0});
  location.first_line = static_cast<std::uint32_t>(profile.lines.size());
  location.line_count = 1;
  profile.lines.push_back({static_cast<std::uint32_t>(profile.functions.size() - 1), 0, 0});
}

}  // namespace

void name_by_kernel_symbols(Profile& profile, const crashlog::KernelSymbols& symbols) {
  for (Location& location : profile.locations) {
    if (location.address < highest_half || !wants_name(profile, location)) continue;
    const std::uint64_t address = address_in_call(location);
    const auto place = symbols.find(address);
    if (!place || place->symbol.empty()) continue;
    FrameReference frame;
    frame.runtime_address = location.address;
    frame.address_of = location.address_of;
    frame.image.name = profile.texts[profile.texts.add(place->module.empty() ? "vmlinux" : place->module)];
    if (place->module.empty() && location.mapping != none)
      frame.image.id =
          ImageId::parse(profile.texts[profile.mappings[location.mapping].build_id]).value_or(ImageId{});
    frame.symbol = profile.texts[profile.texts.add(place->symbol)];
    frame.symbol_offset = place->offset + (location.address - address);
    frame.symbol_size = place->size;
    location.reference = static_cast<std::uint32_t>(profile.references.size());
    profile.references.push_back(frame);
    set_name(profile, location, frame.symbol);
  }
}

Result<void> name_by_perf_map(Profile& profile, Bytes map) {
  const auto code = jit::read_made_code(map);
  if (!code) return fail(code.error());
  for (Location& location : profile.locations) {
    if (!wants_name(profile, location) || !is_in_no_file(profile, location)) continue;
    if (const jit::Piece* const piece = code->at(address_in_call(location)))
      set_name(profile, location, piece->function);
  }
  return {};
}

}  // namespace symkit::profile
