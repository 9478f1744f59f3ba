#include "debug/survey/dwarf_count.h"

#include <algorithm>
#include <memory>

#include "debug/debuginfo/code_ranges.h"
#include "debug/debuginfo/debug_sections.h"
#include "debug/debuginfo/first_time.h"
#include "debug/debuginfo/split_file.h"
#include "debug/debuginfo/unit_tools.h"
#include "debug/debuginfo/units.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"

namespace symkit::survey {
namespace {

struct Shared {
  const debuginfo::CodeRanges& code;
  const debuginfo::SplitFile* split;  // the image, if it is one
  debuginfo::FirstTime first_lines;
};

// One worker's share.
class UnitCounter final : private dwarf::FunctionSink {
 public:
  UnitCounter(debuginfo::Units& units, Shared& shared) : shared_(shared), tools_(units) {}

  bool take(const dwarf::UnitHeader& header);
  const Dwarf& counted() const { return counted_; }

 private:
  void take(const dwarf::Function& function) override;
  void describe(const dwarf::Unit& unit);
  void count_split(const dwarf::Unit& skeleton, bool has_code, bool is_found);
  void count_functions(const dwarf::Unit& unit);
  void count_entries(const dwarf::Unit& unit);
  void count_lines(const dwarf::Unit& unit);

  Shared& shared_;
  debuginfo::UnitTools tools_;
  Dwarf counted_;
  dwarf::FunctionWalk walk_;
  dwarf::Scopes scopes_;
  dwarf::LineTable lines_;
};

// A broken unit counts for what can be read of it.
bool UnitCounter::take(const dwarf::UnitHeader& header) {
  if (!tools_.spend(1)) return true;
  tools_.enter(header);
  if (shared_.split != nullptr) {
    const dwarf::Sections its_sections = shared_.split->sections_of(header);
    const dwarf::Unit unit(its_sections, header, tools_.table());
    describe(unit);
    count_entries(unit);
    return true;
  }
  const dwarf::Unit unit(tools_.sections(), header, tools_.table());
  const dwarf::Unit* rest = unit.is_skeleton() ? tools_.rest_of(unit) : nullptr;
  if (unit.is_skeleton()) count_split(unit, unit.may_have_code(), rest != nullptr);
  describe(rest == nullptr ? unit : *rest);
  count_functions(rest == nullptr ? unit : *rest);
  count_lines(unit);
  return true;
}

void UnitCounter::count_split(const dwarf::Unit& skeleton, bool has_code, bool is_found) {
  counted_.split_units += has_code ? 1 : 0;
  counted_.missing_units += has_code && !is_found ? 1 : 0;
  if (skeleton.split_file.empty() || !tools_.spend(skeleton.split_file.size())) return;
  counted_.split_files.emplace_back(skeleton.split_file);
  if (!is_found) counted_.missing_files.emplace_back(skeleton.split_file);
}

void UnitCounter::describe(const dwarf::Unit& unit) {
  const dwarf::UnitType type = unit.header().type;
  const bool has_types = type == dwarf::DW_UT_type || type == dwarf::DW_UT_split_type;
  ++(has_types ? counted_.type_units : counted_.units);
  counted_.versions.insert(unit.header().encoding.version);
  if (has_types) return;
  if (unit.language != 0) ++counted_.languages[unit.language];
  const std::string_view producer = unit.producer.read();
  if (!producer.empty() && tools_.spend(producer.size() / 16)) {
    const auto known = counted_.producers.find(producer);
    ++(known == counted_.producers.end() ? counted_.producers[std::string(producer)] : known->second);
  }
}

void UnitCounter::count_functions(const dwarf::Unit& unit) {
  tools_.with_ranges(
      &unit, [&](dwarf::RangeAllowance& allowance) { return walk_.run(unit, allowance, scopes_, *this); });
}

// Deleted functions have ranges, too, but not where the image has code.
void UnitCounter::take(const dwarf::Function& function) {
  const bool is_there = std::ranges::any_of(function.ranges, [this](const dwarf::Range& range) {
    return shared_.code.clip(range.begin, range.end).has_value();
  });
  if (!is_there) return;
  ++counted_.functions;
  counted_.inlined += function.calls.size();
}

// In a .dwo or .dwp, addresses are indexes into a table elsewhere, so entries that claim to have code are
// counted.
void UnitCounter::count_entries(const dwarf::Unit& unit) {
  Cursor at = unit.cursor_at(unit.header().first_entry);
  while (!at.at_end()) {
    const std::uint64_t code = at.uleb();
    if (code == 0) continue;
    const dwarf::Abbreviation* abbreviation = tools_.table().find(code);
    if (abbreviation == nullptr) return;
    if (abbreviation->has_code) {
      counted_.functions += abbreviation->role == dwarf::EntryRole::Function ? 1 : 0;
      counted_.inlined += abbreviation->role == dwarf::EntryRole::Inlined ? 1 : 0;
    }
    tools_.table().skip(*abbreviation, at);
  }
}

void UnitCounter::count_lines(const dwarf::Unit& unit) {
  if (!unit.line_program || !shared_.first_lines(*unit.line_program)) return;
  lines_.read(unit, *unit.line_program);
  if (!tools_.spend(lines_.size())) return;
  for (const dwarf::LineSequence& sequence : lines_.sequences()) {
    const auto part = shared_.code.clip(sequence.begin, sequence.end);
    if (!part) continue;
    counted_.lines += sequence.row_count;
    counted_.code_bytes_with_lines += part->end - part->begin;
  }
}

void add(const Dwarf& part, Dwarf& all) {
  all.units += part.units;
  all.type_units += part.type_units;
  all.functions += part.functions;
  all.inlined += part.inlined;
  all.lines += part.lines;
  all.code_bytes_with_lines += part.code_bytes_with_lines;
  all.versions.insert(part.versions.begin(), part.versions.end());
  for (const auto& [producer, units] : part.producers) all.producers[producer] += units;
  for (const auto& [language, units] : part.languages) all.languages[language] += units;
  all.split_units += part.split_units;
  all.missing_units += part.missing_units;
  all.split_files.insert(all.split_files.end(), part.split_files.begin(), part.split_files.end());
  all.missing_files.insert(all.missing_files.end(), part.missing_files.begin(), part.missing_files.end());
}

void sort_out(std::vector<std::string>& names) {
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
}

void count_units(debuginfo::Units& units, Shared& shared, unsigned jobs, Dwarf& all) {
  const auto counters = debuginfo::for_each_unit(
      units, {.jobs = jobs}, [&](unsigned) { return std::make_unique<UnitCounter>(units, shared); });
  if (!counters) {
    all.fault = counters.error().message;
    return;
  }
  for (const auto& counter : *counters) add(counter->counted(), all);
  sort_out(all.split_files);
  sort_out(all.missing_files);
}

// The compression in the file: all sections of a debug file use the same one, or those that gain by it.
void look_at_storage(const container::Image& image, Dwarf& found) {
  for (const container::Section& section : image.sections()) {
    const std::string_view name = section.name.substr(0, section.name.find("debug_"));
    if (section.allocated || (name != "." && name != ".z" && name != "__" && name != "__z")) continue;
    found.bytes += section.size;
    if (section.compression != container::Compression::None) found.compression = section.compression;
  }
}

Result<dwarf::DebugFile> whole_file(const container::Image& image, unsigned jobs) {
  auto sections = debuginfo::debug_sections(image, jobs);
  if (!sections) return fail(sections.error());
  return dwarf::DebugFile{*sections, dwarf::read_units(*sections)};
}

}  // namespace

std::optional<Dwarf> count_dwarf(const container::Image& image, unsigned jobs,
                                 debuginfo::Companions* companions) {
  Dwarf found;
  found.is_split_part = debuginfo::SplitFile::is_one(image);
  const auto split = found.is_split_part ? debuginfo::SplitFile::read(image) : fail("");
  found.is_package = split && split->is_package();
  const Result<dwarf::DebugFile> whole = split                 ? split->whole()
                                         : found.is_split_part ? fail(split.error())
                                                               : whole_file(image, jobs);
  if (!whole) {
    found.fault = whole.error().message;
    return found;
  }
  if (whole->sections.info.empty()) return std::nullopt;
  look_at_storage(image, found);
  found.fault = whole->units.fault;
  if (whole->units.units.empty() && found.fault.empty()) return std::nullopt;
  const debuginfo::CodeRanges code(image);
  for (const dwarf::Range& range : code.all()) found.code_bytes += range.end - range.begin;
  debuginfo::Units units(whole->sections, whole->units, found.bytes, companions);
  Shared shared{code, split ? &*split : nullptr, {}};
  count_units(units, shared, jobs, found);
  if (found.missing_units != 0 && companions != nullptr) found.what_was_tried = companions->what_was_tried();
  return found;
}

}  // namespace symkit::survey
