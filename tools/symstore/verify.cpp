// verify: checks that everything is complete and is what it claims to be.
#include <algorithm>
#include <set>

#include "ground/base/words.h"
#include "keep/index/part_table.h"
#include "keep/store/sound.h"
#include "symstore/table.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

class Verifier {
 public:
  Verifier(store::StockedShelf& shelf, Table& table) : shelf_(shelf), table_(table) {}

  void verify(const store::Holding& holding) {
    const std::set<store::Key> there(holding.keys.begin(), holding.keys.end());
    constexpr std::size_t at_once = 64;
    for (std::size_t at = 0; at < holding.keys.size(); at += at_once) {
      const auto some = std::span(holding.keys).subspan(at, std::min(at_once, holding.keys.size() - at));
      const std::vector<store::Found> found = shelf_.get(some);
      for (std::size_t i = 0; i < some.size(); ++i) check(some[i], found[i], there);
    }
  }

  std::size_t faults() const { return faults_; }
  std::size_t keys() const { return keys_; }

 private:
  void check(const store::Key& key, const store::Found& found, const std::set<store::Key>& there) {
    ++keys_;
    if (!found) return tell(key, found.error().message);
    if (*found == nullptr) return;  // deleted meanwhile
    const Bytes bytes = (*found)->bytes();
    if (const auto sound = store::check_all(key, bytes); !sound) return tell(key, sound.error().message);
    const bool leads_to_parts = key.kind == index::Kind::Manifest || index::leads_to_parts(bytes);
    if (key.is_whole() && leads_to_parts) check_parts(key, bytes, there);
  }

  void check_parts(const store::Key& key, Bytes bytes, const std::set<store::Key>& there) {
    const auto parts = index::parts_of(bytes);
    if (!parts) return tell(key, parts.error().message);
    const index::Kind kind = key.kind == index::Kind::Manifest ? index::Kind::Native : key.kind;
    const auto missing = std::ranges::count_if(
        *parts, [&](const index::PartSeal& part) { return !there.contains({key.id, kind, part.checksum}); });
    if (missing != 0) tell(key, say(missing, " of its ", parts->size(), " parts are missing"));
  }

  void tell(const store::Key& key, const std::string& fault) {
    ++faults_;
    table_.add({shelf_.place_of(key), fault});
  }

  store::StockedShelf& shelf_;
  Table& table_;
  std::size_t faults_ = 0;
  std::size_t keys_ = 0;
};

}  // namespace

Result<void> verify(const Work& work) {
  Table table(work.options.format, {"place", "fault"});
  std::size_t faults = 0;
  for (const std::string& store : work.stores) {
    const auto shelf = store::open_store(store);
    const auto all = store::holdings_of(*shelf);
    if (!all) return fail(all.error());
    Verifier verifier(*shelf, table);
    for (const store::Holding& holding : *all) verifier.verify(holding);
    faults += verifier.faults();
  }
  if (const auto flushed = table.flush(); !flushed) return flushed;
  if (faults == 0) return {};
  return fail(say(faults, faults == 1 ? " fault" : " faults",
                  ": store these indexes again with symprep --force or symstore push"));
}

}  // namespace symkit::symstore
