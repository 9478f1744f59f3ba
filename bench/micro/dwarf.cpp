// The steps of preparation that read every byte: units, line programs, all of one unit after the other on one
// core.
#include <optional>

#include "benchmark/benchmark.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/line_table.h"
#include "subject.h"

namespace symkit::bench {
namespace {

struct Counter final : dwarf::FunctionSink {
  void take(const dwarf::Function& function) override { functions += function.ranges.empty() ? 0 : 1; }
  std::uint64_t functions = 0;
};

// Calls `step` with every unit of the debug file.
template <class Step>
void each_unit(const dwarf::Sections& sections, const dwarf::UnitList& list, Step step) {
  dwarf::AbbreviationTable table;
  std::optional<std::pair<std::uint64_t, dwarf::Encoding>> read;
  for (const dwarf::UnitHeader& header : list.units) {
    if (const auto wanted = std::pair(header.abbrev_offset, header.encoding); read != wanted) {
      table.read(sections.abbrev, header.abbrev_offset, sections.endian, header.encoding);
      read = wanted;
    }
    step(dwarf::Unit(sections, header, table));
  }
}

void walk_units(benchmark::State& state) {
  const DebugFile* on = debug_file();
  if (on == nullptr) return state.SkipWithError("set SYMKIT_BENCH_DEBUG_FILE");
  Counter counter;
  dwarf::FunctionWalk walk;
  dwarf::Scopes scopes;
  for (auto _ : state) {
    const dwarf::UnitList list = dwarf::read_units(on->sections);
    each_unit(on->sections, list, [&](const dwarf::Unit& unit) {
      dwarf::RangeAllowance allowance(on->sections);
      walk.run(unit, allowance, scopes, counter);
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(on->sections.info.size()));
  state.counters["functions"] =
      benchmark::Counter(static_cast<double>(counter.functions), benchmark::Counter::kAvgIterations);
}
BENCHMARK(walk_units)->Unit(benchmark::kMillisecond);

void decode_lines(benchmark::State& state) {
  const DebugFile* on = debug_file();
  if (on == nullptr) return state.SkipWithError("set SYMKIT_BENCH_DEBUG_FILE");
  const dwarf::UnitList list = dwarf::read_units(on->sections);
  dwarf::LineTable lines;
  std::uint64_t rows = 0;
  for (auto _ : state) {
    each_unit(on->sections, list, [&](const dwarf::Unit& unit) {
      if (!unit.line_program) return;
      lines.read(unit, *unit.line_program);
      for (const dwarf::LineSequence& sequence : lines.sequences()) rows += sequence.row_count;
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(on->sections.line.size()));
  state.counters["rows"] = benchmark::Counter(static_cast<double>(rows), benchmark::Counter::kAvgIterations);
}
BENCHMARK(decode_lines)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace symkit::bench

BENCHMARK_MAIN();
