// An index that was cut into parts answers as the whole one does, says what it cannot tell, and believes no
// part but its own.
#include <filesystem>
#include <fstream>
#include <set>

#include "doctest/doctest.h"

#include "answers/symbolize/frame_resolver.h"
#include "answers/symbolize/image_resolver.h"
#include "find/catalogue/described_file.h"
#include "find/intake/intake.h"
#include "find/locate/evidence.h"
#include "find/locate/locator.h"
#include "keep/store/folder_shelf.h"
#include "keep/store/parts.h"
#include "support/put_in_parts.h"
#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using symbolize::Dialect;
using symbolize::ImageResolver;
using symbolize::NativeImage;
using symbolize::OpenImage;
using test::market;
using test::native;
using test::Scratch;

namespace {

constexpr std::size_t small_part = 100;  // bytes of blocks: so that small images have many parts

std::string told(ImageResolver& resolver, ImageOffset offset) {
  const symbolize::Resolution* found = resolver.resolve(offset);
  if (found == nullptr) return resolver.trouble();
  std::string text =
      std::to_string(found->function_begin.value) + " " + std::to_string(static_cast<int>(found->source));
  for (const symbolize::ResolvedFrame& frame : found->frames)
    text +=
        "\n" + std::string(frame.function) + " " + std::string(frame.file) + ":" + std::to_string(frame.line);
  return text;
}

// Wherever an answer begins or ends, and beside it.
std::set<std::uint64_t> offsets_of(const index::NativeIndex& index) {
  std::set<std::uint64_t> offsets{0, index.end().value + 1000, UINT64_MAX};
  std::vector<index::NativeIndex::WholePiece> pieces;
  for (std::size_t block = 0; block < index.block_count(); ++block) REQUIRE(index.read_block(block, pieces));
  for (const auto& piece : pieces) {
    for (const std::uint64_t at : {piece.begin, piece.end, piece.function_begin, piece.function_end})
      offsets.insert({at - 1, at, at + 1});
    for (const auto& row : piece.rows) offsets.insert({row.address, row.address + 1});
    for (const auto& symbol : piece.symbols) offsets.insert({symbol.begin, symbol.end});
  }
  return offsets;
}

struct Cut {
  std::shared_ptr<const NativeImage> whole;
  std::shared_ptr<const OpenImage> parts;
};

Cut cut(const store::Key& key, store::Shelf& shelf, std::size_t part_bytes = small_part) {
  Cut cut;
  auto whole = NativeImage::open(*shelf.find(key), "the store");
  REQUIRE(whole);
  cut.whole = std::move(*whole);
  REQUIRE(test::put_in_parts(shelf, cut.whole->index(), part_bytes));
  const store::Key manifest{.id = key.id, .kind = index::Kind::Manifest};
  auto parts = OpenImage::open(manifest, *shelf.find(manifest), shelf);
  REQUIRE(parts);
  cut.parts = std::move(*parts);
  return cut;
}

void compare_answers(const Cut& cut) {
  const auto whole = std::make_shared<const OpenImage>(cut.whole);
  for (const Dialect dialect : {Dialect::Atos, Dialect::Llvm}) {
    ImageResolver one(whole, dialect), many(cut.parts, dialect);
    for (const std::uint64_t offset : offsets_of(cut.whole->index())) {
      CAPTURE(offset);
      CHECK(told(many, {offset}) == told(one, {offset}));
    }
  }
}

void compare_names(const Cut& cut) {
  const index::NativeIndex& index = cut.whole->index();
  std::string name;
  index.each_function_name([&](index::NameId id, ImageOffset) {
    index.read_name(id, name);
    for (const std::string& asked : {name, name.substr(0, name.find('@')), name + "x"}) {
      CAPTURE(asked);
      const auto found = cut.parts->functions_named(asked);
      REQUIRE(found);
      CHECK(*found == index.functions_named(asked));
    }
  });
}

void compare_facts(const Cut& cut) {
  const index::Facts &whole = cut.whole->index().facts(), &parts = cut.parts->facts();
  CHECK(parts.id == whole.id);
  CHECK(parts.source_stamp == whole.source_stamp);
  CHECK(cut.parts->name() == whole.image_name);
  CHECK(parts.architecture == whole.architecture);
  CHECK(parts.text_base == whole.text_base);
  CHECK(parts.end == whole.end);
  CHECK(parts.instruction_step == whole.instruction_step);
  CHECK(parts.counts.with_lines == whole.counts.with_lines);
  CHECK(parts.split.units == whole.split.units);
  CHECK(parts.trampolines == whole.trampolines);
}

struct Stored {
  Scratch scratch;
  store::FolderShelf shelf{scratch.path + "/store"};
  Cut cut;
  Stored() {
    REQUIRE(intake::index_file(native + "elf-container/market-full.so", shelf, {}));
    cut = ::cut({.id = market}, shelf);
  }
  // The part with this number, as the present manifest has it.
  store::Key key(std::uint32_t part) {
    const auto blob = *shelf.find({.id = market, .kind = index::Kind::Manifest});
    return store::part_key(market, index::Manifest::open(blob->bytes())->checksum_of_part(part));
  }
  std::string place(std::uint32_t part) { return shelf.place_of(key(part)); }
  std::uint32_t parts() {
    const auto blob = *shelf.find({.id = market, .kind = index::Kind::Manifest});
    return static_cast<std::uint32_t>(index::Manifest::open(blob->bytes())->parts());
  }
};

}  // namespace

TEST_CASE("Every place of every image is answered from the parts as from the whole, by address and by name") {
  const Scratch scratch;
  store::FolderShelf shelf(scratch.path + "/store");
  std::size_t images = 0, parted = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(native)) {
    if (!entry.is_regular_file()) continue;
    const auto made = intake::index_file(entry.path(), shelf, {.id_from_content = true});
    if (!made) continue;
    for (const intake::Indexed& one : *made) {
      if (one.kind != index::Kind::Native) continue;
      CAPTURE(entry.path().native());
      const Cut both = cut({.id = one.id}, shelf);
      compare_facts(both);
      compare_answers(both);
      compare_names(both);
      ++images;
      const auto manifest = *shelf.find({.id = one.id, .kind = index::Kind::Manifest});
      if (index::Manifest::open(manifest->bytes())->parts() > 3) ++parted;
    }
  }
  CHECK(images > 100);
  CHECK(parted > 40);
}

TEST_CASE("A part that is missing is said to be, where it is needed and nowhere else") {
  Stored stored;
  const ImageOffset here = stored.cut.parts->facts().end;
  const auto first = stored.cut.parts->part({stored.cut.whole->index().block_start(0)});
  REQUIRE(first);
  const ImageOffset in_first = first->first, behind{first->last.value + 1};
  REQUIRE(behind < here);
  std::filesystem::remove(stored.place(1));
  // Open once more: what was fetched is kept.
  const auto image = cut({.id = market}, stored.shelf).parts;
  std::filesystem::remove(stored.place(1));
  ImageResolver resolver(image, Dialect::Atos);
  CHECK(resolver.resolve(in_first) == nullptr);
  CHECK(resolver.trouble() == "this part of the index is missing (" + stored.place(1) +
                                  "); prepare the image again with symprep --force");
  CHECK(resolver.resolve(behind) != nullptr);
  CHECK(resolver.trouble().empty());
}

TEST_CASE("A part that is not the manifest's is refused, whoever wrote it") {
  Stored stored;
  const store::Key key{.id = market, .kind = index::Kind::Manifest};
  const auto manifest = *stored.shelf.find(key);
  const auto image = OpenImage::open(key, manifest, stored.shelf);
  REQUIRE(image);
  const ImageOffset offset{stored.cut.whole->index().block_start(0)};
  // Sound, but another's: a part of the same image, cut elsewhere.
  const auto other = *stored.shelf.find(stored.key(2));
  const Bytes bytes = other->bytes();
  REQUIRE(stored.shelf.put(stored.key(1), {&bytes, 1}));
  ImageResolver resolver(*image, Dialect::Atos);
  CHECK(resolver.resolve(offset) == nullptr);
  CHECK(resolver.trouble() ==
        stored.place(1) +
            " is not the part of the index that belongs there; prepare the image again with symprep --force");
  // Damaged by one bit.
  REQUIRE(test::put_in_parts(stored.shelf, stored.cut.whole->index(), small_part));
  CHECK(resolver.resolve(offset) != nullptr);
  ImageResolver anew(*OpenImage::open(key, manifest, stored.shelf), Dialect::Atos);
  std::fstream file(stored.place(1), std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(-1, std::ios::end);
  const char last = static_cast<char>(file.get() ^ 1);
  file.seekp(-1, std::ios::end);
  file.put(last);
  file.close();
  CHECK(anew.resolve(offset) == nullptr);
  CHECK(anew.trouble().contains("is not the part"));
}

TEST_CASE("A frame's answer says that a part is missing; the log's name is not doubted for it") {
  class OnlyImage : public symbolize::ImageSource {
   public:
    symbolize::Match find(const ImageReference& /*image*/) override {
      return {.image = image, .grounds = symbolize::Grounds::Name};
    }
    std::shared_ptr<const OpenImage> image;
  };
  Stored stored;
  OnlyImage source;
  source.image = stored.cut.parts;
  const index::NativeIndex& index = stored.cut.whole->index();
  const ImageOffset offset = index.functions_named("main").empty() ? ImageOffset{index.block_start(0)}
                                                                   : index.functions_named("main").front();
  const auto ask = [&](const std::shared_ptr<const OpenImage>& image, std::string_view symbol) {
    source.image = image;
    symbolize::FrameResolver resolver(source, Dialect::Atos);
    FrameReference frame;
    frame.image = {"market.so", "", {}, Architecture::X86_64};
    frame.image_offset = offset.value;
    frame.address_of = AddressOf::Instruction;
    frame.symbol = symbol;
    const symbolize::FrameAnswer answer = resolver.resolve(frame);
    return std::string(answer.resolution == nullptr ? answer.reason
                                                    : answer.resolution->frames.back().function);
  };
  const auto whole = std::make_shared<const OpenImage>(stored.cut.whole);
  CHECK(ask(stored.cut.parts, "") == ask(whole, ""));
  CHECK(ask(stored.cut.parts, "elsewhere") == "the log gives the function another name, which is kept");
  // Without the parts of names nobody can tell that no function "elsewhere" begins there.
  const auto anew = [&] { return cut({.id = market}, stored.shelf).parts; };
  auto without_names = anew();
  for (std::uint32_t part = 1; part <= stored.parts(); ++part)
    if (NativeImage::open(io::map_blob(stored.place(part)).value(), "a part")
            .value()
            ->index()
            .block_count() == 0)
      std::filesystem::remove(stored.place(part));
  CHECK(ask(without_names, "elsewhere").starts_with("this part of the index is missing"));
  auto without_any = anew();
  for (std::uint32_t part = 1; part <= stored.parts(); ++part) std::filesystem::remove(stored.place(part));
  CHECK(ask(without_any, "").starts_with("this part of the index is missing"));
}

TEST_CASE("What is kept of the parts is bounded, and all are answered from all the same") {
  Stored stored;
  const auto blob = *stored.shelf.find({.id = market, .kind = index::Kind::Manifest});
  auto manifest = index::Manifest::open(blob->bytes());
  REQUIRE(manifest);
  REQUIRE(manifest->parts() > 6);
  const auto all = static_cast<std::uint32_t>(manifest->parts());
  symbolize::PartMemory memory(8'000);
  symbolize::KeptParts kept(std::move(*manifest), stored.shelf, memory);
  std::size_t bytes = 0;
  for (std::uint32_t part = 1; part <= all; ++part) {
    const auto image = kept.get(part);
    REQUIRE(image);
    bytes += std::filesystem::file_size(stored.place(part));
    CHECK(memory.bytes() <= 8'000);
  }
  CHECK(bytes > 8'000);
  std::filesystem::remove(stored.place(all));
  CHECK(kept.get(all));  // kept
  std::filesystem::remove(stored.place(1));
  CHECK_FALSE(kept.get(1));  // gone long ago
}

TEST_CASE("A search finds in the store what is in parts, by id and by name") {
  Stored stored;
  std::filesystem::remove(stored.shelf.place_of({.id = market}));
  const std::string manifest = stored.shelf.place_of({.id = market, .kind = index::Kind::Manifest});
  const locate::Search search({.objects = {}, .stores = {stored.scratch.path + "/store"}, .symbols = {}});
  std::vector<std::string> offered;
  const auto take = [&](const locate::Origin& origin) -> Result<void> {
    offered.push_back(test::told(origin));
    return {};
  };
  CHECK(search.find({"market.so", "", market}, locate::Evidence(), take).empty());
  CHECK(search.find({"market-full.so", "", {}}, locate::Evidence(), take).empty());
  CHECK(offered == std::vector<std::string>{manifest + " lines", manifest + " lines by name"});
}

TEST_CASE("Who looks at a manifest sees the image that it is of") {
  Stored stored;
  const auto manifest = *stored.shelf.find({.id = market, .kind = index::Kind::Manifest});
  const auto described = catalogue::describe_index(manifest->bytes());
  REQUIRE(described);
  CHECK(described->kind == catalogue::Kind::Index);
  CHECK(described->id == market);
  CHECK(described->architecture == Architecture::X86_64);
  CHECK_FALSE(catalogue::describe_index(manifest->bytes().first(manifest->bytes().size() - 1)));
}

TEST_CASE("The manifest goes last") {
  class Counting : public store::Shelf {
   public:
    explicit Counting(std::string folder) : folder_(std::move(folder)) {}
    std::vector<store::Found> get(std::span<const store::Key> keys) override { return folder_.get(keys); }
    Result<void> put(const store::Key& key, std::span<const Bytes> pieces) override {
      keys.push_back(key);
      return fails_at == keys.size() ? fail("full") : folder_.put(key, pieces);
    }
    Result<std::vector<ImageId>> ids(index::Kind kind) override { return folder_.ids(kind); }
    std::vector<Ids> ids_like_each(std::span<const store::Key> keys) override {
      return folder_.ids_like_each(keys);
    }
    std::string place() const override { return folder_.place(); }
    std::string place_of(const store::Key& key) const override { return folder_.place_of(key); }
    std::vector<store::Key> keys;
    std::size_t fails_at = 0;

   private:
    store::FolderShelf folder_;
  };
  Stored stored;
  Counting counting(stored.scratch.path + "/other");
  REQUIRE(test::put_in_parts(counting, stored.cut.whole->index(), small_part));
  for (std::uint32_t part = 1; part < counting.keys.size(); ++part)
    CHECK(counting.keys[part - 1] == stored.key(part));
  CHECK(counting.keys.back() == store::Key{.id = market, .kind = index::Kind::Manifest});
  Counting full(stored.scratch.path + "/full");
  full.fails_at = 3;
  CHECK_FALSE(test::put_in_parts(full, stored.cut.whole->index(), small_part));
  CHECK(*full.find({.id = market, .kind = index::Kind::Manifest}) == nullptr);
}
