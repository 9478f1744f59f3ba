// What the compiler makes: metadata, witness tables, thunks, parts, specialisations.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("metadata and descriptors") {
  check(std::to_array<Name>({
      {"$s4main3AppCMa", "type metadata accessor for main.App"},
      {"$s4main3AppCN", "type metadata for main.App"},
      {"$s4main3AppCMn", "nominal type descriptor for main.App"},
      {"$s4main3AppCMm", "metaclass for main.App"},
      {"$s4main3AppCMf", "full type metadata for main.App"},
      {"$s4main3AppCMo", "class metadata base offset for main.App"},
      {"$s4main3AppCMr", "type metadata completion function for main.App"},
      {"$s4main3AppCMi", "type metadata instantiation function for main.App"},
      {"$s4main3AppCML", "lazy cache variable for type metadata for main.App"},
      {"$s4main3AppCMu", "method lookup function for main.App"},
      {"$s4main3AppCMF", "reflection metadata field descriptor main.App"},
      {"$sSay4main3AppCGMD", "demangling cache variable for type metadata for [main.App]"},
      {"$sSaySSGMd", "demangling cache variable for type metadata for [Swift.String]"},
      {"$sSaySSGMR", "mangled name ref for type metadata for [Swift.String]"},
      {"$s4main1PMp", "protocol descriptor for main.P"},
      {"$s4main1SVSQAAMc", "protocol conformance descriptor for main.S : Swift.Equatable in main"},
      {"$s4main1SV1xSivpMV", "property descriptor for main.S.x : Swift.Int"},
      {"$s4main1SVHn", "nominal type descriptor runtime record for main.S"},
      {"$s4main1SVSQAAHc",
       "protocol conformance descriptor runtime record for main.S : Swift.Equatable in main"},
      {"$s4mainMXM", "module descriptor for main"},
      {"$s4main3fooQryFQOMQ", "opaque type descriptor for <<opaque return type of main.foo() -> some>>"},
      {"$s4main3barAA3fooQryFQOyQo_vp", "main.bar : <<opaque return type of main.foo() -> some>>.0"},
  }));
}

TEST_CASE("witness tables and value witnesses") {
  check(std::to_array<Name>({
      {"$s4main1SVWV", "value witness table for main.S"},
      {"$s4main1SVwCP", "initializeBufferWithCopyOfBuffer value witness for main.S"},
      {"$s4main1SVwet", "getEnumTagSinglePayload value witness for main.S"},
      {"$s4main1SVAA1PAAWP", "protocol witness table for main.S : main.P in main"},
      {"$s4main1SVACSQAAWl",
       "lazy protocol witness table accessor for type main.S and conformance main.S : Swift.Equatable in "
       "main"},
      {"$s4main1SVAA1PA2aDP3fooyyFTW",
       "protocol witness for main.P.foo() -> () in conformance main.S : main.P in main"},
      {"$s4main1EO1ayA2CmFWC", "enum case for main.E.a(main.E.Type) -> main.E"},
      {"$s4main3AppC4textSSvpWvd", "direct field offset for main.App.text : Swift.String"},
      {"$s1T4main1PPTl", "associated type descriptor for main.P.T"},
      {"$s4main1PTL", "protocol requirements base descriptor for main.P"},
  }));
}

TEST_CASE("outlined operations") {
  check(std::to_array<Name>({
      {"$s4main1SVWOy", "outlined copy of main.S"},
      {"$s4main1SVWOe", "outlined consume of main.S"},
      {"$s4main1SVWOr", "outlined retain of main.S"},
      {"$s4main1SVWOs", "outlined release of main.S"},
      {"$s4main1SVWOb", "outlined init with take of main.S"},
      {"$s4main1SVWOc", "outlined init with copy of main.S"},
      {"$s4main1SVWOd", "outlined assign with take of main.S"},
      {"$s4main1SVWOf", "outlined assign with copy of main.S"},
      {"$s4main1SVWOh", "outlined destroy of main.S"},
      {"$s4main3runyyFTv_", "outlined variable #0 of main.run() -> ()"},
      {"$s4main3runyyFTv0_r", "outlined read-only object #1 of main.run() -> ()"},
  }));
}

TEST_CASE("thunks") {
  check(std::to_array<Name>({
      {"$s4main3AppC3runyyFTo", "@objc main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTO", "@nonobjc main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTD", "dynamic main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTd", "super main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTj", "dispatch thunk of main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTq", "method descriptor for main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTc", "curry thunk of main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTE", "distributed thunk main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTF", "distributed accessor for main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTI", "dynamically replaceable thunk for main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTX", "dynamically replaceable variable for main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTwb", "back deployment thunk for main.App.run() -> ()"},
      {"$s4main3AppC3runyyFTwB", "back deployment fallback for main.App.run() -> ()"},
      {"$s4main3runyyFyycfU_TA", "partial apply forwarder for closure #1 () -> () in main.run() -> ()"},
      {"$sTA", "partial apply forwarder"},
      {"$sIeg_IyB_TR",
       "reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @callee_unowned "
       "@convention(block) () -> ()"},
      {"$s4main1SV1xSivpACTK", "key path getter for main.S.x : Swift.Int : main.S"},
      {"$s4main1SV1xSivpACTkq", "key path setter for main.S.x : Swift.Int : main.S, serialized"},
      {"$sSiSSTz_",
       "@objc completion handler block implementation for Swift.Int with result type Swift.String"},
      {"$sSiSSTz0_",
       "@objc completion handler block implementation for Swift.Int with result type Swift.String "
       "nonzero on error"},
  }));
}

TEST_CASE("parts of async functions, merged functions, suffixes") {
  check(std::to_array<Name>({
      {"$s4main3fooyyYaFTu", "async function pointer to main.foo() async -> ()"},
      {"$s4main3fooyyYaFTQ0_", "(1) await resume partial function for main.foo() async -> ()"},
      {"$s4main3fooyyYaFTY1_", "(2) suspend resume partial function for main.foo() async -> ()"},
      {"$s4main3runyyFTm", "merged main.run() -> ()"},
      {"$s4main1SV1xSivM.resume.0", "main.S.x.modify : Swift.Int with unmangled suffix \".resume.0\""},
      {"$sTA.12", "partial apply forwarder with unmangled suffix \".12\""},
  }));
}

TEST_CASE("specialisations: of types, and of arguments") {
  check(std::to_array<Name>({
      {"$s4main3fooyyxlFSi_Tg5", "generic specialization <Swift.Int> of main.foo<A>(A) -> ()"},
      {"$s4main3fooyyxlFSi_Tgq5", "generic specialization <serialized, Swift.Int> of main.foo<A>(A) -> ()"},
      {"$s4main3fooyyxlFSi_TG5",
       "generic not re-abstracted specialization <Swift.Int> of main.foo<A>(A) -> ()"},
      {"$s4main3fooyyxlFSi_Ti5", "inlined generic function <Swift.Int> of main.foo<A>(A) -> ()"},
      {"$s4main3fooyySiFTf4d_n",
       "function signature specialization <Arg[0] = Dead> of main.foo(Swift.Int) -> ()"},
      {"$s4main3fooyySi_S2itFTf4ndgX_n",
       "function signature specialization <Arg[1] = Dead, Arg[2] = Owned To Guaranteed and Exploded> of "
       "main.foo(Swift.Int, Swift.Int, Swift.Int) -> ()"},
      {"$s4main3fooyySiFTf3pi42_n",
       "function signature specialization <Arg[0] = [Constant Propagated Integer : 42]> of "
       "main.foo(Swift.Int) -> ()"},
      {"$s4main3fooyySSF2hiTf3psb_n",
       "function signature specialization <Arg[0] = [Constant Propagated String : u8'hi']> of "
       "main.foo(Swift.String) -> ()"},
      {"$s4main3fooyyyyXEF14$s4main3baryyFTf3pf_n",
       "function signature specialization <Arg[0] = [Constant Propagated Function : main.bar() -> ()]> of "
       "main.foo(() -> ()) -> ()"},
      {"$s4main3fooyyFTf4n_g",
       "function signature specialization <Return = Owned To Guaranteed> of main.foo() -> ()"},
  }));
}

TEST_CASE("derivatives") {
  check(std::to_array<Name>({
      {"$s4main1fyS2fFTJrSpSr",
       "reverse-mode derivative of main.f(Swift.Float) -> Swift.Float with respect to parameters {0} and "
       "results {0}"},
      {"$s4main1fyS2f_SftFTJfUSpSr",
       "forward-mode derivative of main.f(Swift.Float, Swift.Float) -> Swift.Float with respect to "
       "parameters {1} and results {0}"},
      {"$s4main1fyS2fFWJrSpSr",
       "reverse-mode differentiability witness for main.f(Swift.Float) -> Swift.Float with respect to "
       "parameters {0} and results {0}"},
  }));
}
