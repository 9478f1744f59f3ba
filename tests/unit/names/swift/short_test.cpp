// The short forms: as Xcode shows a stack, and without parameters.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("simplified: no modules, no types, no conformances") {
  check(std::to_array<Name>({
            {"$s4main3AppC4textSSSgvg", "App.text.getter"},
            {"$s4main3foo1a_1bySi_S2itF", "foo(a:_:b:)"},
            {"$s4main3runyyFyycfU_", "closure #1 in run()"},
            {"$s4main3runyyFyycfU_TA", "partial apply for closure #1 in run()"},
            {"$s4main3fooyyF3barL_yyF", "bar #1 () in foo()"},
            {"$s4main3foo33_0E4228093681F6920F0AB2E48B4F1C69LLyyF", "foo()"},
            {"$s4main3fooyyYaFTQ0_", "foo()"},
            {"$s4main3runyyFTm", "run()"},
            {"$s4main3fooyyxlFSi_Tg5Tf4d_n", "specialized foo<A>(_:)"},
            {"$s4main1SVAA1PA2aDP3fooyyFTW", "protocol witness for P.foo() in conformance S"},
            {"$sSa4mainSQRzlE3fooyyF", "Array<A>.foo()"},
            {"$sIeg_IyB_TR", "thunk for @escaping @callee_guaranteed () -> ()"},
            {"$s4main1SV1xSivM.resume.0", "S.x.modify"},
            {"$s4main1SVwCP", "initializeBufferWithCopyOfBuffer for S"},
            {"$s4main3fooyyxSHRzlF", "foo<A>(_:)"},
            {"_TFC4main3App3runfT5speedSi_Sb", "App.run(speed:)"},
        }),
        {.simplified = true});
}

TEST_CASE("without parameters: names alone, whole ones or short") {
  constexpr auto whole = std::to_array<Name>({
      {"$s4main3AppC4textSSSgvg", "main.App.text.getter"},
      {"$s4main3foo1a_1bySi_S2itF", "main.foo"},
      {"$s4main3runyyFyycfU_", "closure #1 in main.run"},
      {"$s4main3AppCACycfc", "main.App.init"},
      {"_TFC4main3App3runfT5speedSi_Sb", "main.App.run"},
  });
  check(whole, {.no_parameters = true});
  check(std::to_array<Name>({{"$s4main3runyyFyycfU_", "closure #1 in run"}}),
        {.simplified = true, .no_parameters = true});
}
