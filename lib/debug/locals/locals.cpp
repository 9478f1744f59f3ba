#include "debug/locals/locals.h"

#include <set>
#include <string_view>
#include <utility>

#include "debug/locals/scopes.h"
#include "files/dwarf/sections.h"
#include "keep/variables/types.h"

namespace symkit::locals {
namespace {

Bytes section_of(const container::Image& image, std::string_view name) {
  const container::Section* const section = image.debug_section(name);
  return section == nullptr ? Bytes() : image.contents(*section).value_or(Bytes());
}

}  // namespace

Locals::Locals(const container::Image& image, debuginfo::Companions* companions, debuginfo::Lines lines)
    : symbols_(image),
      image_(image),
      finder_(image, companions, lines),
      companions_(companions),
      types_(variables_),
      expressions_(types_.numbers(), variables_),
      locations_(expressions_),
      older_types_(section_of(image, "debug_types")),
      own_(std::make_unique<File>()) {
  own_->locations = {.lists = section_of(image, "debug_loclists"), .pairs = section_of(image, "debug_loc")};
}

std::optional<Locals::Here> Locals::find(std::uint64_t address) {
  dwarf::Range range{0, UINT64_MAX};
  auto headers = finder_.hinted(address, range);
  if (!headers || headers->empty()) headers = finder_.stated(address, range);
  if (!headers) return std::nullopt;
  for (const dwarf::UnitHeader& header : *headers) {
    Unit* const unit = opened(header);
    if (unit == nullptr) continue;
    if (auto found = unit->functions.at(address)) return Here{unit, *std::move(found)};
  }
  return std::nullopt;
}

Locals::Unit* Locals::opened(const dwarf::UnitHeader& header) {
  const auto [known, is_new] = units_.try_emplace(header.offset);
  if (!is_new) return known->second.get();
  if (!allowance_) open_files();
  const dwarf::Unit* unit = own_->units.open(header).unit;
  File* file = own_.get();
  if (unit->is_skeleton()) {
    const auto rest = finder_.units().split(*unit);
    if (!rest) return nullptr;
    file = opened_split(*rest);
    unit = file->units.open(*rest->header, unit).unit;
  }
  known->second = std::make_unique<Unit>(
      Unit{.file = file, .unit = unit, .functions = Functions(*file, *unit, *allowance_)});
  return known->second.get();
}

void Locals::open_files() {
  debuginfo::Units& units = finder_.units();
  own_->sections = units.sections();
  own_->units = dwarf::OpenUnits(own_->sections, units.list());
  own_->until_whole = [&units] { units.until_whole(); };
  allowance_.emplace(own_->sections);
  if (const dwarf::DebugFile* shared = companions_ == nullptr ? nullptr : companions_->supplementary()) {
    supplementary_ = std::make_unique<File>();
    supplementary_->sections = shared->sections;
    supplementary_->units = dwarf::OpenUnits(supplementary_->sections, shared->units);
    own_->supplementary = supplementary_.get();
  }
  add_type_units(*own_, units.list(), older_types_);
  definitions_.emplace(*own_, units.list());
}

File* Locals::opened_split(const debuginfo::SplitUnit& rest) {
  File& file = split_.emplace_back();
  file.sections = rest.sections;
  file.locations = rest.locations();
  file.units = dwarf::OpenUnits(file.sections, *rest.units);
  if (!rest.is_packed) add_type_units(file, *rest.units, {});
  return &file;
}

void Locals::add_type_units(File& file, const dwarf::UnitList& units, Bytes older) {
  TypeUnits& types = type_units_.emplace_back(file, units, older);
  file.type_of_signature = [&types](std::uint64_t signature) { return types.find(signature); };
}

const variables::Function* Locals::function_at(std::uint64_t address) {
  const auto [known, is_new] = functions_.try_emplace(address);
  if (!is_new) return known->second ? &*known->second : nullptr;
  const auto here = find(address);
  if (!here) return nullptr;
  variables::Function& made = known->second.emplace();
  made.scopes = ScopeWalk(types_, locations_, *allowance_, address).of(here->function);
  const Lineage lineage(here->function);
  if (const auto [by, detail] = lineage.find(dwarf::DW_AT_frame_base); detail != nullptr)
    made.frame_base = locations_.by(*by, *detail, address);
  made.entry = locals::begin_of(here->function.entry, *allowance_).value_or(0);
  made.symbol = symbol_of(lineage);
  made.language = here->unit->unit->language;
  made.may_have_begun_anew = may_begin_anew(made.entry);
  return &made;
}

const variables::CallSite* Locals::call_before(std::uint64_t address) {
  const auto [known, is_new] = sites_.try_emplace(address);
  if (is_new)
    if (const auto here = find(address - 1))
      known->second = calls_of(*here).returning_to(address, surroundings_of(*here));
  return known->second ? &*known->second : nullptr;
}

const std::vector<variables::CallSite>* Locals::tail_calls(std::uint64_t entry) {
  const auto [known, is_new] = tails_.try_emplace(entry);
  if (is_new)
    if (const auto here = find(entry); here && locals::begin_of(here->function.entry, *allowance_) == entry)
      known->second = calls_of(*here).tails(surroundings_of(*here));
  return known->second ? &*known->second : nullptr;
}

Calls::Surroundings Locals::surroundings_of(const Here& here) {
  return {here.unit->functions, locations_, begin_of_symbol_};
}

const Calls& Locals::calls_of(const Here& here) {
  return here.unit->calls.try_emplace(here.function.entry.offset(), here.function).first->second;
}

// Whether the function, or one that it calls last, may call it last.
bool Locals::may_begin_anew(std::uint64_t entry) {
  constexpr std::size_t most = 100;
  std::set<std::uint64_t> seen;
  std::vector<std::uint64_t> next = {entry};
  while (!next.empty()) {
    const auto* const tails = tail_calls(next.back());
    next.pop_back();
    if (tails == nullptr) return true;
    for (const variables::CallSite& tail : *tails) {
      if (!tail.callee || *tail.callee == entry || seen.size() == most) return true;
      if (seen.insert(*tail.callee).second) next.push_back(*tail.callee);
    }
  }
  return false;
}

std::vector<LaidOut> Locals::layout_at(std::uint64_t address) {
  const auto here = find(address);
  if (!here) return {};
  return frame_layout(innermost_subroutine(here->function, address, *allowance_));
}

std::optional<variables::SymbolAt> Locals::symbol_at(std::uint64_t address) {
  if (!address_symbols_) address_symbols_.emplace().add(image_);
  const auto found = address_symbols_->at(address);
  if (!found) return std::nullopt;
  return variables::SymbolAt{found->name, found->distance};
}

// By its name, as the linker has no say in it. Where two have it and differ, it may be either.
variables::TypeId Locals::defined(variables::TypeId id) {
  const variables::TypeId bare = variables::bare_id(id, *this);
  const variables::Type& declared = types_.at(bare);
  const auto entry = types_.numbers().at(bare);
  if (!entry || !declared.is_declared_only || declared.name.contains("(anonymous")) return 0;
  variables::TypeId found = 0;
  for (const Found& one : definitions_->of(entry->entry.text(dwarf::DW_AT_name))) {
    const variables::TypeId number = types_.numbers().of(one);
    const variables::Type& type = types_.at(number);
    if (type.kind != declared.kind || type.name != declared.name) continue;
    if (found != 0 && types_.at(found).size != type.size) return 0;
    found = found == 0 ? number : found;
  }
  return found;
}

// How many elements an array has, or the number of the last.
variables::Variable Locals::bound(const Found& subrange, std::uint64_t address) {
  for (const dwarf::Attribute one : {dwarf::DW_AT_count, dwarf::DW_AT_upper_bound})
    if (const auto* const said = subrange.entry.find(one); said != nullptr)
      return {.name = {}, .location = locations_.value_by(subrange, *said, address)};
  return {};
}

variables::Variable Locals::variable(variables::VariableId id, std::uint64_t address) {
  const auto found = variables_.at(id);
  if (!found) return {};
  if (found->entry.tag() == dwarf::DW_TAG_subrange_type) return bound(*found, address);
  const Lineage lineage(*found);
  variables::Variable made{.name = lineage.text(dwarf::DW_AT_name)};
  if (const auto [by, detail] = lineage.find(dwarf::DW_AT_type); by != nullptr) made.type = types_.of(*by);
  made.location = locations_.of(lineage, address);
  return made;
}

}  // namespace symkit::locals
