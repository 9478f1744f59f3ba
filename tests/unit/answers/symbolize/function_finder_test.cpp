// Which of several functions of one name a log means.
#include "answers/symbolize/function_finder.h"

#include <array>

#include "doctest/doctest.h"

#include "answers/symbolize/open_image.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using namespace symkit::index;
using symbolize::FunctionFinder;
using symbolize::OpenImage;

namespace {

struct Part {
  std::uint64_t begin;
  std::uint64_t end;
  std::string_view name;
  std::string_view symbol = {};  // where the symbol table has another name
};

std::shared_ptr<const OpenImage> image_of(const std::vector<Part>& parts) {
  std::vector<Draft> drafts{Draft(1)};
  std::vector<Piece> pieces;
  std::vector<SymbolRange> symbols;
  for (const Part& part : parts) {
    drafts[0].begin_function(part.begin, part.end, drafts[0].name(part.name), Source::DebugInfo, 0, 0);
    drafts[0].end_function();
    pieces.push_back({part.begin, part.end, 0, static_cast<std::uint32_t>(pieces.size())});
    const std::string_view symbol = part.symbol.empty() ? part.name : part.symbol;
    symbols.push_back({part.begin, part.end, drafts[0].name(symbol), 0});
  }
  NativeMeta meta;
  meta.image_name = "vmlinux";
  meta.architecture = Architecture::X86_64;
  auto image = OpenImage::open(io::blob_of(write_native({meta, drafts, pieces, symbols}, 1)), "an index");
  REQUIRE(image);
  return std::move(*image);
}

std::string found(const OpenImage& image, std::string_view name, std::uint64_t offset,
                  std::optional<std::uint64_t> size, std::optional<RuntimeAddress> address = {}) {
  FunctionFinder finder;
  const auto begin = finder.find(image, {name, offset, size, address});
  return begin ? std::to_string(begin->value) : std::string(finder.why_not());
}

}  // namespace

TEST_CASE("the only one of a name") {
  const auto image = image_of({{100, 120, "probe"}, {128, 200, "remove"}});
  CHECK(found(*image, "probe", 5, std::nullopt) == "100");
  CHECK(found(*image, "probe", 5, 20) == "100");
  CHECK(found(*image, "probe", 5, 28) == "100");   // up to the next symbol
  CHECK(found(*image, "probe", 28, 28) == "100");  // behind a call that does not return
  CHECK(found(*image, "prob", 5, 20) == "no function of this name");
}

TEST_CASE("a size that cannot be tells another build") {
  const auto image = image_of({{100, 120, "probe"}, {128, 200, "remove"}});
  const std::string other = "the function has another size here: this is another build";
  CHECK(found(*image, "probe", 5, 19) == other);
  CHECK(found(*image, "probe", 5, 20 + 4097) == other);
  CHECK(found(*image, "probe", 21, 20) == "the log's offset is outside the function");
}

TEST_CASE("the size chooses among functions of one name") {
  const auto image = image_of({{100, 120, "read"}, {128, 200, "x"}, {300, 340, "read"}, {340, 400, "y"}});
  CHECK(found(*image, "read", 5, 20) == "100");
  CHECK(found(*image, "read", 5, 28) == "100");
  CHECK(found(*image, "read", 5, 40) == "300");
  CHECK(found(*image, "read", 5, std::nullopt) == "several functions have this name");
}

TEST_CASE("two of one size stay two, unless one ends just there") {
  const auto same = image_of({{100, 120, "read"}, {300, 320, "read"}});
  CHECK(found(*same, "read", 5, 20) == "several functions have this name");
  // 24 bytes up to the next function: the padding of one, the code of none.
  const auto padded = image_of({{100, 120, "read"}, {128, 200, "x"}, {300, 318, "read"}, {324, 400, "y"}});
  CHECK(found(*padded, "read", 5, 24) == "300");
  CHECK(found(*padded, "read", 5, 28) == "100");
}

TEST_CASE("what the symbol table calls otherwise is not meant") {
  const auto image = image_of({{100, 120, "check", "check.isra.0"}, {128, 148, "check"}});
  CHECK(found(*image, "check", 5, 20) == "128");
  CHECK(found(*image, "check.isra.0", 5, 20) == "100");
}

TEST_CASE("Go's traces leave out what stands behind the names of assembly") {
  const auto image = image_of({{0x100, 0x1b7, "runtime.call", "runtime.call.abi0"},
                               {0x200, 0x22d, "runtime.call"},
                               {0x300, 0x30d, "runtime.mstart", "runtime.mstart.abi0"}});
  CHECK(found(*image, "runtime.mstart", 12, {}) == std::to_string(0x300));
  // The one that only calls it is too short.
  CHECK(found(*image, "runtime.call", 0x9a, {}) == std::to_string(0x100));
  CHECK(found(*image, "runtime.call", 0x12, {}) == "several functions have this name");
  CHECK(found(*image, "runtime.call", 0x12, {}, RuntimeAddress{0x7f0000000212}) == std::to_string(0x200));
}

TEST_CASE("where in its page the log's address lies tells versions of a name apart, and another build") {
  const auto image =
      image_of({{0x1100, 0x1200, "copy_old", "copy@V1"}, {0x2340, 0x2400, "copy_new", "copy@@V2"}});
  CHECK(found(*image, "copy", 8, {}) == "several functions have this name");
  CHECK(found(*image, "copy", 8, {}, RuntimeAddress{0x7f0000000348}) == std::to_string(0x2340));
  CHECK(found(*image, "copy", 8, {}, RuntimeAddress{0x7f0000005108}) == std::to_string(0x1100));
  CHECK(found(*image, "copy", 8, {}, RuntimeAddress{0x7f0000005107}) == std::to_string(0x1100));
  CHECK(found(*image, "copy", 8, {}, RuntimeAddress{0x7f0000005208}) == symbolize::name_and_address_disagree);
  // The kernel's code may lie anywhere.
  CHECK(found(*image, "copy@V1", 8, {}, RuntimeAddress{0xffffffffc0000003}) == std::to_string(0x1100));
}

TEST_CASE("a name contradicts an address that is not in a function of that name") {
  const auto image = image_of({{0x100, 0x200, "probe"},
                               {0x200, 0x300, "remove"},
                               {0x300, 0x400, "copy_old", "copy@V1"},
                               {0x400, 0x500, "copy_new", "copy@@V2"}});
  FunctionFinder finder;
  const auto contradicts = [&](std::string_view name, std::uint64_t offset, std::uint64_t address) {
    return finder.contradicts(*image, {name, offset}, {address});
  };
  CHECK_FALSE(contradicts("probe", 8, 0x108));
  CHECK_FALSE(contradicts("probe", 0x108, 0x208));  // the nearest name that a stripped file had
  CHECK_FALSE(contradicts("copy", 8, 0x308));
  CHECK_FALSE(contradicts("copy", 8, 0x408));
  CHECK_FALSE(contradicts("copy", 9, 0x408));
  CHECK_FALSE(contradicts("nobody", 8, 0x308));  // nothing is known of it
  CHECK(contradicts("probe", 8, 0x208));
  CHECK(contradicts("copy", 8, 0x508));
  CHECK(contradicts("remove", 0x10, 0x9000));
}
