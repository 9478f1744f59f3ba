// One open image, one set of texts and one search, asked from eight threads.
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "answers/symbolize/frame_resolver.h"
#include "answers/symbolize/image_resolver.h"
#include "find/intake/intake.h"
#include "find/locate/locator.h"
#include "keep/store/folder_shelf.h"
#include "support/put_in_parts.h"
#include "unit/threads/many.h"

using namespace symkit;
using symbolize::Dialect;
using symbolize::NativeImage;
using symbolize::OpenImage;
using test::on_many_threads;
using test::threads_at_once;

namespace {

const std::string native = SYMKIT_TEST_DATA "/native/";
const std::string market_file = native + "elf-container/market-full.so";
const ImageId market = *ImageId::parse("5bb40e2c8ce5c8185765db5cc750279db4238c22");

std::shared_ptr<const NativeImage> image_in(store::Shelf& shelf) {
  const auto made = intake::index_file(market_file, shelf, {});
  REQUIRE(made);
  auto image = NativeImage::open(intake::find(made->front(), shelf)->blob, "the store");
  REQUIRE(image);
  return std::move(*image);
}

void append(std::string& out, const symbolize::Resolution* found) {
  if (found == nullptr) return;
  for (const symbolize::ResolvedFrame& frame : found->frames) {
    out += frame.function;
    out += frame.file;
    out += std::to_string(frame.line) + '\n';
  }
}

// Every fifth byte, from a place of its own on, so that threads meet and part.
template <class Resolve>
std::string sweep(std::uint64_t end, std::size_t number, Resolve resolve) {
  std::vector<std::string> answers(end);
  for (std::uint64_t step = 0; step < end; ++step) {
    const std::uint64_t offset = (step + number * end / threads_at_once) % end;
    if (offset % 5 == 0) append(answers[offset], resolve(ImageOffset{offset}));
  }
  std::string all;
  for (const std::string& answer : answers) all += answer;
  return all;
}

void all_are(const std::vector<std::string>& told, const std::string& expected) {
  CHECK(expected.size() > 1000);
  for (const std::string& one : told) CHECK(one == expected);
}

}  // namespace

TEST_CASE("One image and one set of texts") {
  const test::TemporaryFolder folder;
  store::FolderShelf shelf(folder.path());
  const auto image = image_in(shelf);
  const index::NativeIndex& index = image->index();
  for (const Dialect dialect : {Dialect::Atos, Dialect::Llvm}) {
    symbolize::Resolver alone(index, dialect);
    const std::string expected =
        sweep(index.end().value, 0, [&](ImageOffset offset) { return alone.resolve(offset); });
    symbolize::Texts texts(index, dialect);
    const auto told = on_many_threads([&](std::size_t number) {
      symbolize::Resolver resolver(texts);
      return sweep(index.end().value, number, [&](ImageOffset offset) { return resolver.resolve(offset); });
    });
    all_are(told, expected);
  }
}

TEST_CASE("One image in parts, of which few are kept") {
  const test::TemporaryFolder folder;
  store::FolderShelf shelf(folder.path());
  const auto whole = image_in(shelf);
  const std::uint64_t end = whole->index().end().value;
  REQUIRE(test::put_in_parts(shelf, whole->index(), 100));
  const store::Key key{.id = market, .kind = index::Kind::Manifest};
  const auto parts = OpenImage::open(key, *shelf.find(key), shelf);
  REQUIRE(parts);
  symbolize::ImageResolver alone(std::make_shared<const OpenImage>(whole), Dialect::Atos);
  const std::string expected = sweep(end, 0, [&](ImageOffset offset) { return alone.resolve(offset); });
  const auto told = on_many_threads([&](std::size_t number) {
    symbolize::ImageResolver resolver(*parts, Dialect::Atos);
    return sweep(end, number, [&](ImageOffset offset) { return resolver.resolve(offset); });
  });
  all_are(told, expected);
  auto manifest = index::Manifest::open((*shelf.find(key))->bytes());
  REQUIRE(manifest);
  const std::size_t count = manifest->parts();
  symbolize::PartMemory memory(4000);
  symbolize::KeptParts few(std::move(*manifest), shelf, memory);
  const auto got = on_many_threads([&](std::size_t number) {
    std::size_t there = 0;
    for (std::size_t round = 0; round < 20 * count; ++round)
      there += few.get(static_cast<std::uint32_t>((round * (number + 1)) % count + 1)) ? 1 : 0;
    return std::to_string(there);
  });
  for (const std::string& one : got) CHECK(one == std::to_string(20 * count));
  CHECK(memory.bytes() <= 4000);
}

TEST_CASE("One search; each log with a locator and a resolver of its own; nothing is indexed yet") {
  const test::TemporaryFolder folder;
  locate::Places places;
  places.stores = {folder.path() + "/store"};
  places.symbols = {native + "elf-container", native + "elf-x86_64", native + "macho/arm64"};
  places.system_folder = folder.path();
  const auto search = std::make_shared<const locate::Search>(places);
  const std::string own = native + "elf-container/market-symbols-only.so";
  const std::vector<ImageReference> images = {
      {"market.so", "", market},
      {"market-gcc-dwarf5.so", "", {}, Architecture::X86_64},
      {"market-full.so", "/app/market-full.so", {}, Architecture::X86_64},
      {"market-symbols-only.so", own, {}, Architecture::X86_64},
      {"nothing.so", "", *ImageId::parse("00112233445566778899aabbccddeeff00112233")},
      {"Kitchen", "", {}, Architecture::Arm64},
  };
  const auto log = [&](std::size_t number) {
    locate::Locator locator(search, {.id_from_content = true, .keep_unstored = true});
    symbolize::FrameResolver resolver(locator, Dialect::Atos);
    std::vector<std::string> answers(images.size());
    resolver.begin_log();
    for (std::size_t i = 0; i < images.size(); ++i) {
      const std::size_t which = (i + number) % images.size();
      for (std::uint64_t offset = 0x1000; offset < 0x2000; offset += 37) {
        FrameReference frame;
        frame.image = images[which];
        frame.image_offset = offset;
        frame.address_of = AddressOf::Instruction;
        resolver.hear(frame);
        const symbolize::FrameAnswer answer = resolver.resolve(frame);
        answers[which] += answer.reason;
        append(answers[which], answer.resolution);
      }
    }
    std::string all;
    for (const std::string& answer : answers) all += answer;
    return all;
  };
  const auto told = on_many_threads(log);
  all_are(told, log(0));
}

TEST_CASE("One shelf: parts are put and fetched at once, and who fetches one has all of it") {
  const test::TemporaryFolder folder;
  store::FolderShelf shelf(folder.path() + "/store");
  const auto key = [](std::size_t part) {
    return store::Key{.id = market, .part = static_cast<std::uint32_t>(part)};
  };
  const auto told = on_many_threads([&](std::size_t number) {
    std::string trouble;
    for (std::size_t round = 0; round < 100; ++round) {
      const std::string text(1000 + round, static_cast<char>('a' + number));
      const Bytes piece = as_bytes(text);
      if (const auto put = shelf.put(key(round % 5), {&piece, 1}); !put) trouble += put.error().message;
      const std::vector<store::Key> keys = {key(round % 3), key(4)};
      for (const store::Found& found : shelf.get(keys)) {
        if (!found) trouble += found.error().message;
        if (!found || *found == nullptr) continue;
        const std::string_view read = as_text((*found)->bytes());
        if (read.size() < 1000 || read.find_first_not_of(read[0]) != read.npos) trouble += "torn";
      }
      shelf.ids(index::Kind::Native);
      shelf.ids_like(market, index::Kind::Native);
    }
    return trouble;
  });
  for (const std::string& one : told) CHECK(one.empty());
}

TEST_CASE("Many writers change nobody's umask: an index is as readable as the umask allows") {
  const test::TemporaryFolder folder;
  store::FolderShelf shelf(folder.path() + "/store");
  const mode_t before = ::umask(027);
  on_many_threads([&](std::size_t number) {
    const std::string text = "index";
    const Bytes piece = as_bytes(text);
    for (std::uint32_t part = 0; part < 200; ++part)
      static_cast<void>(
          shelf.put({.id = market, .part = part + 200 * static_cast<std::uint32_t>(number)}, {&piece, 1}));
    return std::string();
  });
  const mode_t after = ::umask(before);
  CHECK(after == 027);
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path() + "/store"))
    if (entry.is_regular_file())
      CHECK((entry.status().permissions() & fs::perms::mask) == static_cast<fs::perms>(0640));
}
