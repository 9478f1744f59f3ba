// From which frames it follows where an image was loaded, and from which it does not.
#include "answers/symbolize/inferred_slides.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "answers/symbolize/open_image.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;
using symbolize::InferredSlides;
using symbolize::OpenImage;

namespace {

struct Function {
  std::uint64_t begin;
  std::uint64_t end;
  std::string_view name;
};

std::shared_ptr<const OpenImage> image_of(const std::vector<Function>& functions) {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Piece> pieces;
  std::vector<SymbolRange> symbols;
  for (const Function& one : functions) {
    drafts[0].begin_function(one.begin, one.end, drafts[0].name(one.name), Source::DebugInfo, 0, 0);
    drafts[0].end_function();
    pieces.push_back({one.begin, one.end, 0, static_cast<std::uint32_t>(pieces.size())});
    symbols.push_back({one.begin, one.end, drafts[0].name(one.name), 0});
  }
  NativeMeta meta;
  meta.image_name = "libkiosk.so";
  meta.architecture = Architecture::X86_64;
  auto image = OpenImage::open(io::blob_of(write_native({meta, drafts, pieces, symbols}, 1)), "an index");
  REQUIRE(image);
  return std::move(*image);
}

struct Said {
  std::uint64_t address;
  std::string_view symbol = {};
  std::optional<std::uint64_t> offset = {};
};

FrameReference frame_of(const Said& said, std::size_t stack = 1, std::string_view image = "libkiosk.so") {
  FrameReference frame;
  frame.image.name = image;
  frame.runtime_address = said.address;
  frame.symbol = said.symbol;
  frame.symbol_offset = said.offset;
  frame.address_of = AddressOf::Return;
  frame.stack = stack;
  return frame;
}

constexpr std::uint64_t none = 1;

std::uint64_t slide(const OpenImage& image, const std::vector<Said>& stack) {
  InferredSlides slides;
  for (const Said& said : stack) slides.hear(frame_of(said));
  const auto found = slides.find(frame_of(stack.front()), image);
  return found ? found->value : none;
}

constexpr std::uint64_t base = 0x7f1234567000;

}  // namespace

TEST_CASE("Two functions that agree") {
  const auto image =
      image_of({{0x1100, 0x1180, "take"}, {0x1180, 0x1200, "serve"}, {0x3000, 0x3040, "open"}});
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1190, "serve"}}) == base);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1150}, {base + 0x3010, "open"}}) == base);
  // With offsets, and where a call ends its function.
  CHECK(slide(*image, {{base + 0x1110, "take", 0x10}, {base + 0x1200, "serve"}}) == base);
  // In a program that was not moved.
  CHECK(slide(*image, {{0x1110, "take"}, {0x1190, "serve"}}) == 0);
}

TEST_CASE("One function is not enough, however often it is there") {
  const auto image = image_of({{0x1100, 0x1180, "take"}, {0x1180, 0x1200, "serve"}});
  CHECK(slide(*image, {{base + 0x1110, "take"}}) == none);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1150, "take"}, {base + 0x1160, "??"}}) == none);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1190, "not there"}}) == none);
}

TEST_CASE("What does not agree ends it") {
  const auto image =
      image_of({{0x1100, 0x1180, "take"}, {0x1180, 0x1200, "serve"}, {0x3000, 0x3040, "open"}});
  // Another distance, in the page or in pages.
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1210, "serve"}}) == none);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x2190, "serve"}}) == none);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x1190, "serve"}, {base + 0x3050, "open"}}) == none);
  // An offset that is another than the address has.
  CHECK(slide(*image, {{base + 0x1110, "take", 0x14}, {base + 0x1190, "serve"}}) == none);
}

TEST_CASE("A function that is larger than a page, or one of two of its name, may be several places") {
  const auto image = image_of({{0x1100, 0x1180, "take"},
                               {0x2000, 0x4800, "large"},
                               {0x5200, 0x5280, "twin"},
                               {0x6200, 0x6280, "twin"}});
  CHECK(slide(*image, {{base + 0x2010, "large"}, {base + 0x5210, "twin"}}) == none);
  CHECK(slide(*image, {{base + 0x2010, "large"}, {base + 0x1110, "take"}}) == base);
  CHECK(slide(*image, {{base + 0x6210, "twin"}, {base + 0x1110, "take"}}) == base);
  CHECK(slide(*image, {{base + 0x1110, "take"}, {base + 0x7210, "twin"}}) == none);
}

TEST_CASE("Each stack and each image speaks for itself") {
  const auto image = image_of({{0x1100, 0x1180, "take"}, {0x1180, 0x1200, "serve"}});
  InferredSlides slides;
  const std::uint64_t other = base + 0x100000;
  slides.hear(frame_of({base + 0x1110, "take"}, 1));
  slides.hear(frame_of({base + 0x1190, "serve"}, 2));
  slides.hear(frame_of({base + 0x1190, "serve"}, 1, "libother.so"));
  slides.hear(frame_of({other + 0x1110, "take"}, 3));
  slides.hear(frame_of({other + 0x1190, "serve"}, 3));
  CHECK_FALSE(slides.find(frame_of({base + 0x1150}, 1), *image));
  CHECK_FALSE(slides.find(frame_of({base + 0x1150}, 2), *image));
  const auto found = slides.find(frame_of({other + 0x1150}, 3), *image);
  REQUIRE(found);
  CHECK(found->value == other);
}

TEST_CASE("Only what lacks its place is wanted, and not in the kernel") {
  FrameReference frame = frame_of({base, "take"});
  CHECK(InferredSlides::helps(frame));
  frame.load_address = base;
  CHECK_FALSE(InferredSlides::helps(frame));
  CHECK_FALSE(InferredSlides::helps(frame_of({0xffffffff81234567, "do_exit"})));
  frame = frame_of({base, "take"});
  frame.runtime_address.reset();
  CHECK_FALSE(InferredSlides::helps(frame));
}

TEST_CASE("Names that the log has made readable") {
  // market::Book::match(int), market::Book::match(long), market::settle(), market::Book::Book(int)
  const auto image = image_of({{0x1100, 0x1180, "_ZN6market4Book5matchEi"},
                               {0x1980, 0x1a00, "_ZN6market4Book5matchEl"},
                               {0x3000, 0x3040, "_ZN6market6settleEv"},
                               {0x4000, 0x4080, "_ZN6market4BookC1Ei"},
                               {0x5000, 0x5080, "serve"}});
  CHECK(slide(*image, {{base + 0x1110, "market::Book::match(int)"}, {base + 0x3010, "market::settle()"}}) ==
        base);
  CHECK(slide(*image, {{base + 0x1990, "market::Book::match"}, {base + 0x3010, "market::settle"}}) == base);
  CHECK(slide(*image, {{base + 0x1110, "market::Book::match(int)", 0x10}, {base + 0x5010, "serve"}}) == base);
  // One name, whichever of its functions it is, and names that may be written in another way.
  CHECK(slide(*image, {{base + 0x1110, "market::Book::match(int)"},
                       {base + 0x1990, "market::Book::match(long)"}}) == none);
  CHECK(slide(*image, {{base + 0x4010, "market::Book::Book(int)"}, {base + 0x3010, "market::settle()"}}) ==
        none);
  // Another namespace's, another offset.
  CHECK(slide(*image, {{base + 0x1110, "shop::Book::match(int)"}, {base + 0x3010, "market::settle()"}}) ==
        none);
  CHECK(slide(*image, {{base + 0x1110, "market::Book::match(int)", 0x11},
                       {base + 0x3010, "market::settle()"}}) == none);
  CHECK(slide(*image, {{base + 0x1110, "market::Book::match(int)"}, {base + 0x3050, "market::settle()"}}) ==
        none);
}
