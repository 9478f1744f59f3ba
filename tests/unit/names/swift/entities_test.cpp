// Entities: what a program declares, and what it consists of when it runs.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("the prefixes of all versions since 4") {
  check(std::to_array<Name>({
      {"$s4main3runyyF", "main.run() -> ()"},
      {"_$s4main3runyyF", "main.run() -> ()"},
      {"$S4main3runyyF", "main.run() -> ()"},
      {"_$S4main3runyyF", "main.run() -> ()"},
      {"$e4main3runyyF", "main.run() -> ()"},
      {"_$e4main3runyyF", "main.run() -> ()"},
      {"_T04main3runyyF", "main.run() -> ()"},
      {"__T04main3runyyF", "main.run() -> ()"},
  }));
}

TEST_CASE("functions: labels, throwing, async, generic, static") {
  check(std::to_array<Name>({
      {"$s4main3fooyySi_Si1btF", "main.foo(Swift.Int, b: Swift.Int) -> ()"},
      {"$s4main3foo_1bS2i_SitF", "main.foo(_: Swift.Int, b: Swift.Int) -> Swift.Int"},
      {"$s4main3foo1a_1bySi_S2itF", "main.foo(a: Swift.Int, _: Swift.Int, b: Swift.Int) -> ()"},
      {"$s4main3foo1aySid_tF", "main.foo(a: Swift.Int...) -> ()"},
      {"$s4main3fooyyKF", "main.foo() throws -> ()"},
      {"$s4main3fooyyAA1EOYKF", "main.foo() throws(main.E) -> ()"},
      {"$s4main3fooSiyYaKF", "main.foo() async throws -> Swift.Int"},
      {"$s4main3AppC3runyyFZ", "static main.App.run() -> ()"},
      {"$s4main9ContainerV6insertyyxF", "main.Container.insert(A) -> ()"},
      {"$s4main3foo5valueyxSg_tSQRzlF", "main.foo<A where A: Swift.Equatable>(value: A?) -> ()"},
      {"$s4main3fooyyxm_xSgtlF", "main.foo<A>(A.Type, A?) -> ()"},
      {"$s4main3fooyyxxQp_tRvzlF", "main.foo<each A>(repeat A) -> ()"},
      {"$s4main3fooyySaySiGz_SDySSSiGhtF",
       "main.foo(inout [Swift.Int], __shared [Swift.String : Swift.Int]) -> ()"},
      {"$s4main3fooyySiyXKF", "main.foo(@autoclosure () -> Swift.Int) -> ()"},
      {"$s4main3fooyyyyYaYbKcF", "main.foo(@Sendable () async throws -> ()) -> ()"},
      {"$s4main3fooyyyyScMYccF", "main.foo(@Swift.MainActor () -> ()) -> ()"},
      {"$s4main3fooyyyyYAcF", "main.foo(@isolated(any) () -> ()) -> ()"},
      {"$s4main3fooyyyyYCcF", "main.foo(nonisolated(nonsending) () -> ()) -> ()"},
      {"$s4main3fooQryF", "main.foo() -> some"},
  }));
}

TEST_CASE("operators") {
  check(std::to_array<Name>({
      {"$s4main1SV2eeoiySbAC_ACtFZ", "static main.S.== infix(main.S, main.S) -> Swift.Bool"},
      {"$s4main1SV1nopyA2CFZ", "static main.S.! prefix(main.S) -> main.S"},
      {"$s4main1SV2zzoPyA2CFZ", "static main.S... postfix(main.S) -> main.S"},
      {"_$s4main007p_qcaDcoiyyF", "main.\xC2\xAB+\xC2\xBB infix() -> ()"},
  }));
}

TEST_CASE("words that come again, and identifiers beyond ASCII") {
  check(std::to_array<Name>({
      {"$s4main9AbcDefGHIV02Mybd1_C0yyF", "main.AbcDefGHI.MyAbcGHI_Def() -> ()"},
      {"$s4main0012vergenza_JFayyF",
       "main.verg\xC3\xBC"
       "enza() -> ()"},
  }));
}

TEST_CASE("variables, subscripts and their accessors") {
  check(std::to_array<Name>({
      {"$s4main3AppC4textSSSgvp", "main.App.text : Swift.String?"},
      {"$s4main3AppC4textSSSgvg", "main.App.text.getter : Swift.String?"},
      {"$s4main3AppC4textSSSgvs", "main.App.text.setter : Swift.String?"},
      {"$s4main3AppC4textSSSgvM", "main.App.text.modify : Swift.String?"},
      {"$s4main3AppC4textSSSgvr", "main.App.text.read : Swift.String?"},
      {"$s4main3AppC4textSSSgvw", "main.App.text.willset : Swift.String?"},
      {"$s4main3AppC4textSSSgvW", "main.App.text.didset : Swift.String?"},
      {"$s4main3AppC4textSSSgvi", "main.App.text.init : Swift.String?"},
      {"$s4main6sharedAA3AppCvau", "main.shared.unsafeMutableAddressor : main.App"},
      {"$s4main6sharedAA3AppCvpZ", "static main.shared : main.App"},
      {"$s4main1SVyACSicip", "main.S.subscript(Swift.Int) -> main.S"},
      {"$s4main1SVyACSicig", "main.S.subscript.getter : (Swift.Int) -> main.S"},
      {"$s4main1SV1x1yACSi_SStcis", "main.S.subscript.setter : (x: Swift.Int, y: Swift.String) -> main.S"},
      {"$s4main6shared_WZ", "one-time initialization function for shared"},
      {"$s4main1a_1b_Wz", "one-time initialization token for (a, b)"},
  }));
}

TEST_CASE("initialisers and deinitialisers, of classes and of others") {
  check(std::to_array<Name>({
      {"$s4main3AppCACycfC", "main.App.__allocating_init() -> main.App"},
      {"$s4main3AppCACycfc", "main.App.init() -> main.App"},
      {"$s4main1SVACycfC", "main.S.init() -> main.S"},
      {"$s4main3AppCfD", "main.App.__deallocating_deinit"},
      {"$s4main3AppCfd", "main.App.deinit"},
      {"$s4main3AppCfZ", "main.App.__isolated_deallocating_deinit"},
      {"$s4main3AppCfE", "main.App.__ivar_destroyer"},
      {"$s4main3AppCfe", "main.App.__ivar_initializer"},
      {"$s4main1SV1xSivpfi", "variable initialization expression of main.S.x : Swift.Int"},
      {"$s4main1SV1xSivpfP", "property wrapper backing initializer of main.S.x : Swift.Int"},
      {"$s4main1SV1xSivpfW", "property wrapper init from projected value of main.S.x : Swift.Int"},
      {"$s4main3foo1aySi_tFfA_", "default argument 0 of main.foo(a: Swift.Int) -> ()"},
  }));
}

TEST_CASE("closures and their numbering, local and private declarations") {
  check(std::to_array<Name>({
      {"$s4main3runyyFyycfU_", "closure #1 () -> () in main.run() -> ()"},
      {"$s4main3runyyFyyXEfU0_", "closure #2 () -> () in main.run() -> ()"},
      {"$s4main3runyyFyycfU_yycfU_", "closure #1 () -> () in closure #1 () -> () in main.run() -> ()"},
      {"$s4main3runyyFyyXEfu_", "implicit closure #1 () -> () in main.run() -> ()"},
      {"$s4main3fooyyF3barL_yyF", "bar #1 () -> () in main.foo() -> ()"},
      {"$s4main3fooyyF3BarL0_V", "Bar #2 in main.foo() -> ()"},
      {"$s4main3fooyyF3BarL_V3bazyyF", "baz() -> () in Bar #1 in main.foo() -> ()"},
      {"$s4main3foo33_0E4228093681F6920F0AB2E48B4F1C69LLyyF",
       "main.(foo in _0E4228093681F6920F0AB2E48B4F1C69)() -> ()"},
      {"$sSC7CFErrorLeV", "__C_Synthesized.related decl 'e' for CFError"},
  }));
}

TEST_CASE("extensions") {
  check(std::to_array<Name>({
      {"$sSa4mainE3fooyyF", "(extension in main):Swift.Array.foo() -> ()"},
      {"$sSa4mainSQRzlE3fooyyF", "(extension in main):Swift.Array<A where A: Swift.Equatable>.foo() -> ()"},
      {"$sSo8NSStringC10FoundationE1xSivg", "(extension in Foundation):__C.NSString.x.getter : Swift.Int"},
      {"$s4main1PPAAE1x1TQzvp", "(extension in main):main.P.x : A.T"},
  }));
}

TEST_CASE("macros and what they expand to") {
  check(std::to_array<Name>({
      {"$s4main3run1aySi_tF6inlinefMf1_",
       "freestanding macro expansion #3 of inline in main.run(a: Swift.Int) -> ()"},
      {"@__swiftmacro_4main1SV1f7wrappedfMa_", "accessor macro @wrapped expansion #1 of f in main.S"},
      {"@__swiftmacro_4main1SV1f7wrappedfMr_", "memberAttribute macro @wrapped expansion #1 of f in main.S"},
      {"@__swiftmacro_4main1SV1f7wrappedfMm_", "member macro @wrapped expansion #1 of f in main.S"},
      {"@__swiftmacro_4main1SV1f7wrappedfMp0_", "peer macro @wrapped expansion #2 of f in main.S"},
      {"@__swiftmacro_4main1SV1f7wrappedfMe_", "extension macro @wrapped expansion #1 of f in main.S"},
      {"@__swiftmacro_4main1SV1f7wrappedfMb_", "body macro @wrapped expansion #1 of f in main.S"},
      {"$s4main4filefMX9_4_7PreviewfMf_",
       "freestanding macro expansion #1 of Preview in module main file file line 10 column 5"},
      {"$s4main4filefMX9_4_7PreviewfMf_1SfMu_V4makeyyFZ", "nothing"},
      {"$s4main3runyyF1ffMu_", "unique name #1 of f in main.run() -> ()"},
      {"$s4main6stringyS2icfm", "main.string(Swift.Int) -> Swift.Int"},
  }));
}
