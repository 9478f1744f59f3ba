// Optional content from a unit: where its functions are declared, its discriminators and variables.
#include <algorithm>
#include <utility>

#include "debug/symbols/unit_gatherer.h"
#include "files/dwarf/declaration.h"
#include "files/dwarf/variables.h"
#include "ground/base/scope_mark.h"
#include "names/demangle/demangle.h"
#include "names/demangle/short_name.h"

namespace symkit::symbols {

namespace {

// Whether the short name can be derived from the linker name. Usually it is contained in it, but each
// compiler writes template arguments in its own way.
bool tells(std::string_view linkage_name, std::string_view short_name) {
  if (linkage_name.contains(scope_mark)) return true;
  if (short_name.empty()) return false;
  if (demangle::language_of(linkage_name).empty()) return linkage_name == short_name;
  const std::string_view word = short_name.substr(short_name.starts_with('~') ? 1 : 0);
  if (!word.contains('<') && linkage_name.contains(word)) return true;
  return demangle::short_name_of_mangled(linkage_name) == short_name;
}

}  // namespace

// Once for each entry. For a split unit no place is recorded: its file numbers refer to a table in the
// split file.
void UnitGatherer::declare(std::uint64_t entry, index::NameKey its_name) {
  index::DraftParticulars& particulars = draft_.particulars();
  if (!particulars.keeps_declarations || its_name == 0) return;
  std::uint32_t& known = declared_[entry];
  if (known != 0 || !tools_.spend(1)) return;
  known = 1;
  add_short_name(entry, its_name);
  if (walked_ != &*unit_) return;
  const dwarf::Declaration place = dwarf::declaration(*unit_, entry);
  if (place.elsewhere == entry || (place.elsewhere != 0 && std::exchange(declared_[place.elsewhere], 1) == 0))
    return declare_as(place.elsewhere, its_name);
  if (place.line == 0 || !place.file) return;
  particulars.declarations.push_back({its_name, {merger_.file(*place.file), place.line}});
}

// The same for entries of another unit: where code was optimised across units, and for what Go inlines.
void UnitGatherer::declare_as(std::uint64_t entry, index::NameKey its_name) {
  const dwarf::Unit* const other = tools_.spend(1) ? names_.unit_of(entry) : nullptr;
  if (other == nullptr || !other->line_program) return;
  const dwarf::Declaration place = dwarf::declaration(*other, entry);
  if (place.line == 0 || !place.file) return;
  auto& lines = lines_of_others_[other->header().offset];
  if (lines == nullptr) {
    lines = std::make_unique<dwarf::LineTable>();
    lines->read(*other, *other->line_program, dwarf::LineRows::None);
    tools_.spend(lines->size());
  }
  draft_.particulars().declarations.push_back({its_name, {merger_.file_of(*lines, *place.file), place.line}});
}

// Once for each pair of a name and an entry's short name: the result does not depend on which units this
// worker reads.
void UnitGatherer::add_short_name(std::uint64_t entry, index::NameKey its_name) {
  const dwarf::Text text = names_.plain(entry);
  const std::uint64_t both = reinterpret_cast<std::uintptr_t>(text.begin()) ^ its_name * 0x9E3779B97F4A7C15;
  if (std::exchange(shortened_[both], 1) != 0) return;
  if (tells(draft_.names()[its_name - 1], text.read())) return;
  if (const index::NameKey key = key_of(text); key != 0 || text.empty())
    draft_.particulars().short_names.push_back({its_name, key});
}

// A call's depth is that of the enclosing call, which has a lower number, plus one.
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
  forget_calls_left(function);
  std::ranges::sort(inlined_begins_, {}, &InlinedBegin::address);
}

// DWARF 2 gives only the main part of a call. If code inlined into it shows that it also has a cold part,
// the begin of the call is unknown.
void UnitGatherer::forget_calls_left(const dwarf::Function& function) {
  std::vector<dwarf::Range> reach(function.calls.size() + 1, dwarf::Range{UINT64_MAX, 0});
  for (const dwarf::InlinedRange& range : function.inlined) {
    reach[range.call].begin = std::min(reach[range.call].begin, range.begin);
    reach[range.call].end = std::max(reach[range.call].end, range.end);
  }
  for (const dwarf::InlinedRange& range : function.inlined) {
    const std::uint32_t parent = function.calls[range.call - 1].parent;
    if (parent == 0 || (reach[parent].begin <= range.begin && range.begin < reach[parent].end)) continue;
    inlined_begins_.push_back({.address = range.begin, .depth = calls_said_[parent].depth});
  }
}

void UnitGatherer::add_inlined_begins(dwarf::Range range) {
  auto at = std::ranges::lower_bound(inlined_begins_, range.begin, {}, &InlinedBegin::address);
  for (; at != inlined_begins_.end() && at->address < range.end && tools_.spend(1); ++at)
    draft_.add_inlined(at->address, at->depth, at->discriminator, at->is_all);
}

// An object file's code and data are not at the addresses that it gives.
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
