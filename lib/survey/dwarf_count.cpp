#include "survey/dwarf_count.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "debuginfo/code_ranges.h"
#include "debuginfo/debug_sections.h"
#include "debuginfo/first_time.h"
#include "debuginfo/split_sections.h"
#include "debuginfo/unit_tools.h"
#include "debuginfo/units.h"
#include "dwarf/functions.h"
#include "dwarf/line_table.h"

namespace symkit::survey {
namespace {

struct Shared {
  const debuginfo::CodeRanges& code;
  const debuginfo::SplitSections& split;
  debuginfo::FirstTime first_lines;
};

// One worker's part.
class UnitCounter final : private dwarf::FunctionSink {
 public:
  UnitCounter(debuginfo::Units& units, Shared& shared) : shared_(shared), tools_(units) {}

  bool take(const dwarf::UnitHeader& header);
  const Dwarf& counted() const { return counted_; }

 private:
  void take(const dwarf::Function& function) override;
  void describe(const dwarf::Unit& unit);
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

// Units that are broken count for what can be read of them.
bool UnitCounter::take(const dwarf::UnitHeader& header) {
  if (!tools_.spend(1)) return true;
  tools_.enter(header);
  const dwarf::Sections its_sections = shared_.split.sections_of(header, tools_.sections());
  const dwarf::Unit unit(its_sections, header, tools_.table());
  describe(unit);
  if (shared_.split.is_part()) {
    count_entries(unit);
  } else {
    count_functions(unit);
    count_lines(unit);
  }
  return true;
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
  const bool has_code = unit.has_code || tools_.table().has_functions_with_code();
  if (!shared_.split.is_part() && unit.is_skeleton() && has_code) ++counted_.split_units;
  if (!shared_.split.is_part() && !unit.split_file.empty() && tools_.spend(unit.split_file.size()))
    counted_.split_files.emplace_back(unit.split_file);
}

void UnitCounter::count_functions(const dwarf::Unit& unit) {
  tools_.with_ranges(
      [&](dwarf::RangeAllowance& allowance) { return walk_.run(unit, allowance, scopes_, *this); });
}

// What the linker deleted has ranges, too, but not where the image has code.
void UnitCounter::take(const dwarf::Function& function) {
  const bool is_there = std::ranges::any_of(function.ranges, [this](const dwarf::Range& range) {
    return shared_.code.clip(range.begin, range.end).has_value();
  });
  if (!is_there) return;
  ++counted_.functions;
  counted_.inlined += function.calls.size();
}

// In a .dwo or .dwp addresses are numbers of addresses elsewhere: what says that it has code is counted.
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
  all.split_files.insert(all.split_files.end(), part.split_files.begin(), part.split_files.end());
}

void count_units(debuginfo::Units& units, Shared& shared, unsigned jobs, Dwarf& all) {
  const auto counters = debuginfo::for_each_unit(
      units, {.jobs = jobs}, [&](unsigned) { return std::make_unique<UnitCounter>(units, shared); });
  if (!counters) {
    all.fault = counters.error().message;
    return;
  }
  for (const auto& counter : *counters) add(counter->counted(), all);
  std::ranges::sort(all.split_files);
  const auto repeated = std::ranges::unique(all.split_files);
  all.split_files.erase(repeated.begin(), repeated.end());
}

// As the file has them: of one debug file all sections are compressed in one way, or those that gain by it.
void look_at_storage(const container::Image& image, Dwarf& found) {
  for (const container::Section& section : image.sections()) {
    const std::string_view name = section.name.substr(0, section.name.find("debug_"));
    if (section.allocated || (name != "." && name != ".z" && name != "__" && name != "__z")) continue;
    found.bytes += section.size;
    if (section.compression != container::Compression::None) found.compression = section.compression;
  }
}

}  // namespace

std::optional<Dwarf> count_dwarf(const container::Image& image, unsigned jobs) {
  Dwarf found;
  const debuginfo::SplitSections split(image);
  found.is_split_part = split.is_part();
  auto sections = split.is_part() ? split.read(image) : debuginfo::debug_sections(image, jobs);
  if (!sections) {
    found.fault = sections.error().message;
    return found;
  }
  if (sections->info.empty()) return std::nullopt;
  look_at_storage(image, found);
  dwarf::UnitList list = split.units(*sections);
  found.fault = list.fault;
  if (list.units.empty() && list.fault.empty()) return std::nullopt;
  const debuginfo::CodeRanges code(image);
  for (const dwarf::Range& range : code.all()) found.code_bytes += range.end - range.begin;
  debuginfo::Units units(*sections, std::move(list), found.bytes);
  Shared shared{code, split, {}};
  count_units(units, shared, jobs, found);
  return found;
}

}  // namespace symkit::survey
