// Which image a frame's answer comes from, and what is looked up in it.
#include "answers/symbolize/frame_resolver.h"

#include <map>

#include "doctest/doctest.h"

#include "keep/index/native_writer.h"
#include "support/small_image.h"

using namespace symkit;
using symbolize::Match;
using symbolize::OpenImage;
using test::image_of;

namespace {

// Has an image for each processor, and counts how often it was asked.
class Images : public symbolize::ImageSource {
 public:
  Match find(const ImageReference& image) override {
    ++asked;
    const auto found = by_architecture.find(image.architecture);
    if (found == by_architecture.end()) return {.image = nullptr, .reason = "none for this processor"};
    return {.image = found->second};
  }
  std::map<Architecture, std::shared_ptr<const OpenImage>> by_architecture;
  int asked = 0;
};

FrameReference frame_in(ImageReference image, std::uint64_t offset, AddressOf what = AddressOf::Instruction) {
  FrameReference frame;
  frame.image = std::move(image);
  frame.image_offset = offset;
  frame.address_of = what;
  return frame;
}

std::string function_at(symbolize::FrameResolver& resolver, const FrameReference& frame) {
  const symbolize::FrameAnswer answer = resolver.resolve(frame);
  return std::string(answer.resolution == nullptr ? answer.reason
                                                  : answer.resolution->frames.back().function);
}

}  // namespace

TEST_CASE("Two images of one path and no id are two, if they are for two processors") {
  Images images;
  images.by_architecture[Architecture::Armv7] = image_of(Architecture::Armv7, {"first", "of_arm"});
  images.by_architecture[Architecture::Arm64] = image_of(Architecture::Arm64, {"first", "of_arm64"});
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  const ImageReference arm{"libmarket.so", "/data/libmarket.so", {}, Architecture::Armv7};
  const ImageReference arm64{"libmarket.so", "/data/libmarket.so", {}, Architecture::Arm64};
  const ImageReference riscv{"libmarket.so", "/data/libmarket.so", {}, Architecture::RiscV64};
  CHECK(function_at(resolver, frame_in(arm, 20)) == "of_arm");
  CHECK(function_at(resolver, frame_in(arm64, 20)) == "of_arm64");
  CHECK(function_at(resolver, frame_in(arm, 20)) == "of_arm");
  CHECK(function_at(resolver, frame_in(riscv, 20)) == "none for this processor");
  CHECK(images.asked == 3);
}

TEST_CASE("An id says which image it is, whether the log knows the processor or not") {
  Images images;
  images.by_architecture[Architecture::Arm64] = image_of(Architecture::Arm64, {"first", "second"});
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  const ImageId id = *ImageId::parse("3f13127e23d679eb5d545a0ff00289360829c7c7");
  CHECK(function_at(resolver, frame_in({"libmarket.so", "", id, Architecture::Arm64}, 20)) == "second");
  CHECK(function_at(resolver, frame_in({"libmarket.so", "", id, Architecture::Unknown}, 4)) == "first");
  CHECK(images.asked == 1);
}

TEST_CASE("A return address is looked up as the call before it; the answer's offset is the log's") {
  Images images;
  images.by_architecture[Architecture::X86_64] = image_of(Architecture::X86_64, {"first", "second"});
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  const ImageReference image{"libmarket.so", "", {}, Architecture::X86_64};
  const auto answer = resolver.resolve(frame_in(image, 16, AddressOf::Return));
  REQUIRE(answer.resolution != nullptr);
  CHECK(answer.resolution->frames.back().function == "first");
  CHECK(answer.offset == 16);
  CHECK(answer.looked_up == 15);
  CHECK(function_at(resolver, frame_in(image, 16)) == "second");
  CHECK(function_at(resolver, frame_in(image, 40)) == "address outside the image");
}

TEST_CASE("An address that begins a function behind padding is no return address") {
  std::vector<index::Draft> drafts{index::Draft(1)};
  std::vector<index::Piece> pieces;
  for (const auto& [begin, end, name] : {std::tuple{0ULL, 0x0aULL, "first"}, {0x10ULL, 0x20ULL, "second"}}) {
    drafts[0].begin_function(begin, end, drafts[0].name(name), index::Source::DebugInfo, 0, 0);
    drafts[0].end_function();
    pieces.push_back({begin, end, 0, static_cast<std::uint32_t>(pieces.size())});
  }
  const std::vector<index::TrampolineRange> trampolines{{0x13, 0x1c}};
  index::NativeMeta meta;
  meta.architecture = Architecture::X86_64;
  auto opened = OpenImage::open(
      io::blob_of(index::write_native({meta, drafts, pieces, {}, {}, trampolines}, 1)), "an index");
  REQUIRE(opened);
  Images images;
  images.by_architecture[Architecture::X86_64] = std::move(*opened);
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  const ImageReference image{"libc.so", "", {}, Architecture::X86_64};
  CHECK(function_at(resolver, frame_in(image, 0x10, AddressOf::Return)) == "second");
  CHECK(function_at(resolver, frame_in(image, 0x0a, AddressOf::Return)) == "first");
  CHECK(function_at(resolver, frame_in(image, 0x0c, AddressOf::Return)) == "no function at this address");
  // What the mark of a trampoline does: the address itself, and the next frame's, are exact.
  CHECK(resolver.resolve(frame_in(image, 0x13, AddressOf::Return)).looked_up == 0x13);
  CHECK(resolver.resolve(frame_in(image, 0x0a, AddressOf::Return)).looked_up == 0x0a);
  CHECK(resolver.resolve(frame_in(image, 0x0a, AddressOf::Return)).looked_up == 0x09);
}

TEST_CASE("Without an id a name that the log has is not replaced; with one, the id has proved the image") {
  class Named : public Images {
   public:
    Match find(const ImageReference& image) override {
      Match match = Images::find(image);
      match.grounds = image.id.empty() ? symbolize::Grounds::Name : symbolize::Grounds::Id;
      return match;
    }
  };
  Named images;
  images.by_architecture[Architecture::X86_64] = image_of(Architecture::X86_64, {"first", "__GI___second"});
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  FrameReference frame = frame_in({"libc.so", "", {}, Architecture::X86_64}, 20);
  frame.symbol = "elsewhere";
  CHECK(function_at(resolver, frame) == "the log gives the function another name, which is kept");
  frame.symbol = "second";
  CHECK(function_at(resolver, frame) == "__GI___second");
  CHECK(resolver.resolve(frame).is_alias);
  frame.symbol = "__GI___second";
  CHECK_FALSE(resolver.resolve(frame).is_alias);
  frame.symbol = "[unknown]";
  CHECK(function_at(resolver, frame) == "__GI___second");
  frame.symbol = "elsewhere";
  frame.image.id = *ImageId::parse("3f13127e23d679eb5d545a0ff00289360829c7c7");
  CHECK(function_at(resolver, frame) == "__GI___second");
}

TEST_CASE("What may change is asked for again when it has") {
  class Changing : public Images {
   public:
    Match find(const ImageReference& image) override {
      Match match = now % 2 == 0 ? Match{.image = nullptr, .reason = "not yet"} : Images::find(image);
      match.may_change = true;
      return match;
    }
    unsigned revision(const ImageReference& /*image*/) const override { return now; }
    unsigned now = 0;
  };
  Changing images;
  images.by_architecture[Architecture::X86_64] = image_of(Architecture::X86_64, {"first"});
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  const FrameReference frame = frame_in({"libc.so", "", {}, Architecture::X86_64}, 4);
  CHECK(function_at(resolver, frame) == "not yet");
  images.now = 1;
  CHECK(function_at(resolver, frame) == "first");
  CHECK(function_at(resolver, frame) == "first");
  CHECK(images.asked == 1);
  images.now = 2;
  CHECK(function_at(resolver, frame) == "not yet");
}
