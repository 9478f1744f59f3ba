// Types, alone as a debugger has them.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("known types, sugar, nominal types") {
  check(std::to_array<Name>({
      {"$sSiD", "Swift.Int"},
      {"$sSaySiGD", "[Swift.Int]"},
      {"$sSDySSSiGD", "[Swift.String : Swift.Int]"},
      {"$sSiSgD", "Swift.Int?"},
      {"$sSiSgSgD", "Swift.Int??"},
      {"$sShySiGD", "Swift.Set<Swift.Int>"},
      {"$sScTyyts5NeverOGD", "Swift.Task<(), Swift.Never>"},
      {"$sScMD", "Swift.MainActor"},
      {"$s4main5OuterV5InnerVyx_qd__GD", "main.Outer<A>.Inner<A1>"},
      {"$s4main1EOD", "main.E"},
      {"$s4main1TaD", "main.T"},
      {"$s4main1TXYD", "main.T"},
      {"$sSo7CGPointVD", "__C.CGPoint"},
      {"$sSiXSqD", "Swift.Int?"},
      {"$sSiXSaD", "[Swift.Int]"},
      {"$sSSSiXSDD", "[Swift.String : Swift.Int]"},
  }));
}

TEST_CASE("tuples, functions, existentials, metatypes") {
  check(std::to_array<Name>({
      {"$sSi_SSt", "(Swift.Int, Swift.String)"},
      {"$sSi1a_SS1btD", "(a: Swift.Int, b: Swift.String)"},
      {"$sytD", "()"},
      {"$sS2icD", "(Swift.Int) -> Swift.Int"},
      {"$sS2icSgD", "((Swift.Int) -> Swift.Int)?"},
      {"$sS2iXCD", "@convention(c) (Swift.Int) -> Swift.Int"},
      {"$sS2iXBD", "@convention(block) (Swift.Int) -> Swift.Int"},
      {"$sS2iXLD", "@escaping @convention(block) (Swift.Int) -> Swift.Int"},
      {"$sS2iXfD", "@convention(thin) (Swift.Int) -> Swift.Int"},
      {"$sypD", "Any"},
      {"$syXlD", "Swift.AnyObject"},
      {"$s4main1P_pD", "main.P"},
      {"$s4main1P_AA1QpD", "main.P & main.Q"},
      {"$s4main1P_AA1QpSgD", "(main.P & main.Q)?"},
      {"$s4main1P_XlD", "main.P & Swift.AnyObject"},
      {"$s4main1P_AA3AppCXcD", "main.App & main.P"},
      {"$s4main1P_pSi1TRts_XPD", "any main.P<Self.T == Swift.Int>"},
      {"$s4main1P_pXpD", "main.P.Type"},
      {"$s4main1P_pmD", "main.P.Protocol"},
      {"$sSimD", "Swift.Int.Type"},
      {"$sSiXMtD", "@thin Swift.Int.Type"},
      {"$sS2icmD", "((Swift.Int) -> Swift.Int).Type"},
      {"$s4main3AppCXDD", "Self"},
      {"$sXeD", "<ERROR TYPE>"},
  }));
}

TEST_CASE("ownership, isolation, constants") {
  check(std::to_array<Name>({
      {"$sSizD", "inout Swift.Int"},
      {"$sSihD", "__shared Swift.Int"},
      {"$sSinD", "__owned Swift.Int"},
      {"$sSiYuD", "sending Swift.Int"},
      {"$sSiYiD", "isolated Swift.Int"},
      {"$sSiYtD", "_const Swift.Int"},
      {"$sSiYkD", "@noDerivative Swift.Int"},
      {"$s4main3AppCXwD", "weak main.App"},
      {"$s4main3AppCXoD", "unowned main.App"},
      {"$s4main3AppCXuD", "unowned(unsafe) main.App"},
  }));
}

TEST_CASE("builtins") {
  check(std::to_array<Name>({
      {"$sBi64_D", "Builtin.Int64"},
      {"$sBf32_D", "Builtin.FPIEEE32"},
      {"$sBi8_Bv16_D", "Builtin.Vec16xInt8"},
      {"$sBoD", "Builtin.NativeObject"},
      {"$sBpD", "Builtin.RawPointer"},
      {"$sBwD", "Builtin.Word"},
      {"$sBbD", "Builtin.BridgeObject"},
      {"$sBID", "Builtin.IntLiteral"},
      {"$sBjD", "Builtin.Job"},
      {"$sBeD", "Builtin.Executor"},
      {"$sBDD", "Builtin.DefaultActorStorage"},
      {"$s$3_SiBVD", "Builtin.FixedArray<4, Swift.Int>"},
      {"$s$n_D", "-0"},
  }));
}

TEST_CASE("generic signatures: requirements of each kind") {
  check(std::to_array<Name>({
      {"$s4main1fyyxSHRzlF", "main.f<A where A: Swift.Hashable>(A) -> ()"},
      {"$s4main1fyyxAA3AppCRbzlF", "main.f<A where A: main.App>(A) -> ()"},
      {"$s4main1fyyx_q_tSiRszr0_lF", "main.f<A, B where A == Swift.Int>(A, B) -> ()"},
      {"$s4main1fyyxRlzClF", "main.f<A where A: AnyObject>(A) -> ()"},
      {"$s4main1fyyxRlze63_lF", "main.f<A where A: _Trivial(64)>(A) -> ()"},
      {"$s4main1fyyxSTRzSi7ElementRtzlF",
       "main.f<A where A: Swift.Sequence, A.Element == Swift.Int>(A) -> ()"},
      {"$s4main1fyyxSTRzSH7ElementRpzlF",
       "main.f<A where A: Swift.Sequence, A.Element: Swift.Hashable>(A) -> ()"},
      {"$s4main1fyyxRi_zlF", "main.f<A where A: ~Swift.Copyable>(A) -> ()"},
      {"$s4main1fyyxRi0_zlF", "main.f<A where A: ~Swift.Escapable>(A) -> ()"},
      {"$s4main1fyyxSiRVzlF", "main.f<let A: Swift.Int>(A) -> ()"},
      {"$s4main1GV1fyyqd__lF", "main.G.f<A>(A1) -> ()"},
  }));
}

TEST_CASE("functions of the intermediate language") {
  check(std::to_array<Name>({
      {"$sIeg_D", "@escaping @callee_guaranteed () -> ()"},
      {"$sSiIegy_D", "@escaping @callee_guaranteed (@unowned Swift.Int) -> ()"},
      {"$sSis5Error_pIegHrzo_D",
       "@escaping @callee_guaranteed @async () -> (@out Swift.Int, @error @owned Swift.Error)"},
      {"$sIyB_D", "@callee_unowned @convention(block) () -> ()"},
      {"$sSiIetAYl_D", "@escaping @convention(thin) @yield_once () -> (@yields @inout Swift.Int)"},
      {"$sIegh_D", "@escaping @callee_guaranteed @Sendable () -> ()"},
  }));
}
