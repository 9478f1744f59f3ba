#include "debug/survey/pdb_count.h"

#include <algorithm>
#include <mutex>

#include "debug/debuginfo/code_ranges.h"
#include "files/pdb/module.h"
#include "ground/io/workers.h"

namespace symkit::survey {
namespace {

// Counts one module after the other for one worker.
class ModuleCounter final : private pdb::FunctionSink {
 public:
  ModuleCounter(const pdb::Database& database, const debuginfo::CodeRanges& code, std::uint64_t base)
      : places_(database.rearrangement()), code_(code), base_(base), reader_(database) {}

  // Returns what is wrong with it; empty if it is in order.
  std::string take(const pdb::ModuleInfo& module) {
    if (const auto entered = reader_.enter(module); !entered) return entered.error().message;
    reader_.each_function(*this);
    for (const pdb::Row& row : reader_.lines()) {
      if (!is_code(row.begin)) continue;
      ++counted_.lines;
      if (row.line != 0) counted_.code_bytes_with_lines += row.end - row.begin;
    }
    return {};
  }
  const ProgramDatabase& counted() const { return counted_; }

 private:
  void take(const pdb::Function& function) override {
    if (!is_code(function.begin)) return;
    if (function.is_part) return;
    ++counted_.functions;
    for (const pdb::InlineSite& site : function.sites) counted_.inlined += site.rows.empty() ? 0 : 1;
  }

  bool is_code(std::uint32_t linked) const {
    const auto place = places_.place_of(linked);
    return place && code_.clip(base_ + *place, base_ + *place + 1);
  }

  const pdb::Rearrangement& places_;
  const debuginfo::CodeRanges& code_;
  std::uint64_t base_;
  pdb::ModuleReader reader_;
  ProgramDatabase counted_;
};

ProgramDatabase sum_of(const std::vector<std::unique_ptr<ModuleCounter>>& counters) {
  ProgramDatabase sum;
  for (const auto& counter : counters) {
    sum.functions += counter->counted().functions;
    sum.inlined += counter->counted().inlined;
    sum.lines += counter->counted().lines;
    sum.code_bytes_with_lines += counter->counted().code_bytes_with_lines;
  }
  return sum;
}

}  // namespace

void look_at_pdb(const container::Image& image, Survey& found) {
  found.type = "debug file";
  for (const container::Section& section : image.sections())
    found.segments.push_back({.name = std::string(section.name),
                              .address = section.address.value,
                              .size = section.size,
                              .readable = true,
                              .executable = section.code});
  const auto symbols = image.symbols();
  if (!symbols) return found.faults.push_back(symbols.error().message);
  SymbolTable counted{.name = "publics", .direct = symbols->size()};
  counted.functions =
      static_cast<std::uint64_t>(std::ranges::count_if(*symbols, &container::Symbol::in_code));
  if (counted.direct != 0) found.symbols.push_back(counted);
}

void count_program_database(const container::Image& image, unsigned jobs, Survey& found) {
  const auto database = image.program_database();
  if (!database) found.faults.push_back(database.error().message);
  if (!database || *database == nullptr) return;
  const std::vector<pdb::ModuleInfo>& modules = (*database)->modules();
  const debuginfo::CodeRanges code(image);
  std::vector<std::unique_ptr<ModuleCounter>> counters;
  for (unsigned i = 0; i < std::max(1U, jobs); ++i)
    counters.push_back(std::make_unique<ModuleCounter>(**database, code, image.text_base().value));
  std::mutex noting;
  std::string fault;
  io::for_each_item(std::max(1U, jobs), modules.size(), [&](unsigned worker, std::size_t item) {
    std::string wrong = counters[worker]->take(modules[item]);
    const std::scoped_lock lock(noting);
    if (!wrong.empty()) fault = std::move(wrong);
  });
  ProgramDatabase& sum = found.program_database.emplace(sum_of(counters));
  sum.modules = modules.size();
  sum.bytes = (*database)->size();
  sum.fault = std::move(fault);
  for (const auto& range : code.all()) sum.code_bytes += range.end - range.begin;
}

}  // namespace symkit::survey
