// What threads keep of names together, and the room that each of them fills.
#include "answers/symbolize/texts.h"

#include <string>

#include "doctest/doctest.h"

#include "answers/symbolize/native_image.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;
using symbolize::Dialect;
using symbolize::Keep;
using symbolize::NameStyle;
using symbolize::NativeImage;
using symbolize::Texts;

namespace {

constexpr std::uint32_t functions = 200;

std::unique_ptr<NativeImage> with_many_names() {
  std::vector<std::string> names;  // drafts have views of them
  for (std::uint32_t i = 0; i < functions; ++i) names.push_back("function_" + std::to_string(i));
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < functions; ++i) {
    const std::uint64_t begin = 0x100 + i * 0x100U;
    drafts[0].begin_function(begin, begin + 0x80, drafts[0].name(names[i]), Source::SymbolTable, 0, 0);
    drafts[0].end_function();
    pieces.push_back({begin, begin + 0x80, 0, i});
  }
  auto image = NativeImage::open(io::blob_of(write_native({{}, drafts, pieces, {}}, 1)), "an index");
  REQUIRE(image);
  return std::move(*image);
}

}  // namespace

TEST_CASE("a desk that goes leaves its room to the next one: names stay kept, however many desks come") {
  const auto image = with_many_names();
  Texts texts(image->index(), Dialect::Llvm);
  for (NameId name = 1; name <= image->index().name_count(); ++name) {
    Texts::Scratch desk;
    texts.name(name, desk);
  }
  for (NameId name = 1; name <= image->index().name_count(); ++name) {
    Texts::Scratch one, other;
    const std::string_view text = texts.name(name, one);
    CHECK(text.starts_with("function_"));
    CHECK(text.data() == texts.name(name, other).data());
    CHECK(one.unkept.empty());
  }
}

TEST_CASE("where nothing is kept each text is made when it is asked for") {
  const auto image = with_many_names();
  Texts texts(image->index(), Dialect::Llvm, NameStyle::Readable, Keep::Nothing),
      keeping(image->index(), Dialect::Llvm);
  Texts::Scratch desk, other;
  for (NameId name = 0; name <= image->index().name_count() + 1; ++name) {
    texts.prefetch_slots(name, name);
    texts.prefetch_text(name);
    CHECK(texts.name(name, desk) == keeping.name(name, other));
    CHECK(texts.path(name, desk) == keeping.path(name, other));
  }
  CHECK(texts.name(1, desk).data() != texts.name(1, desk).data());
  CHECK(desk.room.lender == nullptr);
}

TEST_CASE("two desks at once fill rooms of their own, and each sees what the other has made") {
  const auto image = with_many_names();
  Texts texts(image->index(), Dialect::Llvm);
  Texts::Scratch one, other;
  const std::string_view first = texts.name(1, one), second = texts.name(2, other);
  CHECK(texts.name(1, other).data() == first.data());
  CHECK(texts.name(2, one).data() == second.data());
  CHECK(one.room.lender == &texts);
  CHECK(one.room.at != other.room.at);
  const Texts::Room moved = std::move(one.room);
  CHECK(one.room.lender == nullptr);
  CHECK(moved.lender == &texts);
}
