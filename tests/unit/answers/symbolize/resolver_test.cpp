// What the two dialects make of one index.
#include "answers/symbolize/resolver.h"

#include <array>
#include <atomic>
#include <thread>

#include "doctest/doctest.h"

#include "answers/symbolize/native_image.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;
using symbolize::Dialect;
using symbolize::NativeImage;
using symbolize::Resolver;

namespace {

// 0x100 a C++ function with a call inlined at 0x110; 0x200 one whose name was put together from its scopes;
// 0x300 a cold part that the symbol table knows by another name; 0x400 lines without a function; 0x500 a
// symbol; 0x600 a function start; 0x700 what lies beyond.
std::unique_ptr<NativeImage> sample() {
  std::vector<Draft> drafts{Draft(1)};
  Draft& draft = drafts[0];
  const FileKey file = draft.file("/src/shop/basket.cpp");
  const auto function = [&](std::uint64_t begin, NameKey name, Source source) {
    draft.begin_function(begin, begin + 0x80, name, source, 0, 0);
  };
  function(0x100, draft.name("_ZN4shop6Basket5totalEv"), Source::DebugInfo);
  draft.add_call(0, draft.name("_ZN4shop5roundEi"), {file, 20});
  draft.add_row({0x100, 0, {file, 18}, {file, 18}});
  draft.add_row({0x110, 1, {file, 7}, {file, 6}});
  draft.add_row({0x120, 0, {file, 0}, {file, 18}});
  draft.end_function();
  function(0x200,
           draft.name("shop::Basket\x1f"
                      "clear"),
           Source::DebugInfo);
  draft.end_function();
  function(0x300, draft.name("_ZN4shop6Basket5totalEv"), Source::DebugInfo);
  draft.end_function();
  function(0x400, 0, Source::LineTable);
  draft.add_row({0x400, 0, {file, 99}, {file, 99}});
  draft.end_function();
  function(0x500, draft.name("memcpy"), Source::SymbolTable);
  draft.end_function();
  function(0x600, 0, Source::FunctionStart);
  draft.end_function();
  function(0x700, 0, Source::Beyond);
  draft.end_function();
  std::vector<Piece> pieces;
  for (std::uint32_t i = 0; i < 7; ++i) pieces.push_back({0x100 + i * 0x100U, 0x180 + i * 0x100U, 0, i});
  const std::array symbols = {
      SymbolRange{0x300, 0x380, draft.name("_ZN4shop6Basket5totalEv.cold"), 0},
      SymbolRange{0x3f0, 0x480, draft.name("copy_words"), 0},
      SymbolRange{0x500, 0x580, draft.name("memcpy@@GLIBC_2.14"), 0},
      SymbolRange{0x5f0, 0x780, draft.name("last_label"), 0},
  };
  NativeMeta meta;
  meta.image_name = "shop";
  auto image = NativeImage::open(io::blob_of(write_native({meta, drafts, pieces, symbols}, 1)), "an index");
  REQUIRE(image);
  return std::move(*image);
}

std::string ask(Resolver& resolver, std::uint64_t offset) {
  const symbolize::Resolution* found = resolver.resolve({offset});
  if (found == nullptr) return "nothing";
  std::string text;
  for (const symbolize::ResolvedFrame& frame : found->frames) {
    if (!text.empty()) text += " < ";
    text += std::string(frame.function) + " " + std::string(frame.file) + ":" + std::to_string(frame.line);
  }
  return text;
}

}  // namespace

TEST_CASE("as atos: names and statements of the debug information") {
  const auto image = sample();
  Resolver resolver(image->index(), Dialect::Atos);
  CHECK(ask(resolver, 0x100) == "shop::Basket::total() /src/shop/basket.cpp:18");
  CHECK(ask(resolver, 0x110) ==
        "shop::round(int) /src/shop/basket.cpp:6 < shop::Basket::total() /src/shop/basket.cpp:20");
  CHECK(ask(resolver, 0x120) == "shop::Basket::total() /src/shop/basket.cpp:18");
  CHECK(ask(resolver, 0x200) == "shop::Basket::clear :0");
  CHECK(ask(resolver, 0x300) == "shop::Basket::total() :0");
  CHECK(ask(resolver, 0x400) == "copy_words /src/shop/basket.cpp:99");
  CHECK(ask(resolver, 0x500) == "memcpy :0");
  CHECK(ask(resolver, 0x600) == " :0");
  CHECK(ask(resolver, 0x700) == "nothing");
  CHECK(ask(resolver, 0x190) == "nothing");
  CHECK(ask(resolver, 0xff) == "nothing");
}

TEST_CASE("as LLVM: the symbol table's names, the last rows, no scopes") {
  const auto image = sample();
  Resolver resolver(image->index(), Dialect::Llvm);
  CHECK(ask(resolver, 0x110) ==
        "shop::round(int) /src/shop/basket.cpp:7 < shop::Basket::total() /src/shop/basket.cpp:20");
  CHECK(ask(resolver, 0x120) == "shop::Basket::total() /src/shop/basket.cpp:0");
  CHECK(ask(resolver, 0x200) == "clear :0");
  CHECK(ask(resolver, 0x300) == "shop::Basket::total() (.cold) :0");
  CHECK(ask(resolver, 0x400) == "copy_words /src/shop/basket.cpp:99");
  CHECK(ask(resolver, 0x500) == "memcpy@@GLIBC_2.14 :0");
  CHECK(ask(resolver, 0x600) == "last_label :0");
  CHECK(ask(resolver, 0x700) == "last_label :0");
}

TEST_CASE("a line of split DWARF is not shown as that of the function that a symbol names") {
  std::vector<Draft> drafts{Draft(1)};
  Draft& draft = drafts[0];
  const FileKey file = draft.file("/src/alloc.rs");
  draft.begin_function(0x100, 0x180, 0, Source::SplitLines, 0, 0);
  draft.add_row({0x100, 0, {file, 93}, {file, 92}});
  draft.end_function();
  const std::array pieces = {Piece{0x100, 0x180, 0, 0}};
  const std::array symbols = {SymbolRange{0xf0, 0x140, draft.name("last_label"), 0}};
  const auto image =
      NativeImage::open(io::blob_of(write_native({NativeMeta(), drafts, pieces, symbols}, 1)), "an index");
  REQUIRE(image);
  Resolver atos((*image)->index(), Dialect::Atos), llvm((*image)->index(), Dialect::Llvm);
  CHECK(ask(atos, 0x110) == " /src/alloc.rs:92");
  CHECK(ask(llvm, 0x110) == "last_label :0");
  CHECK(ask(atos, 0x150) == " /src/alloc.rs:92");
  CHECK(ask(llvm, 0x150) == " /src/alloc.rs:93");
}

TEST_CASE("offsets count from what was named") {
  const auto image = sample();
  Resolver atos(image->index(), Dialect::Atos), llvm(image->index(), Dialect::Llvm);
  CHECK(atos.resolve({0x608})->function_begin.value == 0x600);
  CHECK(llvm.resolve({0x608})->function_begin.value == 0x5f0);
  CHECK(atos.resolve({0x440})->function_begin.value == 0x3f0);
}

TEST_CASE("what is no index is refused with its place") {
  const auto damaged = NativeImage::open(io::blob_of({1, 2, 3}), "the store");
  REQUIRE_FALSE(damaged);
  CHECK(damaged.error().message == "the store is not a symkit index");
}

TEST_CASE("threads look up in one image at once and share its texts") {
  const auto image = sample();
  std::vector<std::string> expected;
  Resolver alone(image->index(), Dialect::Llvm);
  for (std::uint64_t offset = 0; offset < 0x800; offset += 8) expected.push_back(ask(alone, offset));
  symbolize::Texts texts(image->index(), Dialect::Llvm);
  std::atomic<unsigned> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < 8; ++thread)
      threads.emplace_back([&, thread] {
        Resolver resolver(texts);
        for (std::size_t i = 0; i < expected.size() * 20; ++i) {
          const std::size_t at = (i + thread * 31) % expected.size();
          if (ask(resolver, at * 8) != expected[at]) ++wrong;
        }
      });
  }
  CHECK(wrong == 0);
}
