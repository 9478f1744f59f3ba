// What an index in parts knows of functions that share code, and of calls, against the whole one; and a stack
// whose frames are in several parts.
#include <filesystem>

#include "doctest/doctest.h"

#include "answers/symbolize/frame_resolver.h"
#include "find/intake/intake.h"
#include "keep/store/folder_shelf.h"
#include "support/put_in_parts.h"
#include "support/scratch.h"
#include "unit/find/locate/told.h"

using namespace symkit;
using index::Folding;
using symbolize::NativeImage;
using symbolize::OpenImage;
using test::native;
using test::Scratch;

namespace {

constexpr std::size_t few_bytes = 20;  // of blocks in a part: about one function

struct InParts {
  std::shared_ptr<const NativeImage> whole;
  std::shared_ptr<const OpenImage> parts;
};

InParts in_parts(const ImageId& id, store::Shelf& shelf) {
  auto whole = NativeImage::open(*shelf.find({.id = id}), "the store");
  REQUIRE(whole);
  REQUIRE(test::put_in_parts(shelf, (*whole)->index(), few_bytes));
  const store::Key manifest{.id = id, .kind = index::Kind::Manifest};
  auto parts = OpenImage::open(manifest, *shelf.find(manifest), shelf);
  REQUIRE(parts);
  return {std::move(*whole), *parts};
}

std::string name_in(const index::NativeIndex& index, index::NameId name) {
  std::string text;
  index.read_name(name, text);
  return text;
}

std::string told(const index::NativeIndex& index, const Folding::Call& call) {
  switch (call.kind) {
    case index::CallKind::Indirect: return "indirect";
    case index::CallKind::Named: return "named " + name_in(index, call.callee);
    case index::CallKind::Member: return "member " + std::to_string(call.callee);
  }
  return "?";
}

std::string told_call_to(const index::NativeIndex& index, std::uint64_t address) {
  const auto call = index.folding().call_returning_to({address});
  return call ? told(index, *call) : "none";
}

// What a function that shares the range has at an offset of it: its chain, and what it calls there.
std::string told_member(const NativeImage& image, const Folding::Range& range, std::uint32_t number,
                        std::uint64_t offset) {
  const Folding::Member member = image.index().folding().member(range, number);
  std::string text = name_in(image.index(), member.name);
  if (!member.own) return text + " as the code";
  REQUIRE(image.members() != nullptr);
  const index::NativeIndex& index = *image.members();
  index::Answer answer;
  if (!index.lookup({member.own->value + offset}, answer)) return text + " nothing";
  for (const index::ChainFrame& frame : answer.chain) {
    std::string path;
    index.read_path(frame.place.file, path);
    text += " " + (&frame == &answer.chain.back() ? "" : name_in(index, frame.name)) + path + ":" +
            std::to_string(frame.place.line);
  }
  return text + " calls " + told_call_to(index, member.own->value + offset + 1);
}

void compare_range(const InParts& both, const Folding::Range& range) {
  for (std::uint64_t offset = 0; offset < range.size; ++offset) {
    const ImageOffset at{range.begin.value + offset};
    const auto part = both.parts->part(at);
    REQUIRE(part);
    const auto found = part->image->index().folding().range_at(at);
    REQUIRE(found);
    REQUIRE(found->begin == range.begin);
    REQUIRE(found->size == range.size);
    REQUIRE(found->first == range.first);
    REQUIRE(found->count == range.count);
    for (std::uint32_t i = 0; i < range.count; ++i)
      REQUIRE(told_member(*part->image, *found, i, offset) == told_member(*both.whole, range, i, offset));
  }
}

std::size_t compare_calls(const InParts& both) {
  const index::NativeIndex& whole = both.whole->index();
  std::size_t calls = 0;
  REQUIRE(whole.folding().each_call([&](const Folding::Call& call) {
    ++calls;
    const auto part = both.parts->part({call.returns_to.value - 1});
    REQUIRE(part);
    REQUIRE(part->image != nullptr);
    REQUIRE(told_call_to(part->image->index(), call.returns_to.value) == told(whole, call));
  }));
  return calls;
}

class OneImage : public symbolize::ImageSource {
 public:
  explicit OneImage(std::shared_ptr<const OpenImage> image) : image_(std::move(image)) {}
  symbolize::Match find(const ImageReference& /*image*/) override { return {.image = image_}; }

 private:
  std::shared_ptr<const OpenImage> image_;
};

std::vector<std::string> resolved(const std::shared_ptr<const OpenImage>& image,
                                  const std::vector<std::uint64_t>& offsets) {
  OneImage source(image);
  symbolize::FrameResolver resolver(source, symbolize::Dialect::Atos);
  std::vector<FrameReference> frames(offsets.size());
  std::vector<const FrameReference*> stack;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    frames[i].image.name = "folded-all";
    frames[i].image_offset = offsets[i];
    frames[i].address_of = AddressOf::Return;
    stack.push_back(&frames[i]);
  }
  resolver.see_stack(stack);
  std::vector<std::string> said;
  for (const FrameReference& frame : frames) {
    const symbolize::FrameAnswer answer = resolver.resolve(frame);
    REQUIRE(answer.resolution != nullptr);
    const symbolize::ResolvedFrame& last = answer.resolution->frames.back();
    said.push_back(std::string(last.function) + ":" + std::to_string(last.line));
    if (answer.folded != nullptr) said.back() += answer.folded->is_resolved ? " sure" : " one of several";
  }
  return said;
}

}  // namespace

TEST_CASE("Functions that share code, and calls, are in the parts as they are in the whole") {
  const Scratch scratch;
  store::FolderShelf shelf(scratch.path + "/store");
  std::size_t ranges = 0, calls = 0;
  for (const std::string& folder : {native, native + "../folded"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      const auto made = intake::index_file(entry.path(), shelf, {.id_from_content = true});
      if (!made) continue;
      for (const intake::Indexed& one : *made) {
        if (one.kind != index::Kind::Native) continue;
        CAPTURE(entry.path().native());
        const InParts both = in_parts(one.id, shelf);
        const Folding& folding = both.whole->index().folding();
        for (std::size_t i = 0; i < folding.range_count(); ++i) compare_range(both, folding.range(i));
        ranges += folding.range_count();
        calls += compare_calls(both);
      }
    }
  CHECK(ranges > 7);
  CHECK(calls > 500);
}

TEST_CASE("A stack is told by its callers though these are in other parts") {
  const Scratch scratch;
  store::FolderShelf shelf(scratch.path + "/store");
  const auto made = intake::index_file(native + "../folded/folded-all", shelf, {});
  REQUIRE(made);
  const InParts both = in_parts(made->front().id, shelf);
  const std::vector<std::uint64_t> direct = {0x11f4, 0x12a6, 0x1286, 0x1276, 0x120d};
  const auto whole = resolved(std::make_shared<const OpenImage>(both.whole), direct);
  CHECK(whole[1].ends_with(" sure"));
  CHECK(resolved(both.parts, direct) == whole);
  const std::vector<std::uint64_t> by_pointer = {0x11f4, 0x12a6, 0x1260, 0x122c};
  CHECK(resolved(both.parts, by_pointer) ==
        resolved(std::make_shared<const OpenImage>(both.whole), by_pointer));
}
