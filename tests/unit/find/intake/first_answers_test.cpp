// An image without an index answers, leaves a note, and is prepared when it is asked about again.
#include "find/intake/first_answers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <latch>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "doctest/doctest.h"

#include "answers/symbolize/open_image.h"
#include "files/container/open.h"
#include "find/intake/intake.h"
#include "ground/io/atomic_file.h"
#include "ground/io/blob.h"
#include "keep/store/folder_shelf.h"
#include "support/scratch.h"

using namespace symkit;
using intake::Preparing;
using test::Scratch;

namespace {

const std::string file = SYMKIT_TEST_DATA "/native/elf-x86_64/market-gcc-dwarf5.so";

intake::Indexed open(store::Shelf& store, Preparing when) {
  intake::Options how;
  how.preparing = when;
  auto indexed = intake::index_file(file, store, how);
  REQUIRE(indexed);
  return indexed->front();
}

std::size_t files_below(const std::string& folder) {
  std::size_t count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, ignored))
    count += entry.is_regular_file() ? 1 : 0;
  return count;
}

bool is_named(const symbolize::ImagePart& part, ImageOffset offset) {
  index::Answer answer;
  return part.image != nullptr && part.image->index().lookup(offset, answer) && answer.name != 0;
}

// Where a function begins.
ImageOffset place_in(const symbolize::OpenImage& whole) {
  return whole.functions_named("market_run_session")->front();
}

}  // namespace

TEST_CASE("A file that is asked about again is prepared then") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const intake::Indexed first = open(store, Preparing::Later);
  REQUIRE(first.unprepared != nullptr);
  CHECK(files_below(scratch / "store") == 0);
  const symbolize::OpenImage image(first.unprepared, "called");
  CHECK(image.name() == "called");
  CHECK(image.facts().id == first.id);
  const Scratch other;
  store::FolderShelf elsewhere(other / "store");
  const symbolize::OpenImage whole(open(elsewhere, Preparing::Never).unprepared, "");
  REQUIRE(whole.needed_whole() != nullptr);
  const ImageOffset place = place_in(whole);
  const auto part = image.part(place);
  REQUIRE(part);
  CHECK(is_named(*part, place));
  CHECK(part->holds(place));
  CHECK(part->image->index().counts().functions < whole.part(place)->image->index().counts().functions);
  CHECK(store.ids(index::Kind::Native)->empty());
  CHECK(files_below(scratch / "store") == 1);  // the note
  store.forget_asked(std::chrono::sys_seconds(std::chrono::seconds(1)));
  CHECK(files_below(scratch / "store") == 1);

  const intake::Indexed second = open(store, Preparing::Later);
  CHECK(second.unprepared == nullptr);
  CHECK(store.ids(index::Kind::Native)->size() == 1);
  CHECK(files_below(scratch / "store") == 2);  // the index and the unwind table; the note is gone
  store.note_asked({.id = first.id}, 1);
  CHECK(store.was_asked({.id = first.id}, 1));
  CHECK_FALSE(store.was_asked({.id = first.id}, 2));
  store.forget_asked(std::chrono::sys_seconds(std::chrono::hours(24 * 365 * 200)));
  CHECK_FALSE(store.was_asked({.id = first.id}, 1));
}

TEST_CASE("never leaves nothing behind, as long as nothing needs the whole index") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  for (int run = 0; run < 2; ++run) {
    const intake::Indexed indexed = open(store, Preparing::Never);
    REQUIRE(indexed.unprepared != nullptr);
    const symbolize::OpenImage image(indexed.unprepared, "");
    REQUIRE(image.part({0x1200}));
    CHECK(files_below(scratch / "store") == 0);
  }
}

TEST_CASE("A name that no symbol has prepares the index, and everything is answered from it then") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const symbolize::OpenImage image(open(store, Preparing::Later).unprepared, "");
  const ImageOffset place = place_in(image);
  CHECK(place_in(image) == place);
  CHECK(store.ids(index::Kind::Native)->empty());
  CHECK(image.functions_named("market_run_sessio")->empty());
  CHECK(store.ids(index::Kind::Native)->size() == 1);
  CHECK(place_in(image) == place);
  const auto part = image.part(place);
  REQUIRE(part);
  CHECK(part->first == ImageOffset{0});
  CHECK(part->last == ImageOffset{UINT64_MAX});
  CHECK(image.facts().counts.functions == part->image->index().counts().functions);
}

TEST_CASE("While an image is prepared beside it, it goes on answering from parts") {
  const auto opened = container::open_file(file);
  REQUIRE(opened);
  const container::Image& image = *(*opened)->images().front();
  std::latch may_prepare(1);
  std::atomic<int> prepared = 0;
  intake::FirstAnswers::Ways ways;
  ways.excerpts = symbols::Excerpts::of(image, {});
  ways.facts = *ways.excerpts->facts();
  ways.text_base = image.text_base();
  ways.prepare = [&]() -> Result<io::SharedBlob> {
    may_prepare.wait();
    ++prepared;
    return io::blob_of(*symbols::prepare(image, {}));
  };
  ways.leave_note = [] {};
  ways.prepares_beside = true;
  {
    const symbolize::OpenImage answers(std::make_shared<intake::FirstAnswers>(
                                           std::move(ways), intake::PreparingPolicy(Preparing::Auto, 1000)),
                                       "");
    const std::vector<ImageOffset> many(intake::many_questions, ImageOffset{0x1000});
    answers.unprepared()->expect(many);
    for (const std::uint64_t offset : {0x1200U, 0x1300U, 0x1200U}) {
      const auto part = answers.part({offset});
      REQUIRE(part);
      CHECK(part->last != ImageOffset{UINT64_MAX});
    }
    CHECK(prepared == 0);
    may_prepare.count_down();
    REQUIRE(answers.needed_whole() != nullptr);
    CHECK(answers.part({0x1200})->last == ImageOffset{UINT64_MAX});
  }
  CHECK(prepared == 1);
}

TEST_CASE("A file whose compressed sections are broken is told, and not asked for nothing") {
  const auto whole = io::map_blob(SYMKIT_TEST_DATA "/native/elf-container/market-zlib.so");
  REQUIRE(whole);
  const auto opened = container::open_bytes((*whole)->bytes(), "market-zlib.so");
  REQUIRE(opened);
  for (const std::string_view name : {"debug_info", "debug_line", "debug_abbrev"}) {
    CAPTURE(name);
    const container::Section* const section = (*opened)->images().front()->debug_section(name);
    REQUIRE(section != nullptr);
    std::vector<std::uint8_t> bytes((*whole)->bytes().begin(), (*whole)->bytes().end());
    const std::ptrdiff_t at = section->data.data() - (*whole)->bytes().data();
    std::fill_n(bytes.begin() + at + static_cast<std::ptrdiff_t>(section->data.size() / 2), 8, 0);
    const Scratch scratch;
    const std::string broken = scratch / "market.so";
    const Bytes content = bytes;
    REQUIRE(io::write_atomically(broken, {&content, 1}));
    store::FolderShelf store(scratch / "store");
    intake::Options how;
    how.preparing = Preparing::Never;
    const auto indexed = intake::index_file(broken, store, how);
    REQUIRE(indexed);
    REQUIRE(indexed->front().unprepared != nullptr);
    const symbolize::OpenImage image(indexed->front().unprepared, "");
    const auto part = image.part({0x1200});
    REQUIRE_FALSE(part);
    CHECK(part.error().message.contains(name));
    CHECK(image.unprepared()->failure()->message == part.error().message);
  }
}

TEST_CASE("A small file with compressed sections is prepared at once, although it might have answered") {
  for (const std::string_view name : {"market-zlib.so", "market-zstd.so", "market-zlib-gnu.so"}) {
    const Scratch scratch;
    store::FolderShelf store(scratch / "store");
    intake::Options how;
    how.preparing = Preparing::Auto;
    const auto indexed =
        intake::index_file(std::string(SYMKIT_TEST_DATA "/native/elf-container/").append(name), store, how);
    REQUIRE(indexed);
    CHECK(indexed->front().unprepared == nullptr);
    CHECK(store.ids(index::Kind::Native)->size() == 1);
  }
}

TEST_CASE("Threads may ask at once, also while it is prepared") {
  const Scratch scratch;
  store::FolderShelf store(scratch / "store");
  const symbolize::OpenImage image(open(store, Preparing::Later).unprepared, "");
  const Scratch other;
  store::FolderShelf elsewhere(other / "store");
  const ImageOffset place = place_in(symbolize::OpenImage(open(elsewhere, Preparing::Never).unprepared, ""));
  std::vector<std::jthread> threads;
  std::atomic<int> named = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      if (i == 5) static_cast<void>(image.functions_named("market_run_session"));
      const auto part = image.part(place);
      if (part && is_named(*part, place)) ++named;
    });
  threads.clear();
  CHECK(named == 8);
}
