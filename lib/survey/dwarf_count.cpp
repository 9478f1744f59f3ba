#include "survey/dwarf_count.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_set>

#include "dwarf/functions.h"
#include "dwarf/line_table.h"
#include "io/workers.h"
#include "survey/split_sections.h"
#include "symbols/code_ranges.h"
#include "symbols/debug_sections.h"
#include "symbols/effort.h"

namespace symkit::survey {
namespace {

// Units may share a line program; its rows are there once.
class LinePrograms {
 public:
  bool claim(std::uint64_t offset) {
    const std::scoped_lock lock(mutex_);
    return claimed_.insert(offset).second;
  }

 private:
  std::mutex mutex_;
  std::unordered_set<std::uint64_t> claimed_;
};

struct Shared {
  const dwarf::Sections& sections;
  const symbols::CodeRanges& code;
  const SplitSections& split;
  symbols::Effort effort;
  LinePrograms programs;
};

// One worker's part.
class UnitCounter final : private dwarf::FunctionSink {
 public:
  explicit UnitCounter(Shared& shared) : shared_(shared), effort_(shared.effort) {}

  void count(const dwarf::UnitHeader& header);
  const Dwarf& counted() const { return counted_; }

 private:
  void take(const dwarf::Function& function) override;
  void read_abbreviations(const dwarf::UnitHeader& header);
  void describe(const dwarf::Unit& unit);
  void count_functions(const dwarf::Unit& unit);
  void count_entries(const dwarf::Unit& unit);
  void count_lines(const dwarf::Unit& unit);

  Shared& shared_;
  symbols::EffortShare effort_;
  Dwarf counted_;
  dwarf::FunctionWalk walk_;
  dwarf::Scopes scopes_;
  dwarf::AbbreviationTable table_;
  std::optional<std::pair<std::uint64_t, dwarf::Encoding>> table_of_;
  dwarf::LineTable lines_;
};

void UnitCounter::read_abbreviations(const dwarf::UnitHeader& header) {
  const std::pair which(shared_.split.abbreviations_of(header), header.encoding);
  if (table_of_ == which) return;
  table_of_ = which;
  table_.read(shared_.sections.abbrev, which.first, shared_.sections.endian, header.encoding);
  effort_.spend(table_.size());
}

void UnitCounter::count(const dwarf::UnitHeader& header) {
  if (!effort_.spend(1)) return;
  read_abbreviations(header);
  const dwarf::Sections its_sections = shared_.split.sections_of(header, shared_.sections);
  const dwarf::Unit unit(its_sections, header, table_);
  describe(unit);
  if (shared_.split.is_part()) {
    count_entries(unit);
  } else {
    count_functions(unit);
    count_lines(unit);
  }
}

void UnitCounter::describe(const dwarf::Unit& unit) {
  const dwarf::UnitType type = unit.header().type;
  const bool has_types = type == dwarf::DW_UT_type || type == dwarf::DW_UT_split_type;
  ++(has_types ? counted_.type_units : counted_.units);
  counted_.versions.insert(unit.header().encoding.version);
  if (has_types) return;
  if (unit.language != 0) ++counted_.languages[unit.language];
  const std::string_view producer = unit.producer.read();
  if (!producer.empty() && effort_.spend(producer.size() / 16)) {
    const auto known = counted_.producers.find(producer);
    ++(known == counted_.producers.end() ? counted_.producers[std::string(producer)] : known->second);
  }
  const bool has_code = unit.has_code || table_.has_functions_with_code();
  if (!shared_.split.is_part() && unit.is_skeleton() && has_code) ++counted_.split_units;
  if (!shared_.split.is_part() && !unit.split_file.empty() && effort_.spend(unit.split_file.size()))
    counted_.split_files.emplace_back(unit.split_file);
}

void UnitCounter::count_functions(const dwarf::Unit& unit) {
  dwarf::RangeAllowance allowance(shared_.sections);
  const std::uint64_t allowed = allowance.bytes;
  walk_.run(unit, allowance, scopes_, *this);
  effort_.spend(allowed - allowance.bytes);
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
    const dwarf::Abbreviation* abbreviation = table_.find(code);
    if (abbreviation == nullptr) return;
    if (abbreviation->has_code) {
      counted_.functions += abbreviation->role == dwarf::EntryRole::Function ? 1 : 0;
      counted_.inlined += abbreviation->role == dwarf::EntryRole::Inlined ? 1 : 0;
    }
    table_.skip(*abbreviation, at);
  }
}

void UnitCounter::count_lines(const dwarf::Unit& unit) {
  if (!unit.line_program || !shared_.programs.claim(*unit.line_program)) return;
  lines_.read(unit, *unit.line_program);
  if (!effort_.spend(lines_.size())) return;
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

void count_units(Shared& shared, const dwarf::UnitList& list, unsigned jobs, Dwarf& all) {
  std::vector<std::uint32_t> order(list.units.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::uint32_t i) { return list.units[i].end - list.units[i].offset; });
  std::vector<std::unique_ptr<UnitCounter>> counters;
  for (unsigned worker = 0; worker < std::max(1U, jobs); ++worker)
    counters.push_back(std::make_unique<UnitCounter>(shared));
  io::for_each_item(jobs, order.size(), [&](unsigned worker, std::size_t item) {
    counters[worker]->count(list.units[order[item]]);
  });
  for (const auto& counter : counters) add(counter->counted(), all);
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
  const SplitSections split(image);
  found.is_split_part = split.is_part();
  auto sections = split.is_part() ? split.read(image) : symbols::debug_sections(image, jobs);
  if (!sections) {
    found.fault = sections.error().message;
    return found;
  }
  if (sections->info.empty()) return std::nullopt;
  look_at_storage(image, found);
  const dwarf::UnitList list = dwarf::read_units(*sections);
  found.fault = list.fault;
  if (list.units.empty() && list.fault.empty()) return std::nullopt;
  const symbols::CodeRanges code(image);
  Shared shared{*sections, code, split, symbols::Effort(found.bytes), {}};
  for (const symbols::CodeRange& range : code.all()) found.code_bytes += range.end - range.begin;
  count_units(shared, list, jobs, found);
  return found;
}

}  // namespace symkit::survey
