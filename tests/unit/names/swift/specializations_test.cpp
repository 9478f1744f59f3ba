// Copies of functions: for known types, for constants, for closures, or called in another way.
#include "unit/names/swift/names.h"

using namespace symkit::swift;

TEST_CASE("arguments that are constants") {
  check(std::to_array<Name>({
      {"$s4main3fooyySdFTf3pd4614253070214989087_n",
       "function signature specialization <Arg[0] = [Constant Propagated Float : 4614253070214989087]> of "
       "main.foo(Swift.Double) -> ()"},
      {"$s4main3fooyySi_SdtF1STf3npsb_n",
       "function signature specialization <Arg[1] = [Constant Propagated String : u8'S']> of "
       "main.foo(Swift.Int, Swift.Double) -> ()"},
      {"$s4main3fooyySdFTf3pd_n", "nothing"},
  }));
}

TEST_CASE("structs of constants, and the argument behind them") {
  check(std::to_array<Name>({
      {"$s4main3fooyySi_SdtFAA1SVTf3npSi7_n",
       "function signature specialization <Arg[1] = [Constant Propagated Struct : main.S][Constant "
       "Propagated "
       "Integer : 7]> of main.foo(Swift.Int, Swift.Double) -> ()"},
      {"$s4main3fooyySi_SdtFAA1SVTf4pSi7dG_n",
       "function signature specialization <Arg[0] = [Constant Propagated Struct : main.S][Constant "
       "Propagated "
       "Integer : 7], Arg[1] = Dead and Owned To Guaranteed> of main.foo(Swift.Int, Swift.Double) -> ()"},
      {"$s4main3fooyySi_SdtFAA1SVSd3abcTf3npSSsb_n",
       "function signature specialization <Arg[1] = [Constant Propagated Struct : main.S][Constant "
       "Propagated "
       "Struct : Swift.Double][Constant Propagated String : u8'abc']> of main.foo(Swift.Int, Swift.Double) "
       "-> "
       "()"},
      {"$s4main3fooyySi_SdtFTf3npSi7_n", "nothing"},  // no type for the struct
      // One constant alone ends with itself: "g" is the next argument's.
      {"$s4main3fooyySi_SdtFTf4pi7g_n",
       "function signature specialization <Arg[0] = [Constant Propagated Integer : 7], Arg[1] = Owned To "
       "Guaranteed> of main.foo(Swift.Int, Swift.Double) -> ()"},
  }));
}

TEST_CASE("closures") {
  check(std::to_array<Name>({
      {"$s4main3fooyyyyXE_yyXEtF3barSiTf1cC0_n",
       "function signature specialization <Arg[0] = [Closure Propagated : bar, Argument Types : [Swift.Int], "
       "Arg[1] = [Same As Argument 0]> of main.foo(() -> (), () -> ()) -> ()"},
      {"$s4main3fooyyyyXEF3barTf1E_n",
       "function signature specialization <Arg[0] = [Escaping Closure Propagated : bar, Argument Types : []> "
       "of main.foo(() -> ()) -> ()"},
      {"$s4main3fooyyyyXEFTf1C_n", "nothing"},
  }));
}

TEST_CASE("what became of the result") {
  check(std::to_array<Name>({
      {"$s4main3fooyySdFTf4n_g",
       "function signature specialization <Return = Owned To Guaranteed> of main.foo(Swift.Double) -> ()"},
      {"$s4main3fooyySdFTf4n_pf",
       "function signature specialization <Return = > of main.foo(Swift.Double) -> ()"},
      {"$s4main3fooyySdFTf4n_pd5",
       "function signature specialization <Return = [Constant Propagated Float : 5]> of "
       "main.foo(Swift.Double) -> ()"},
  }));
}

TEST_CASE("what the pass did besides") {
  check(std::to_array<Name>({
      {"$s4main3fooyyFSi_Tgq5", "generic specialization <serialized, Swift.Int> of main.foo() -> ()"},
      {"$s4main3fooyyFSi_Tga5", "generic specialization <Swift.Int> of main.foo() -> ()"},
      {"$s4main3fooyyFSi_Tgm5", "generic specialization <Swift.Int> of main.foo() -> ()"},
      {"$s4main3fooyyFSi_Tgr5", "representation changed of main.foo() -> ()"},
      {"$s4main3fooyyFTfr9", "representation changed of main.foo() -> ()"},
      {"$s4main3fooyyFSi_Tgx5", "nothing"},
  }));
}

TEST_CASE("derivatives below other thunks") {
  check(std::to_array<Name>({
      {"$s4main3fooyS2fFTJpSpSrTj",
       "dispatch thunk of pullback of main.foo(Swift.Float) -> Swift.Float with respect to parameters {0} "
       "and "
       "results {0}"},
      {"$s4main3fooyS2fFTJrSpSrTq",
       "method descriptor for reverse-mode derivative of main.foo(Swift.Float) -> Swift.Float with respect "
       "to "
       "parameters {0} and results {0}"},
      {"$s4main3fooyS2f_SftFS2fIegyd_TJSrSSpSSrSUP",
       "autodiff subset parameters thunk for reverse-mode derivative from main.foo(Swift.Float, Swift.Float) "
       "-> Swift.Float with respect to parameters {0, 1} and results {0, 1} to parameters {0} of type "
       "@escaping @callee_guaranteed (@unowned Swift.Float) -> (@unowned Swift.Float)"},
      // Substitutions follow one another with nothing between, as swift-demangle writes them.
      {"$sxq_r0_lySiSSIsegnr_D",
       "@escaping @callee_guaranteed @substituted <A, B> (@in_guaranteed A) -> (@out B) for "
       "<Swift.IntSwift.String>"},
      {"$sTJSdSpSrSP", "nothing"},
  }));
}

TEST_CASE("thunks and types of Swift 6") {
  check(std::to_array<Name>({
      {"$s4main3runyyFTTI", "identity thunk of main.run() -> ()"},
      {"$s4main3runyyFTTX", "nothing"},
      {"$sSiWOi0_", "outlined enum tag store of Swift.Int"},
      {"$sSiWOj_", "outlined enum project data for load of Swift.Int"},
      {"$sSiWOi", "nothing"},
      {"$s4main1SV1xSivpfF", "property wrapped field init accessor of main.S.x : Swift.Int"},
      {"$s4main1SV1xSivpfFTq",
       "method descriptor for property wrapped field init accessor of main.S.x : Swift.Int"},
      {"$sSiSSTZ0_",
       "checked @objc completion handler block implementation for Swift.Int with result type Swift.String "
       "nonzero on error"},
      {"$s4main4SlabVy$2147483647_SiGD", "main.Slab<2147483648, Swift.Int>"},
      {"$s$n9223372036854775806_D", "-9223372036854775807"},
      {"$s$9223372036854775807_D", "nothing"},
      {"$sSiBWD", "Builtin.Borrow<Swift.Int>"},
      {"$s4main3runyyyyXOnF", "main.run(__owned @called(once) () -> ()) -> ()"},
      {"$sSiIeNgg_D", "@escaping @caller_isolated @callee_guaranteed (@guaranteed Swift.Int) -> ()"},
      {"$sSiIeggI_D", "@escaping @callee_guaranteed (@guaranteed isolated Swift.Int) -> ()"},
      {"$sSiIeggL_D",
       "@escaping @callee_guaranteed (@guaranteed sil_implicit_leading_param Swift.Int) -> ()"},
      {"$sSiIeggIL_D", "@escaping @callee_guaranteed (@guaranteed Swift.Int) -> ()"},
  }));
}
