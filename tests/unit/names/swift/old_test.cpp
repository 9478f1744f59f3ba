// The mangling before Swift 4, which Objective-C still sees of Swift's classes.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("old: classes as Objective-C knows them") {
  check(std::to_array<Name>({
      {"_TtC4main3App", "main.App"},
      {"__TtC4main3App", "main.App"},
      {"_TtCC4main3App5Inner", "main.App.Inner"},
      {"_TtGC4main3AppSi_", "main.App<Swift.Int>"},
      {"_TtGCC4main5Outer5InnerSi_SS_", "main.Outer<Swift.Int>.Inner<Swift.String>"},
      {"_TtC4mainP33_0E4228093681F6920F0AB2E48B4F1C697Private",
       "main.(Private in _0E4228093681F6920F0AB2E48B4F1C69)"},
      {"_TtP4main8Delegate_", "main.Delegate"},
      {"_TtCSo8NSObject", "__C.NSObject"},
  }));
}

TEST_CASE("old: entities") {
  check(std::to_array<Name>({
      {"_TF4main3runFT_T_", "main.run() -> ()"},
      {"_TFC4main3App3runfT5speedSi_Sb", "main.App.run(speed: Swift.Int) -> Swift.Bool"},
      {"_TZFC4main3App4makefT_S0_", "static main.App.make() -> main.App"},
      {"_TF4main3runFzT_T_", "main.run() throws -> ()"},
      {"_TFC4main3Appg4textGSqSS_", "main.App.text.getter : Swift.String?"},
      {"_TFC4main3Apps4textGSqSS_", "main.App.text.setter : Swift.String?"},
      {"_TFC4main3AppCfT_S0_", "main.App.__allocating_init() -> main.App"},
      {"_TFC4main3AppcfT_S0_", "main.App.init() -> main.App"},
      {"_TFC4main3AppD", "main.App.__deallocating_deinit"},
      {"_TFC4main3AppZ", "main.App.__isolated_deallocating_deinit"},
      {"_TFV4main1SZ", "main.S.deinit"},
      {"_TFF4main3runFT_T_U_FT_T_", "closure #1 () -> () in main.run() -> ()"},
      {"_TFF4main3runFT_T_U0_FT_T_", "closure #2 () -> () in main.run() -> ()"},
      {"_TFF4main3runFT_T_u_KT_Sb",
       "implicit closure #1 : @autoclosure () -> Swift.Bool in main.run() -> ()"},
      {"_TFF4main3runFT_T_U_bT_T_", "closure #1 : @convention(block) () -> () in main.run() -> ()"},
      {"_TFF4main3runFT_T_U_cT_T_", "closure #1 @convention(c) () -> () in main.run() -> ()"},
      {"_TIF4main3runFT1aSi_T_A_", "default argument 0 of main.run(a: Swift.Int) -> ()"},
      {"_Tv4main1xGSaSi_", "main.x : [Swift.Int]"},
      {"_TFE4mainSa3foofT_T_", "(extension in main):Swift.Array.foo() -> ()"},
      {"_TF4mainoi1pFTSiSi_Si", "main.+ infix(Swift.Int, Swift.Int) -> Swift.Int"},
      {"_TF4mainX12vergenza_JFaFT_T_",
       "main.verg\xC3\xBC"
       "enza() -> ()"},
      {"_TF4main3fooU_FT_T_", "nothing"},
      {"_TF4main3foourFxT_", "main.foo<A>(A) -> ()"},
      {"_TF4main3foouRxS_1PrFxT_", "main.foo<A where A: main.P>(A) -> ()"},
  }));
}

TEST_CASE("of more generic parameters than anyone reads the first are shown") {
  std::string shown;
  for (int i = 0; i < 128; ++i) {
    shown += static_cast<char>('A' + i % 26);
    if (i >= 26) shown += static_cast<char>('A' + i / 26);
    shown += ", ";
  }
  const std::string whole = "<" + shown.substr(0, shown.size() - 2) + ">(A) -> A";
  const std::string cut = "<" + shown + "...>(A) -> A";
  check(std::to_array<Name>({
      {"_Ttu126_rFxx", whole},
      {"_Ttu127_rFxx", cut},
      {"_Ttu99999999999999999999999_rFxx", cut},
      {"_Ttu999999999999999999999999", "nothing"},
  }));
  const std::string function = "main.foo" + cut;
  check(std::to_array<Name>({{"$s4main3fooyxxr127_lF", function}}));
}

TEST_CASE("old: what the compiler makes") {
  check(std::to_array<Name>({
      {"_TMC4main3App", "type metadata for main.App"},
      {"_TMaC4main3App", "type metadata accessor for main.App"},
      {"_TMnV4main1S", "nominal type descriptor for main.S"},
      {"_TWVV4main1S", "value witness table for main.S"},
      {"_TWPV4main1SS_1PS_", "protocol witness table for main.S : main.P in main"},
      {"_TwxxV4main1S", "destroy value witness for main.S"},
      {"_TWvdvC4main3App1xSi", "direct field offset for main.App.x : Swift.Int"},
      {"_TToFC4main3App3runfT_T_", "@objc main.App.run() -> ()"},
      {"_TPA__TTRXFo__dT__XFo__iT__",
       "partial apply forwarder for reabstraction thunk helper from @callee_owned () -> (@out ()) to "
       "@callee_owned () -> (@unowned ())"},
      {"_TTSg5Si___TF4main3foourFxT_", "generic specialization <Swift.Int> of main.foo<A>(A) -> ()"},
      {"_TTSf1d___TF4main3fooFSiT_",
       "function signature specialization <Arg[0] = Dead> of main.foo(Swift.Int) -> ()"},
  }));
}
