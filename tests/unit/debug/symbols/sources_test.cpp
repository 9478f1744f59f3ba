// Each source by itself: what it puts into its drafts, and how those of one image go together.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "debug/symbols/source.h"
#include "ground/base/words.h"
#include "support/fake_image.h"

using namespace symkit;
using namespace symkit::symbols;
using namespace symkit::test;

namespace {

// What one source makes of an image, by offsets from its text base.
struct Gathered {
  Gathered(MakeSource& make, const FakeImage& image, unsigned jobs = 1) : source(make()) {
    drafts.assign(source->draft_count(jobs), index::Draft(1, image.text_base()));
    const PrepareOptions options;
    const Layout layout(image, options);
    REQUIRE(source->gather(layout, drafts).has_value());
  }
  std::vector<std::string> functions() const {
    std::vector<std::string> found;
    for (const index::Draft& draft : drafts)
      for (const index::DraftFunction& function : draft.functions())
        found.push_back(say(function.name == 0 ? "?" : draft.names()[function.name - 1], " ",
                            hex(function.begin), "-", hex(function.end)));
    return found;
  }
  std::unique_ptr<Source> source;
  std::vector<index::Draft> drafts;
};

using Lines = std::vector<std::string>;

// Two symbols, the second without a size, and three function starts, one of them no code.
FakeImage image_at(std::uint64_t base) {
  FakeImage image;
  image.base = base;
  image.add_code(base + 0x100, 0x100);
  image.add_symbol("first", base + 0x110, 0x10);
  image.add_symbol("second", base + 0x140);
  image.starts = {{base + 0x120}, {base + 0x160}, {base + 0x10}};
  return image;
}

}  // namespace

TEST_CASE("symbols and function starts end where the other's next one begins, at any text base") {
  for (const std::uint64_t base : {std::uint64_t{0}, std::uint64_t{0xffffffff81000000}}) {
    CAPTURE(base);
    const FakeImage image = image_at(base);
    const Gathered symbols(symbol_table, image);
    CHECK(symbols.functions() == Lines{"first 0x110-0x120", "second 0x140-0x160"});
    const auto spans = symbols.drafts[0].symbols();
    REQUIRE(spans.size() == 2);
    CHECK(spans[0].begin == 0x110);
    CHECK(spans[0].end == 0x120);
    const Gathered starts(function_starts, image);
    CHECK(starts.functions() == Lines{"? 0x120-0x140", "? 0x160-0x200"});
    CHECK(starts.drafts[0].symbols().empty());
  }
}

TEST_CASE("debug information fills a draft for each worker, and tells of units whose rest is elsewhere") {
  SynthDwarf dwarf;
  for (const std::uint64_t begin : {0x1100U, 0x1140U, 0x9000U}) {  // the last one was deleted
    dwarf.begin_unit();
    dwarf.open(dwarf::DW_TAG_compile_unit, {{dwarf::DW_AT_dwo_name, dwarf::DW_FORM_string, "rest.dwo"}});
    dwarf.entry(dwarf::DW_TAG_subprogram, {{dwarf::DW_AT_name, dwarf::DW_FORM_string, "f"},
                                           {dwarf::DW_AT_low_pc, dwarf::DW_FORM_addr, begin},
                                           {dwarf::DW_AT_high_pc, dwarf::DW_FORM_data1, 0x20}});
    dwarf.close().end_unit();
  }
  FakeImage image;
  image.base = 0x1000;
  image.add_code(0x1100, 0x100).add_debug(dwarf);
  const Gathered gathered(debug_information, image, 3);
  REQUIRE(gathered.drafts.size() == 3);
  Lines functions = gathered.functions();
  std::ranges::sort(functions);
  CHECK(functions == Lines{"f 0x100-0x120", "f 0x140-0x160"});
  std::size_t units = 0;
  for (const index::Draft& draft : gathered.drafts)
    for (const std::string_view file : draft.split_files()) units += file == "rest.dwo" ? 1 : 0;
  CHECK(units == 3);
}
