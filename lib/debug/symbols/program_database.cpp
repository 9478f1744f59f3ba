// A PDB: functions, inlined calls and lines, collected by workers that each process the next module.
#include <algorithm>
#include <numeric>
#include <optional>

#include "debug/debuginfo/effort.h"
#include "debug/symbols/module_gatherer.h"
#include "debug/symbols/source.h"
#include "debug/symbols/unit_ranges.h"
#include "files/pdb/module.h"
#include "files/pdb/type_names.h"
#include "ground/io/memory_bound.h"
#include "ground/io/workers.h"

namespace symkit::symbols {
namespace {

class ProgramDatabase final : public Source {
  unsigned draft_count(unsigned jobs) const override { return jobs; }

  Result<void> gather(const Layout& layout, std::span<index::Draft> drafts) override {
    const auto found = layout.image().program_database();
    if (!found) layout.warn(found.error().message);
    if (!found || *found == nullptr) return {};
    const pdb::Database& database = **found;
    auto names = pdb::FunctionNames::of(database);
    if (!names) return fail(names.error());
    names_.emplace(std::move(*names));
    const Result<Outline>& outline = layout.outline();
    if (!outline) return fail(outline.error());
    gather_modules(database, layout, *outline, drafts);
    if (layout.options().units != nullptr) name_units(database, *layout.options().units);
    return {};
  }

  void gather_modules(const pdb::Database& database, const Layout& layout, const Outline& outline,
                      std::span<index::Draft> drafts) {
    debuginfo::Effort effort(database.size());
    for (index::Draft& draft : drafts)
      gatherers_.push_back(
          std::make_unique<ModuleGatherer>(database, *names_, layout, outline, effort, draft));
    const std::vector<std::uint32_t> order = largest_first(database);
    const auto jobs = static_cast<unsigned>(drafts.size());
    io::for_each_item(jobs, order.size(), [&](unsigned worker, std::size_t item) {
      if (io::is_memory_exceeded()) return;
      const std::uint32_t number = order[item];
      const pdb::ModuleInfo& module = database.modules()[number];
      if (const auto taken = gatherers_[worker]->take(number); !taken) layout.warn(taken.error().message);
      layout.options().advanced(database.streams().size_of(module.stream));
      io::relieve_memory();
    });
    if (effort.is_spent()) layout.warn("the PDB is more complex than any real one: a part of it is skipped");
  }

  static std::vector<std::uint32_t> largest_first(const pdb::Database& database) {
    std::vector<std::uint32_t> order(database.modules().size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t number) {
      const pdb::ModuleInfo& module = database.modules()[number];
      return std::uint64_t{module.symbol_bytes} + module.line_bytes;
    });
    return order;
  }

  std::optional<pdb::FunctionNames> names_;
  std::vector<std::unique_ptr<ModuleGatherer>> gatherers_;
};

}  // namespace

std::unique_ptr<Source> program_database() { return std::make_unique<ProgramDatabase>(); }

}  // namespace symkit::symbols
