// Names that are not whole, and names made to cost more than they are worth.
#include <memory>

#include "unit/names/swift/names.h"

using namespace symkit::swift;

namespace {

std::string repeated(std::string_view part, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += part;
  return all;
}

// A tuple of dictionaries, each of which has the one before as key and as value: the text doubles each time.
std::string doubling(std::size_t count) {
  std::string name = "$sSDyS2iG_";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string known = {'A', static_cast<char>('A' + i)};
    name += "SDy" + known + known + "G";
  }
  return name + "t";
}

}  // namespace

TEST_CASE("what is not whole is nothing") {
  for (const std::string_view name : {"",
                                      "$s",
                                      "_$s",
                                      "$S",
                                      "_T",
                                      "_T0",
                                      "_Tt",
                                      "$sy",
                                      "$s_",

                                      "$s4mai",
                                      "$s4main3run",
                                      "$s4main3runF",
                                      "$s4main3runyyFx",
                                      "$s4main3runyyF3",
                                      "$sA",
                                      "$sAA",
                                      "$s4main1Q",
                                      "$sSiSi",
                                      "$s99999999999a",
                                      "$s0",
                                      "$s00",
                                      "$s000",
                                      "$s001_",
                                      "$sR",
                                      "$sBi0_",
                                      "$sBi9999_",
                                      "$sTg5",
                                      "$sTf4",
                                      "$sWJ",
                                      "$sTJ",
                                      "$s4main1aoi",
                                      "_TtGSi",
                                      "_TtT",
                                      "_TtC",
                                      "_TTS",
                                      "_TTSg",
                                      "_TTSf",
                                      "_TF",
                                      "_TF4main"}) {
    CAPTURE(name);
    CHECK_FALSE(demangle(name, {}).has_value());
  }
}

TEST_CASE("a symbolic reference stands for an address in another process, and is refused") {
  const std::string name = std::string("$s4main3fooyy") + '\x01' + std::string("\0\0\0\0", 4) + "_pF";
  CHECK_FALSE(demangle(name, {}).has_value());
}

TEST_CASE("every beginning of a name is read no further than its end") {
  for (const std::string_view name :
       {"$s4main3foo5valueyxSg_tSQRzlFSi_Tg5", "$s4main9AbcDefGHIV02Myac1_D0yyF", "$sSi_A2BtIegy_zB3abc",
        "_TTSf1cl8_TF1a1bT_Si___TF4main3fooFSiT_", "_TFE4mainSa3foofT_T_"})
    for (std::size_t size = 0; size <= name.size(); ++size) {
      const std::unique_ptr<char[]> exact = std::make_unique<char[]>(size);
      name.copy(exact.get(), size);
      CHECK(demangle({exact.get(), size}, {}) == demangle(std::string(name.substr(0, size)), {}));
    }
}

TEST_CASE("text that doubles at each step is given while it is small, and not when it is not") {
  CHECK(demangle(doubling(1), {}) ==
        "([Swift.Int : Swift.Int], [[Swift.Int : Swift.Int] : [Swift.Int : Swift.Int]])");
  CHECK(demangle(doubling(10), {}).value_or("").size() > 20'000);
  CHECK_FALSE(demangle(doubling(20), {}).has_value());
  CHECK_FALSE(demangle(doubling(26), {}).has_value());
}

TEST_CASE("depth, repetition, long words and long Punycode have their limits") {
  CHECK(demangle("$sSi" + repeated("Sg", 300), {}) == "Swift.Int" + repeated("?", 300));
  for (const std::string& name :
       {"$sSi" + repeated("Sg", 30'000), "$sSi" + repeated("m", 60'000), "$s1a1AC" + repeated("1AC", 20'000),
        "$s1a1AV_" + repeated("A2048B", 10'000) + "t",
        "$s4000" + repeated("x", 4000) + repeated("0aA0", 10'000),
        "$s" + repeated("002000_" + repeated("aaab", 500), 30), "_Tt" + repeated("GSa", 20'000),
        "_Tt" + repeated("T", 60'000), "_TtC" + repeated("C", 60'000), "$s1a1fyyF" + repeated("TA", 30'000),
        "$s1a1fyyF" + repeated("yycfU_", 10'000), "$s1a1fyyxr" + repeated("z", 60'000)})
    CHECK_FALSE(demangle(name, {}).has_value());
}

TEST_CASE("names within names are read a few levels deep") {
  std::string name = "$s4main3baryyF";
  for (int i = 0; i < 12; ++i) name = "$s4main3fooyyyyXEF" + std::to_string(name.size()) + name + "Tf3pf_n";
  const std::string readable = demangle(name, {}).value_or("");
  CHECK(readable.starts_with("function signature specialization <Arg[0] = [Constant Propagated Function : "));
  CHECK(readable.size() < 3000);
}
