// What minidump-stackwalk prints as JSON: whose frames are whose, and what becomes of broken ones.
#include "logs/crashlog/minidump_json.h"

#include "doctest/doctest.h"

#include "describe.h"

using namespace symkit;
using crashlog::DocumentReport;
using json::Document;

namespace {

struct Read {
  json::Document document;
  std::optional<DocumentReport> report;

  explicit Read(std::string_view text) : document(*json::Document::parse(text)) {
    report = crashlog::read_minidump_json(document);
  }
  std::string operator[](std::size_t number) const { return test::describe(report->frames.at(number).frame); }
};

std::string dump(std::string_view os, std::string_view modules, std::string_view frames) {
  return say(R"({"system_info":{"os":")", os, R"(","cpu_arch":"amd64"},"modules":[)", modules,
             R"(],"threads":[{"frames":[)", frames, R"(],"thread_name":"main"}]})");
}

constexpr std::string_view kiosk =
    R"({"base_addr":"0x7000","end_addr":"0x9000","filename":"kiosk","code_id":"98e052935f35d0b1d1d450c1904e73feda4b48eb","debug_id":"9352E0985F35B1D0D1D450C1904E73FE0","debug_file":"kiosk"})";

}  // namespace

TEST_CASE("minidump-stackwalk: frames by their modules") {
  const std::string text = dump(
      "Linux", kiosk,
      R"({"frame":0,"module":"kiosk","module_offset":"0x12","offset":"0x7012","function":null,"line":null,"trust":"context"},
              {"frame":1,"module":"kiosk","module_offset":"0x15","offset":"0x7015","function":"main","line":3,"trust":"cfi"},
              {"frame":2,"module":null,"module_offset":null,"offset":"0x17","trust":"scan"},
              {"frame":3,"module":"other","module_offset":"0x7","offset":"0x5007","trust":"scan"})");
  const Read read(text);
  CHECK(read[0] ==
        "#0 at kiosk offset 12 runtime 7012 load 7000 <98e052935f35d0b1d1d450c1904e73feda4b48eb> x86_64 in "
        "main");
  CHECK(read[1] ==
        "#1 calls at kiosk offset 15 runtime 7015 load 7000 main <98e052935f35d0b1d1d450c1904e73feda4b48eb> "
        "x86_64 in main");
  CHECK(read.report->frames[1].has_place);
  CHECK(read.report->frames[1].has_symbol);
  CHECK(read[2] == "#2 calls at - runtime 17 in main (code that is in no image file)");
  CHECK(read[3] == "#3 calls at other offset 7 runtime 5007 x86_64 in main");
  CHECK(read.report->images.size() == 1);
}

TEST_CASE("minidump-stackwalk: by what symbol servers know a PDB and a PE file") {
  constexpr std::string_view frame =
      R"({"frame":0,"module":"m","module_offset":"0x12","offset":"0x7012","trust":"context"})";
  constexpr std::string_view module =
      R"({"base_addr":"0x7000","end_addr":"0x9000","filename":"m.exe","code_id":"5cb79e7c12000",)"
      R"("debug_id":"9352E0985F35B1D0D1D450C1904E73FE2","debug_file":"C:\\build\\kiosk.pdb"})";
  const auto known = [&](std::string_view os) {
    const std::string text = dump(os, module, frame);
    const Read read(text);
    const auto& image = read.report->frames.at(0).frame.image;
    return say(image.debug_name, ' ', image.code_id);
  };
  CHECK(known("Windows NT") == "kiosk.pdb 5cb79e7c12000");
  CHECK(known("Linux") == "kiosk.pdb ");
}

TEST_CASE("minidump-stackwalk: ids") {
  constexpr std::string_view frame =
      R"({"frame":0,"module":"m","module_offset":"0x12","offset":"0x7012","trust":"context"})";
  const auto id_of = [&](std::string_view os, std::string_view more) {
    const std::string text =
        dump(os, say(R"({"base_addr":"0x7000","end_addr":"0x9000","filename":"m")", more, "}"), frame);
    return Read(text).report->frames.at(0).frame.image.id.hex();
  };
  CHECK(id_of("Linux", R"(,"code_id":"9f83d817c5a04a94a5fbe100009dc9e0f2c7cddb")") ==
        "9f83d817c5a04a94a5fbe100009dc9e0f2c7cddb");
  CHECK(
      id_of(
          "Windows NT",
          R"(,"code_id":"5cb79e7c12000","debug_id":"9352E0985F35B1D0D1D450C1904E73FE2","debug_file":"m.pdb")") ==
      "9352e0985f35b1d0d1d450c1904e73fe2");
  CHECK(id_of("Linux", R"(,"code_id":"","debug_id":"9352E0985F35B1D0D1D450C1904E73FE0")") ==
        "9352e0985f35b1d0d1d450c1904e73fe");
  CHECK(id_of("Linux", R"(,"code_id":"","debug_id":"000000000000000000000000000000000")").empty());
  CHECK(id_of("Linux", "").empty());
}

TEST_CASE("minidump-stackwalk: what is broken, and what is none") {
  const std::string odd =
      dump("Linux", R"({"base_addr":"x"},{"base_addr":"0x9","end_addr":"0x1","filename":"kiosk"},7,null)",
           R"({"frame":-1,"module":"kiosk","module_offset":"?","offset":"0x7012","trust":"cfi"},
              {"frame":99999999999,"module":7,"offset":"0x1ffffffffffffffff","trust":"cfi"},
              {"offset":7,"trust":"cfi"},{"offset":"0x12"},5,null)");
  const Read read(odd);
  CHECK(read.report->frames.size() == 2);
  CHECK(read[0] == "calls at kiosk runtime 7012 x86_64 in main");
  CHECK(read[1] == "calls at - in main (the frame's address is not a 64-bit number)");
  for (const std::string_view other :
       {R"({"modules":[],"threads":[]})", R"({"modules":{},"threads":[]})", "[]", "7",
        R"({"modules":[],"threads":[{"frames":[{"address":"0x12"}]}]})"}) {
    CAPTURE(other);
    CHECK_FALSE(Read(other).report);
  }
}
