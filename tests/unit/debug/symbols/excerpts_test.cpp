// An excerpt says of a place what the whole index says of it: for every address of every fixture.
#include "debug/symbols/excerpts.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "debug/companions/companions.h"
#include "files/container/open.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"

using namespace symkit;
using symbols::Excerpts;

namespace {

namespace fs = std::filesystem;

class Teller {
 public:
  explicit Teller(const index::NativeIndex& index) : index_(index) {}

  // All that an index says of a place.
  std::string told(ImageOffset offset) {
    index::Answer answer;
    if (!index_.lookup(offset, answer)) return {};
    text_ = say(hex(answer.begin.value), ' ', static_cast<int>(answer.source), answer.is_part ? " part" : "");
    for (const index::ChainFrame& frame : answer.chain) add(frame.name, frame.place);
    add(answer.symbol, answer.atos_place);
    if (answer.symbol != 0) text_ += hex(answer.symbol_begin.value);
    return text_;
  }

 private:
  void add(index::NameId name, const index::Place& place) {
    index_.read_name(name, part_);
    text_ += '\n' + part_;
    index_.read_path(place.file, part_);
    text_ += say(' ', part_, ':', place.line, ':', place.column);
  }

  const index::NativeIndex& index_;
  std::string text_, part_;
};

bool has_lines(const index::NativeIndex& index, ImageOffset offset) {
  index::Answer answer;
  return index.lookup(offset, answer) && answer.source == index::Source::DebugInfo && !answer.is_part;
}

struct Count {
  std::size_t asked = 0;  // addresses
  std::size_t whole = 0;  // for which only the whole index can tell
  std::size_t whole_with_lines = 0;
  std::size_t named = 0;     // of the others, those with a name
  std::size_t excerpts = 0;  // that were made
};

constexpr std::uint64_t step_over_nothing = 61;

// Looks up the places of an image in both, all of those with an answer.
void compare(const container::Image& image, const symbols::PrepareOptions& how, Count& count) {
  const auto whole = symbols::prepare(image, how);
  if (!whole || whole->empty()) return;
  const auto index = index::NativeIndex::open(*whole);
  REQUIRE(index);
  const auto excerpts = Excerpts::of(image, how);
  if (excerpts == nullptr) return;
  Teller truth(*index);
  for (std::uint64_t at = 0; at < index->end().value + 16;) {
    CAPTURE(hex(at));
    const FileAddress address = to_file(ImageOffset{at}, image.text_base());
    const auto excerpt = excerpts->at(address);
    REQUIRE(excerpt);
    ++count.asked;
    if (!*excerpt) {
      ++count.whole;
      count.whole_with_lines += has_lines(*index, {at}) ? 1 : 0;
      at += step_over_nothing;
      continue;
    }
    ++count.excerpts;
    if ((*excerpt)->first > address || (*excerpt)->last < address) FAIL("it does not hold the address");
    const auto part =
        (*excerpt)->index ? index::NativeIndex::open((*excerpt)->index->bytes()) : index::NativeIndex();
    REQUIRE(part);
    Teller teller(*part);
    const std::uint64_t first = to_offset((*excerpt)->first, image.text_base()).value_or(ImageOffset()).value;
    const std::uint64_t last = std::min(to_offset((*excerpt)->last, image.text_base())->value, at + 4096);
    bool is_same = true;
    for (std::uint64_t place = std::max(first, at - std::min<std::uint64_t>(at, 64)); place <= last;
         ++place) {
      const std::string expected = truth.told({place});
      const std::string got = (*excerpt)->index ? teller.told({place}) : "";
      count.named += expected.empty() ? 0 : 1;
      if (got != expected && std::exchange(is_same, false)) CHECK_MESSAGE(got == expected, hex(place));
    }
    at = std::max(at, last) + ((*excerpt)->index ? 1 : step_over_nothing);
  }
}

Count compare_all_below(const std::string& folder) {
  Count count;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path();
    // Code inlined outside of its function, where DWARF could say that it is inside: only reading all
    // functions shows it.
    if (path.ends_with("pump-uncontained.so")) continue;
    const auto file = container::open_file(path);
    if (!file) continue;
    CAPTURE(path);
    for (const auto& image : (*file)->images()) {
      const auto companions = companions::companions_of(*image, {.path = path, .name = {}, .beside = {}}, {});
      symbols::PrepareOptions how;
      how.companions = companions.get();
      compare(*image, how, count);
      how.columns = how.declarations = true;
      compare(*image, how, count);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("ELF, Mach-O, PE, WebAssembly: an excerpt of each place says what the index says") {
  for (const std::string_view folder : {"native", "windows", "wasm", "mini", "dwz", "folded",
                                        "folded-sequences", "folded-swift", "debug-map"}) {
    CAPTURE(folder);
    const Count count = compare_all_below(say(SYMKIT_TEST_DATA "/", folder));
    CHECK(count.named > 300);
    // Which object file had a function that a linker folded, only all of them tell.
    CHECK(count.whole_with_lines == (folder == "folded" ? 2 : 0));
  }
}
