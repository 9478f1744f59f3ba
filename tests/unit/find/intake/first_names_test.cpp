// Functions are found by name in an image without an index as they are in its index: for every name of
// every fixture.
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "debug/companions/companions.h"
#include "files/container/open.h"
#include "find/intake/first_answers.h"
#include "ground/base/words.h"
#include "keep/index/native_index.h"

using namespace symkit;
using intake::FirstAnswers;

namespace {

namespace fs = std::filesystem;

struct Count {
  std::size_t asked = 0;
  std::size_t whole = 0;  // for which the whole index was needed
};

// Answers from parts of the image, with its whole index for the rest.
std::unique_ptr<FirstAnswers> first_answers(const container::Image& image, const symbols::PrepareOptions& how,
                                            const io::SharedBlob& index, std::size_t& whole) {
  FirstAnswers::Ways ways;
  ways.excerpts = symbols::Excerpts::of(image, how);
  if (ways.excerpts == nullptr) return nullptr;
  ways.facts = *ways.excerpts->facts();
  ways.text_base = image.text_base();
  ways.prepare = [&whole, index]() -> Result<io::SharedBlob> {
    ++whole;
    return index;
  };
  ways.leave_note = [] {};
  return std::make_unique<FirstAnswers>(std::move(ways),
                                        intake::PreparingPolicy(intake::Preparing::Never, 1000));
}

void compare(const container::Image& image, const symbols::PrepareOptions& how, Count& count) {
  auto whole = symbols::prepare(image, how);
  if (!whole || whole->empty()) return;
  const io::SharedBlob blob = io::blob_of(std::move(*whole));
  const auto index = index::NativeIndex::open(blob->bytes());
  REQUIRE(index);
  std::vector<std::string> names = {"no_such_function"};
  index->each_function_name(
      [&](index::NameId id, ImageOffset) { index->read_name(id, names.emplace_back()); });
  std::unique_ptr<FirstAnswers> answers;
  for (std::string name : names) {
    // As logs have it.
    name = name.substr(0, name.find('@', 1));
    CAPTURE(name);
    const std::size_t before = count.whole;
    if (answers == nullptr) answers = first_answers(image, how, blob, count.whole);
    if (answers == nullptr) return;
    const auto found = answers->functions_named(name);
    REQUIRE(found);
    CHECK(*found == index->functions_named(name));
    ++count.asked;
    if (count.whole != before) answers = nullptr;
  }
}

Count compare_all_below(const std::string& folder) {
  Count count;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path();
    const auto file = container::open_file(path);
    if (!file) continue;
    CAPTURE(path);
    for (const auto& image : (*file)->images()) {
      const auto companions = companions::companions_of(*image, {.path = path, .name = {}, .beside = {}}, {});
      symbols::PrepareOptions how;
      how.companions = companions.get();
      compare(*image, how, count);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("ELF, Mach-O, PE, WebAssembly: a function's name is found without an index as it is in the index") {
  for (const std::string_view folder : {"native", "windows", "wasm", "mini", "dwz", "folded",
                                        "folded-sequences", "folded-swift", "debug-map"}) {
    CAPTURE(folder);
    const Count count = compare_all_below(say(SYMKIT_TEST_DATA "/", folder));
    CHECK(count.asked > 10);
    CHECK(count.whole < count.asked);
    if (folder == "native") CHECK(count.whole < count.asked / 5);
  }
}
