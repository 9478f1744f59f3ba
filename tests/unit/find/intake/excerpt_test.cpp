// An index of what is round a few places of a PDB answers for these as the whole index does, and is not kept.
#include <string>

#include "doctest/doctest.h"

#include "find/intake/intake.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"

using namespace symkit;
using test::Scratch;

namespace {

// All that an index says of a place, for atos and for LLVM.
std::string told(const index::NativeIndex& index, ImageOffset offset) {
  index::Answer answer;
  if (!index.lookup(offset, answer)) return {};
  std::string text = hex(answer.begin.value), part;
  const auto add = [&](index::NameId name, const index::Place& place) {
    index.read_name(name, part);
    text += '\n' + part;
    index.read_path(place.file, part);
    text += say(' ', part, ':', place.line);
  };
  for (const index::ChainFrame& frame : answer.chain) add(frame.name, frame.place);
  add(answer.symbol, answer.atos_place);
  return text;
}

bool has_lines(const index::NativeIndex& index, ImageOffset offset) {
  index::Answer answer;
  return index.lookup(offset, answer) && answer.source == index::Source::DebugInfo && !answer.is_part;
}

io::SharedBlob indexed(const std::string& file, store::Shelf& store, const intake::Options& how) {
  const auto made = intake::index_file(file, store, how);
  REQUIRE(made);
  const auto found = intake::find(made->front(), store);
  REQUIRE(found);
  return found->blob;
}

}  // namespace

TEST_CASE("A few places of a PDB are answered from an excerpt as from the whole") {
  for (const std::string_view name :
       {"market-x86_64.dll", "ledger-i686.dll", "ledger-aarch64.pdb", "ledger-x86_64-O0.dll",
        "ledger-x86_64-folded.dll", "market-x86_64-lines-only.dll"}) {
    CAPTURE(name);
    const std::string file = say(SYMKIT_TEST_DATA "/windows/", name);
    const Scratch scratch;
    store::FolderShelf store(scratch / "store");
    const io::SharedBlob whole = indexed(file, store, {});
    const auto truth = index::NativeIndex::open(whole->bytes());
    REQUIRE(truth);
    std::size_t excerpts = 0;
    for (std::uint64_t at = 0x1000; at < truth->end().value; at += 7) {
      intake::Options how{.asked = [&](FileAddress, Architecture) { return std::vector{ImageOffset{at}}; },
                          .much_to_index = 0};
      store::FolderShelf other(scratch / say("other-", at));
      const io::SharedBlob blob = indexed(file, other, how);
      CAPTURE(at);
      const bool is_excerpt = other.ids(index::Kind::Native)->empty();
      CHECK((is_excerpt || !has_lines(*truth, {at})));
      const auto part = index::NativeIndex::open(blob->bytes());
      REQUIRE(part);
      CHECK(told(*part, {at}) == told(*truth, {at}));
      CHECK(part->counts().functions <= truth->counts().functions);
      excerpts += is_excerpt ? 1 : 0;
    }
    CHECK(excerpts > 20);
  }
}

TEST_CASE(
    "Where a place is of no module or has no lines, and where little is saved, the whole index is made") {
  const std::string file = SYMKIT_TEST_DATA "/windows/market-x86_64.dll";
  for (const bool is_much : {false, true}) {
    const Scratch scratch;
    store::FolderShelf store(scratch / "store");
    const std::uint64_t at = is_much ? 0x900000 : 0x1120;
    intake::Options how{.asked = [&](FileAddress, Architecture) { return std::vector{ImageOffset{at}}; }};
    if (is_much) how.much_to_index = 0;
    indexed(file, store, how);
    CHECK(store.ids(index::Kind::Native)->size() == 1);
  }
}
