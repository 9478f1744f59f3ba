// rm and prune: delete indexes.
#include <algorithm>

#include "ground/base/words.h"
#include "symstore/table.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

// Parts without a manifest may belong to a writer that is still working.
constexpr std::chrono::hours writers_take_at_most{24};

// Deletes the head before the parts, so that no reader follows it to a deleted part.
Result<void> remove_one(const Work& work, store::StockedShelf& shelf, const store::Holding& holding,
                        Table& table) {
  if (!work.options.dry_run)
    if (const auto removed = shelf.remove(holding.keys); !removed) return fail(removed.error());
  table.add({kind_of(holding), holding.id.hex(), say(holding.bytes), shelf.place()});
  return {};
}

// Leftovers that are too young stay; pruning continues with the entries after them.
std::vector<store::Holding> to_prune(const Options& options,
                                     const std::vector<store::Holding>& oldest_first) {
  const auto now = store::now();
  std::uint64_t left = store::bytes_of(oldest_first);
  std::vector<store::Holding> some;
  for (const store::Holding& holding : oldest_first) {
    const bool is_unused = options.unused && now - holding.used > *options.unused;
    const bool is_too_much = options.max_size && left > *options.max_size;
    const bool is_leftover = !holding.has_head && !holding.is_copy;
    if (!is_unused && !is_too_much) break;
    if (is_leftover && now - holding.used < writers_take_at_most) continue;
    left -= holding.bytes;
    some.push_back(holding);
  }
  return some;
}

Result<void> prune_store(const Work& work, const std::string& store, Table& table) {
  const auto shelf = store::open_store(store);
  auto all = store::holdings_of(*shelf);
  if (!all) return fail(all.error());
  std::ranges::stable_sort(*all, {}, &store::Holding::used);
  for (const store::Holding& holding : to_prune(work.options, *all))
    if (const auto removed = remove_one(work, *shelf, holding, table); !removed) return removed;
  if (work.options.unused && !work.options.dry_run) shelf->forget_asked(store::now() - *work.options.unused);
  return {};
}

}  // namespace

Result<void> remove(const Work& work) {
  Table table(work.options.format, {"kind", "id", "bytes", "store"});
  std::size_t found = 0;
  Error error;
  for (const std::string& store : work.stores) {
    const auto shelf = store::open_store(store);
    const auto all = store::holdings_of(*shelf);
    if (!all) return fail(all.error());
    const auto some = chosen(*all, work.options.operands(), shelf->place());
    if (!some) {
      error = some.error();
      continue;
    }
    ++found;
    for (const store::Holding& holding : *some)
      if (const auto removed = remove_one(work, *shelf, holding, table); !removed) return removed;
  }
  if (found == 0) return fail(error);
  return table.flush();
}

Result<void> prune(const Work& work) {
  Table table(work.options.format, {"kind", "id", "bytes", "store"});
  for (const std::string& store : work.stores)
    if (const auto pruned = prune_store(work, store, table); !pruned) return pruned;
  return table.flush();
}

}  // namespace symkit::symstore
