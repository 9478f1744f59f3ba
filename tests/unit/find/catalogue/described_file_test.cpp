#include "find/catalogue/described_file.h"

#include "doctest/doctest.h"

#include "keep/index/envelope.h"
#include "support/scratch.h"
#include "unit/find/catalogue/images.h"

using namespace symkit;
using namespace symkit::catalogue;

namespace {

const std::string native = SYMKIT_TEST_DATA "/native/";

std::string described(const std::string& path) {
  const auto images = describe_file(path);
  if (!images) return images.error().message;
  std::string text;
  for (const DescribedImage& image : *images)
    text += std::string(name_of(image.kind)) + " " + std::string(symkit::name_of(image.architecture)) + " " +
            (image.id.empty() ? "-"
             : image.macho    ? image.id.uuid()
                              : image.id.hex()) +
            "\n";
  return text;
}

}  // namespace

// The ids are those that llvm-dwarfdump --uuid and llvm-readobj --notes print.
TEST_CASE("Files are described by what they are and the ids that they carry") {
  CHECK(described(native + "macho/arm64/Kitchen") ==
        "executable arm64 4C4C44E5-5555-3144-A187-19AD5148A1AC\n");
  CHECK(
      described(native + "macho/fat64/libmarket.dylib.dSYM/Contents/Resources/DWARF/libmarket.dylib") ==
      "dSYM x86_64 4C4C449F-5555-3144-A14A-90C5C2671B6F\ndSYM arm64 4C4C44A1-5555-3144-A13F-DB375E16597C\n");
  CHECK(described(native + "elf-container/market-stripped.so") ==
        "shared library x86_64 5bb40e2c8ce5c8185765db5cc750279db4238c22\n");
  CHECK(described(native + "elf-container/market-stripped.so.debug") ==
        "debug file x86_64 5bb40e2c8ce5c8185765db5cc750279db4238c22\n");
  CHECK(described(native + "elf-container/market-no-build-id.so") == "shared library x86_64 -\n");
  CHECK(described(native + "macho/object/tokenizer-armv7.o") == "object file armv7 -\n");
}

// The sizes are those that llvm-readelf --sections prints.
TEST_CASE("It is told how much debug information an image has, and where the rest of it is") {
  const auto only = [](const std::string& path) {
    const auto images = describe_file(native + "elf-container/" + path);
    REQUIRE(images);
    REQUIRE(images->size() == 1);
    return images->front();
  };
  CHECK(only("market-stripped.so").debug_bytes == 0);
  CHECK(only("market-stripped.so").debug_link == "market-stripped.so.debug");
  CHECK(only("market-stripped.so.debug").debug_bytes == 0x1969);
  CHECK(only("market-stripped.so.debug").debug_link.empty());
}

TEST_CASE("An index has the id of its image") {
  const test::Scratch folder;
  const auto id = ImageId::parse("00112233445566778899aabbccddeeff");
  test::write_file(folder / "m.symx", index::seal(index::Kind::Mapping, *id, 0, {}));
  CHECK(described(folder / "m.symx") == "index of a mapping unknown 00112233445566778899aabbccddeeff\n");
  test::write_file(folder / "n.symx", index::seal(index::Kind::Native, *id, 0, {}));
  CHECK(described(folder / "n.symx").starts_with(folder / "n.symx: "));  // without what a native one needs
}

TEST_CASE("What is none says so, with its path") {
  const test::Scratch folder;
  test::write_file(folder / "text", as_bytes("hello, world, this is a text\n"));
  CHECK(described(folder / "text") == folder / "text: is a text file, not a binary that symkit reads");
  CHECK(described(folder / "gone").starts_with(folder / "gone: "));
  test::Buffer cut = test::elf_with_id(1);
  cut.resize(cut.size() - 1);
  test::write_file(folder / "cut.so", cut);
  CHECK(described(folder / "cut.so").starts_with(folder / "cut.so: truncated"));
}
