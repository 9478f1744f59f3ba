// ls and stat: list what is stored.
#include <map>

#include "ground/base/utc.h"
#include "ground/base/words.h"
#include "keep/index/label.h"
#include "symstore/table.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

std::string day_of(std::chrono::sys_seconds time) {
  if (time.time_since_epoch().count() == 0) return {};
  return utc(time.time_since_epoch().count(), "%F");
}

void list_some(store::StockedShelf& shelf, std::span<const store::Holding> some, Table& table) {
  std::vector<store::Key> heads;
  for (const store::Holding& holding : some) heads.push_back(holding.keys.front());
  const std::vector<store::Found> found = shelf.get(heads);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const store::Holding& holding = some[i];
    const bool can_tell = holding.has_head && found[i];
    const index::Label known =
        can_tell && *found[i] ? index::label_of((*found[i])->bytes(), holding.kind) : index::Label();
    table.add({kind_of(holding), holding.id.hex(), known.architecture, known.name, say(holding.bytes),
               say(holding.parts), day_of(holding.used), shelf.place()});
  }
}

Result<void> list_store(const Work& work, const std::string& store, Table& table) {
  constexpr std::size_t at_once = 64;
  const auto shelf = store::open_store(store);
  auto all = store::holdings_of(*shelf);
  if (!all) return fail(all.error());
  const std::vector<std::string> ids = work.options.operands();
  if (!ids.empty()) all = chosen(*all, ids, shelf->place());
  if (!all) return fail(all.error());
  for (std::size_t at = 0; at < all->size(); at += at_once)
    list_some(*shelf, std::span(*all).subspan(at, std::min(at_once, all->size() - at)), table);
  return {};
}

Result<void> stat_store(const std::string& store, Table& table) {
  const auto shelf = store::open_store(store);
  const auto all = store::holdings_of(*shelf);
  const auto facts = all ? shelf->facts() : fail(all.error());
  if (!facts) return fail(facts.error());
  struct Sum {
    std::size_t images = 0;
    std::size_t parts = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::string, Sum> kinds;
  for (const store::Holding& holding : *all) {
    Sum& sum = kinds[kind_of(holding)];
    ++sum.images;
    sum.parts += holding.parts;
    sum.bytes += holding.bytes;
  }
  for (const auto& [kind, sum] : kinds)
    table.add({shelf->place(), kind, say(sum.images), say(sum.parts), say(sum.bytes)});
  table.add({shelf->place(), "all", say(all->size()), {}, say(store::bytes_of(*all))});
  for (const auto& [name, value] : *facts) table.add({shelf->place(), name, {}, {}, value});
  return {};
}

}  // namespace

Result<void> list(const Work& work) {
  Table table(work.options.format, {"kind", "id", "arch", "name", "bytes", "parts", "used", "store"});
  for (const std::string& store : work.stores)
    if (const auto listed = list_store(work, store, table); !listed) work.console.error(listed.error());
  return table.flush();
}

Result<void> stat(const Work& work) {
  Table table(work.options.format, {"store", "what", "images", "parts", "bytes"});
  for (const std::string& store : work.stores)
    if (const auto told = stat_store(store, table); !told) work.console.error(told.error());
  return table.flush();
}

}  // namespace symkit::symstore
