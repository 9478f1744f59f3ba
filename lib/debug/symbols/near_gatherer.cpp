#include "debug/symbols/near_gatherer.h"

#include <algorithm>
#include <memory>
#include <span>

#include "debug/debuginfo/units.h"

namespace symkit::symbols {

Result<void> NearGatherer::run() {
  const std::uint64_t address = layout_.address()->value - where_.shift;
  dwarf::Range range = wanted();
  const auto hinted = where_.finder.hinted(address, range);
  if (!hinted) return fail(hinted.error());
  narrow_to(range);
  gather(*hinted);
  if (has_code()) return {};
  auto stated = where_.finder.stated(address, range);
  if (!stated) return fail(stated.error());
  narrow_to(range);
  std::erase_if(*stated, [&](const dwarf::UnitHeader& unit) {
    return std::ranges::find(*hinted, unit.offset, &dwarf::UnitHeader::offset) != hinted->end();
  });
  gather(*stated);
  return {};
}

// In the addresses of the units.
dwarf::Range NearGatherer::wanted() const {
  return {layout_.wanted().begin - where_.shift, layout_.wanted().end - where_.shift};
}

void NearGatherer::narrow_to(dwarf::Range range) {
  layout_.wanted() = {range.begin + where_.shift, range.end + where_.shift};
}

void NearGatherer::gather(const std::vector<dwarf::UnitHeader>& headers) {
  if (headers.empty()) return;
  auto& gatherer = gatherers_.emplace_back(std::make_unique<UnitGatherer>(
      where_.finder.units(), where_.code, layout_.image().format(), draft_, where_.from));
  gatherer->restrict_to(wanted());
  for (const dwarf::UnitHeader& header : headers)
    if (!gatherer->take(header)) layout_.warn(debuginfo::told_broken(header, debuginfo::used));
}

bool NearGatherer::has_code() const {
  const std::uint64_t offset = layout_.address()->value - layout_.image().text_base().value;
  return std::ranges::any_of(std::span(draft_.functions()).subspan(functions_before_),
                             [offset](const index::DraftFunction& function) {
                               return function.begin <= offset && offset < function.end;
                             });
}

}  // namespace symkit::symbols
