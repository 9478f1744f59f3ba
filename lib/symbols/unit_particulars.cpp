// What a unit says of what only few ask: where its functions are declared, its discriminators and variables.
#include <algorithm>

#include "dwarf/declaration.h"
#include "dwarf/variables.h"
#include "symbols/unit_gatherer.h"

namespace symkit::symbols {

// Once for each entry. Of a split unit nothing: its numbers of files are of a table that the split file has.
void UnitGatherer::declare(std::uint64_t entry, index::NameKey its_name) {
  index::DraftParticulars& particulars = draft_.particulars();
  if (!particulars.keeps_declarations || its_name == 0 || walked_ != &*unit_) return;
  std::uint32_t& known = declared_[entry];
  if (known != 0 || !tools_.spend(1)) return;
  known = 1;
  const dwarf::Declaration place = dwarf::declaration(*unit_, entry);
  if (place.line == 0 || !place.file) return;
  particulars.declarations.push_back({its_name, {merger_.file(*place.file), place.line}});
}

// A call's depth is that of the one around it, and one more: that has a lower number.
void UnitGatherer::gather_inlined(const dwarf::Function& function) {
  inlined_begins_.clear();
  if (!draft_.particulars().keeps_declarations || !tools_.spend(function.calls.size())) return;
  calls_said_.assign(1, {});
  for (const dwarf::InlinedCall& call : function.calls) {
    const unsigned depth = calls_said_[call.parent].depth + 1U;
    calls_said_.push_back({.discriminator = dwarf::call_discriminator(*walked_, call.entry),
                           .depth = static_cast<std::uint8_t>(std::min(depth, unsigned{UINT8_MAX}))});
  }
  for (const dwarf::InlinedRange& range : function.inlined) {
    InlinedBegin& added = inlined_begins_.emplace_back(calls_said_[range.call]);
    added.address = range.begin;
    added.is_all = range.is_all;
    if (added.depth == UINT8_MAX) inlined_begins_.pop_back();
  }
  std::ranges::sort(inlined_begins_, {}, &InlinedBegin::address);
}

void UnitGatherer::add_inlined_begins(dwarf::Range range) {
  auto at = std::ranges::lower_bound(inlined_begins_, range.begin, {}, &InlinedBegin::address);
  for (; at != inlined_begins_.end() && at->address < range.end && tools_.spend(1); ++at)
    draft_.add_inlined(at->address, at->depth, at->discriminator, at->is_all);
}

// An object file's code and data are elsewhere than it says.
void UnitGatherer::add_particulars() {
  if (from_.moved != nullptr) return;
  index::DraftParticulars& particulars = draft_.particulars();
  if (particulars.keeps_variables) add_variables();
  if (!particulars.keeps_declarations) return;
  for (const dwarf::DiscriminatorRun& run : merger_.lines().discriminators())
    if (const auto part = clip(run.begin, run.end); part && tools_.spend(1))
      particulars.discriminators.push_back({part->begin, part->end, run.value, unit_number()});
}

void UnitGatherer::add_variables() {
  const bool is_split = walked_ != &*unit_;
  if (from_.moved != nullptr || !tools_.spend(walked_->header().end - walked_->header().offset)) return;
  dwarf::each_variable(*walked_, [&](const dwarf::Variable& variable) {
    if (!tools_.spend(1)) return;
    const dwarf::Declaration place =
        is_split ? dwarf::Declaration() : dwarf::declaration(*walked_, variable.entry);
    const dwarf::Text name = names_.quick(variable.entry, variable.name);
    index::DraftVariable& added = draft_.particulars().variables.emplace_back();
    added = {.address = variable.address, .unit = unit_number(), .name = name.read(), .file = {}};
    if (added.name.empty()) added.name = names_.of(variable.entry, variable.name);
    if (!place.file || place.line == 0) return;
    added.file = *draft_.particulars().files.insert(merger_.lines().path_of(*place.file)).first;
    added.line = place.line;
  });
}

}  // namespace symkit::symbols
