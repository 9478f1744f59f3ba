// The index of variables: what is written of symbols and of what debug information declares, read back.
#include "debug/symbols/variables.h"

#include "ground/base/words.h"
#include "support.h"

using namespace symkit;
using namespace symkit::test;

namespace {

FakeImage image_with_data() {
  FakeImage image;
  image.add_section(".data", 0x4000, 0x1000, false);
  return image;
}

void add_variable(FakeImage& image, std::string_view name, std::uint64_t address, std::uint64_t size = 0) {
  container::Symbol& symbol = image.add_symbol(name, address, size);
  symbol.kind = container::SymbolKind::Data;
  symbol.in_code = false;
}

index::DraftVariable declared(std::string_view name, std::uint64_t address, std::uint32_t line,
                              std::uint64_t unit = 0) {
  return {.address = address, .unit = unit, .name = name, .file = "/src/a.c", .line = line};
}

class Written {
 public:
  Written(const FakeImage& image, std::vector<index::DraftVariable> variables) {
    index::Draft draft(1);
    draft.particulars().keeps_variables = true;
    draft.particulars().variables = std::move(variables);
    auto made = symbols::index_of_variables(image, std::span(&draft, 1), {}, 1);
    REQUIRE(made);
    bytes_ = std::move(*made);
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  // "name begin+size file:line"
  std::string at(std::uint64_t address) const {
    const auto index = index::NativeIndex::open(bytes_);
    REQUIRE(index);
    index::Answer answer;
    if (!index->lookup({address}, answer)) return "nothing";
    std::string name, file;
    index->read_name(answer.name, name);
    index->read_path(answer.chain.front().place.file, file);
    const std::uint64_t size = answer.is_part ? 0 : answer.end.value - answer.begin.value;
    return say(name, " ", hex(answer.begin.value), "+", size, " ", file, ":",
               answer.chain.front().place.line);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

TEST_CASE("a variable is where its symbol says, declared where debug information does") {
  FakeImage image = image_with_data();
  add_variable(image, "limits", 0x4000, 0x20);
  add_variable(image, "total", 0x4040, 8);
  const Written written(image, {declared("limits", 0x4000, 7)});
  CHECK(written.at(0x3fff) == "nothing");
  CHECK(written.at(0x4000) == "limits 0x4000+32 /src/a.c:7");
  CHECK(written.at(0x401f) == "limits 0x4000+32 /src/a.c:7");
  CHECK(written.at(0x4020) == "nothing");
  CHECK(written.at(0x4047) == "total 0x4040+8 :0");
}

TEST_CASE("of several declared at one address the one that the symbol names says where") {
  FakeImage image = image_with_data();
  add_variable(image, "done.11", 0x4000, 4);
  add_variable(image, "_ZN4shopL5aliveE", 0x4010, 4);
  add_variable(image, "merged", 0x4020, 4);
  const Written written(image, {declared("key", 0x4000, 98, 1), declared("done", 0x4000, 1701, 2),
                                declared("live", 0x4010, 5, 1), declared("alive", 0x4010, 6, 2),
                                declared("one", 0x4020, 8, 1), declared("other", 0x4020, 9, 2)});
  CHECK(written.at(0x4000) == "done.11 0x4000+4 /src/a.c:1701");
  CHECK(written.at(0x4010) == "_ZN4shopL5aliveE 0x4010+4 /src/a.c:6");
  CHECK(written.at(0x4020) == "merged 0x4020+4 /src/a.c:8");
}

TEST_CASE("what is declared nowhere is of the source that the symbol table tells") {
  FakeImage image = image_with_data();
  add_variable(image, "__func__.3", 0x4000, 8);
  image.its_symbols.back().source_file = "inode.c";
  add_variable(image, "known", 0x4010, 8);
  image.its_symbols.back().source_file = "inode.c";
  const Written written(image, {declared("__func__", 0x4000, 0), declared("known", 0x4010, 5)});
  CHECK(written.at(0x4004) == "__func__.3 0x4000+8 inode.c:0");
  CHECK(written.at(0x4010) == "known 0x4010+8 /src/a.c:5");
}

TEST_CASE("what compilers merged into one symbol keeps the place of each") {
  FakeImage image = image_with_data();
  add_variable(image, ".L_MergedGlobals", 0x4000, 12);
  const Written written(image,
                        {declared("a", 0x4000, 1), declared("b", 0x4004, 2), declared("c", 0x4008, 3)});
  CHECK(written.at(0x4003) == ".L_MergedGlobals 0x4000+12 /src/a.c:1");
  CHECK(written.at(0x4004) == ".L_MergedGlobals 0x4000+12 /src/a.c:2");
  CHECK(written.at(0x400b) == ".L_MergedGlobals 0x4000+12 /src/a.c:3");
}

TEST_CASE("what nobody knows the size of reaches to the next symbol or the end of its section") {
  FakeImage image = image_with_data();
  add_variable(image, "label", 0x4000);
  add_variable(image, "last", 0x4100);
  const Written written(image, {});
  CHECK(written.at(0x40ff) == "label 0x4000+0 :0");
  CHECK(written.at(0x4fff) == "last 0x4100+0 :0");
  CHECK(written.at(0x5000) == "nothing");
}

TEST_CASE("of what has no symbol the first byte is known") {
  const Written written(image_with_data(), {declared("hidden", 0x4200, 12), declared("hidden", 0x4200, 0)});
  CHECK(written.at(0x4200) == "hidden 0x4200+0 /src/a.c:12");
  CHECK(written.at(0x4201) == "nothing");
}

TEST_CASE("without variables nothing is written") { CHECK(Written(image_with_data(), {}).bytes().empty()); }

TEST_CASE("a damaged index of variables gives no answer and no harm") {
  FakeImage image = image_with_data();
  for (std::uint64_t i = 0; i < 40; ++i) add_variable(image, "v", 0x4000 + i * 0x20, 0x10);
  const Written written(image, {declared("v", 0x4000, 3), declared("v", 0x4028, 4)});
  for (std::size_t at = 0; at < written.bytes().size(); ++at) {
    auto bytes = written.bytes();
    bytes[at] ^= 0xff;
    const auto index = index::NativeIndex::open(bytes);
    if (!index) continue;
    index::Answer answer;
    std::string name;
    for (std::uint64_t i = 0; i < 40; ++i)
      if (index->lookup({0x4000 + i * 0x20}, answer)) index->read_name(answer.name, name);
  }
}
