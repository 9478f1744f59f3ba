#include "names/demangle/demangle.h"

#include <span>

#include "doctest/doctest.h"

using symkit::demangle::demangle;
using symkit::demangle::DemangleOptions;

namespace {

struct Case {
  std::string_view mangled;
  std::string_view readable;
};

void check(std::span<const Case> cases, const DemangleOptions& options = {}) {
  for (const Case& one : cases) {
    CAPTURE(one.mangled);
    CHECK(demangle(one.mangled, options) == one.readable);
  }
}

}  // namespace

TEST_CASE("C++, Itanium: functions, members, operators") {
  check(std::to_array<Case>({
      {"_Z3foov", "foo()"},
      {"_ZN5outer5inner3runEPKcRSt6vectorIiSaIiEE",
       "outer::inner::run(char const*, std::vector<int, std::allocator<int>>&)"},
      {"_ZNK4Base4sizeEv", "Base::size() const"},
      {"_ZNR1A1gEv", "A::g() &"},
      {"_ZNO1A1gEv", "A::g() &&"},
      {"_ZN4BaseC2Ev", "Base::Base()"},
      {"_ZN4BaseD0Ev", "Base::~Base()"},
      {"_ZplRK1AS1_", "operator+(A const&, A const&)"},
      {"_ZNK1AcvbEv", "A::operator bool() const"},
      {"_Zli3_kmy", "operator\"\" _km(unsigned long long)"},
      {"_ZN12_GLOBAL__N_14funcEv", "(anonymous namespace)::func()"},
      {"_ZN1AB5cxx111fB5cxx11Ev", "A[abi:cxx11]::f[abi:cxx11]()"},
  }));
}

TEST_CASE("C++, Itanium: what the compiler makes itself") {
  check(std::to_array<Case>({
      {"_ZTV4Base", "vtable for Base"},
      {"_ZTI4Base", "typeinfo for Base"},
      {"_ZThn16_N4Base3runEv", "non-virtual thunk to Base::run()"},
      {"_ZGVZ3foovE4once", "guard variable for foo()::once"},
      {"_ZZ3foovE4once", "foo()::once"},
      {"_ZZ4mainENKUlvE_clEv", "main::'lambda'()::operator()() const"},
      {"_ZZ4mainENKUlT_E0_clIiEEDaS_", "auto main::'lambda0'(auto)::operator()<int>(int) const"},
      {"___Z4mainv_block_invoke", "invocation function for block in main()"},
      {"___Z4mainv_block_invoke_2", "invocation function for block in main()"},
  }));
}

TEST_CASE("C++, Itanium: templates and types") {
  check(std::to_array<Case>({
      {"_Z3maxIiET_S0_S0_", "int max<int>(int, int)"},
      {"_Z1fIJidEEvDpT_", "void f<int, double>(int, double)"},
      {"_ZN1fILi5ELb1ELc97EE1gEv", "f<5, true, (char)97>::g()"},
      {"_Z1fM1AFvvE", "f(void (A::*)())"},
      {"_Z1fPA10_KiOS_", "f(int const (*) [10], int const&&)"},
      {"_Z1fDv4_f", "f(float vector[4])"},
      {"_Z1fDn", "f(std::nullptr_t)"},
      {"_Z1fU8__strongP11objc_object", "f(objc_object* __strong)"},
  }));
}

// The right sides are what c++filt prints, in LLVM's spelling.
TEST_CASE("C++, Itanium: what LLVM's own parser leaves, or takes for another") {
  const auto names = std::to_array<Case>({
      {"_ZSt4swapIjENSt9enable_ifIXsrSt6__and_IJSt6__not_ISt15__is_tuple_likeIT_EESt21is_move_"
       "constructibleIS4_ESt18is_"
       "move_assignableIS4_EEE5valueEvE4typeERS4_SE_",
       "std::enable_if<std::__and_<std::__not_<std::__is_tuple_like<unsigned int>>, "
       "std::is_move_constructible<unsigned "
       "int>, std::is_move_assignable<unsigned int>>::value, void>::type std::swap<unsigned int>(unsigned "
       "int&, unsigned "
       "int&)"},
      {"_ZSt11make_sharedI1TJidEESt10shared_ptrINSt9enable_ifIXntsrSt8is_arrayIT_E5valueES4_E4typeEEDpOT0_",
       "std::shared_ptr<std::enable_if<!std::is_array<T>::value, T>::type> std::make_shared<T, int, "
       "double>(int&&, "
       "double&&)"},
      {"_ZSt4swapIiLm3EENSt9enable_ifIXsrNSt14__array_traitsIT_XT0_EE13_Is_"
       "swappableE5valueEvE4typeERSt5arrayIS2_XT0_EES9_",
       "std::enable_if<std::__array_traits<int, 3ul>::_Is_swappable::value, void>::type std::swap<int, "
       "3ul>(std::array<int, "
       "3ul>&, std::array<int, 3ul>&)"},
      {"_ZSt2g5IiE3boxIT_XclsrSt6own_trIS1_E1gILi2EEEEES1_PS1_",
       "box<int, std::own_tr<int>::g<2>()> std::g5<int>(int, int*)"},
      {"_ZZ4mainENK3$_2clIiEEDaT_", "auto main::$_2::operator()<int>(int) const"},
      {"_ZZ4mainE3barIiEvT_", "void main::bar<int>(int)"},
      {"_ZZ4mainENKUlT_E0_clIiEEDaS_", "auto main::'lambda0'(auto)::operator()<int>(int) const"},
      {"_ZZ4mainEs_0", "main::string literal"},
      {"_ZGTtNKSt9exception4whatEv", "transaction clone for std::exception::what() const"},
  });
  check(names);
  for (const Case& one : names) {
    CAPTURE(one.mangled);
    const std::string llvm = demangle(one.mangled, {.as_llvm_symbolizer = true});
    CHECK((llvm == one.mangled || llvm.contains("(auto) const") || llvm == "main::string literal"));
  }
}

TEST_CASE("C++, Itanium: of two templates, one within the other, each has parameters of its own") {
  check(std::to_array<Case>({
      {"_ZZZ4mainENK3$_2clIiEEDaT_ENKUlS1_E_clIdEEDaS1_",
       "auto auto main::$_2::operator()<int>(int) const::'lambda'(auto)::operator()<double>(double) const"},
      {"_ZZ5outerIiEvT_ENKUlS0_iE_clI1XEEDaS0_i",
       "auto void outer<int>(int)::'lambda'(auto, int)::operator()<X>(X, int) const"},
      // S1_ is a pointer to T_, which is int in one and double in the other.
      {"_ZZ1fIiEvPT_ENK1L1gIdEEvS1_", "_ZZ1fIiEvPT_ENK1L1gIdEEvS1_"},
  }));
}

TEST_CASE("suffixes that compilers append stand in brackets") {
  check(std::to_array<Case>({
      {"_Z3fooi.cold", "foo(int) (.cold)"},
      {"_Z3foov.llvm.1234567", "foo() (.llvm.1234567)"},
      {"_Z3foov.constprop.0.isra.0", "foo() (.constprop.0.isra.0)"},
      {"_Z3foov.part.0", "foo() (.part.0)"},
      {"_RNvCs1234_7mycrate4main.llvm.99", "mycrate::main (.llvm.99)"},
  }));
}

TEST_CASE("underscore and dot in front: Mach-O's, and PowerPC's function code") {
  check(std::to_array<Case>({
      {"__Z3foov", "foo()"},
      {"____Z4mainv_block_invoke", "invocation function for block in main()"},
      {"._Z3dotv", ".dot()"},
      {".plain", ".plain"},
  }));
}

constexpr auto rust_legacy = std::to_array<Case>({
    {"_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt"},
    {"_ZN66_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hfedcba9876543210E",
     "<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop"},
    {"_ZN52_$LT$impl$u20$core..fmt..Debug$u20$for$u20$$RF$T$GT$3fmt17h0123456789abcdefE",
     "<impl core::fmt::Debug for &T>::fmt"},
    {"_ZN36_$LT$$LP$A$C$B$RP$$u20$as$u20$Tr$GT$1f17h0123456789abcdefE", "<(A,B) as Tr>::f"},
    {"_ZN4main4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", "main::main::{{closure}}"},
    {"_ZN4main6$odd$x17h0123456789abcdefE", "main::$odd$x"},
    {"_ZN4main9caf$ue9$x17h0123456789abcdefE", "main::caf\xc3\xa9x"},
    {"_ZN4main5$u7$x17h0123456789abcdefE", "main::$u7$x"},
});

TEST_CASE("Rust, legacy: the hash is dropped, escapes are read") { check(rust_legacy); }

TEST_CASE("Rust, legacy: suffixes stay, but not the linker's random one") {
  check(std::to_array<Case>({
      {"_ZN4main3foo17h0123456789abcdefE.cold", "main::foo (.cold)"},
      {"_ZN4main3foo17h0123456789abcdefE.llvm.1234", "main::foo"},
  }));
}

TEST_CASE("Rust, legacy: with the hash kept, the name is as llvm-symbolizer prints it") {
  check(std::to_array<Case>({
            {"_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
             "core::fmt::Write::write_fmt::h0123456789abcdef"},
            {"_ZN4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE.llvm.1234",
             "main::_$u7b$$u7b$closure$u7d$$u7d$::h0123456789abcdef (.llvm.1234)"},
        }),
        {.as_llvm_symbolizer = true});
}

TEST_CASE("what looks like Rust's hash and is none, stays") {
  check(std::to_array<Case>({
      {"_ZN4main17h0123456789abcdeFE", "main::h0123456789abcdeF"},
      {"_ZN4main16h0123456789abcdeE", "main::h0123456789abcde"},
      {"_ZN4main17h0123456789abcdefEv", "main::h0123456789abcdef()"},
      {"_Z17h0123456789abcdef", "h0123456789abcdef"},
  }));
}

TEST_CASE("Rust, v0") {
  check(std::to_array<Case>({
      {"_RNvCs1234_7mycrate4main", "mycrate::main"},
      {"_RNvMNtCs1234_7mycrate3modNtB2_3Foo3bar", "<mycrate::mod::Foo>::bar"},
      {"_RNCNvCs1234_7mycrate4main0B3_", "mycrate::main::{closure#0}"},
      {"_RINvCs1234_7mycrate3foolhE", "mycrate::foo::<i32, u8>"},
      {"_RNvXCs1234_7mycrateNtB2_3FooNtB2_5Trait3run", "<mycrate::Foo as mycrate::Trait>::run"},
  }));
}

TEST_CASE("D") {
  check(std::to_array<Case>({
      {"_Dmain", "D main"},
      {"_D8demangle4testZ", "demangle.test"},
      {"_D4core3abcQei", "core.abc.abc"},
      {"_D", "_D"},
  }));
}

TEST_CASE("C++, Microsoft: short, as llvm-symbolizer prints it") {
  check(std::to_array<Case>({
      {"?foo@@YAHH@Z", "foo(int)"},
      {"?bar@Foo@ns@@QEAAXPEBD@Z", "ns::Foo::bar(char const *)"},
      {"??0Foo@@QEAA@XZ", "Foo::Foo(void)"},
      {"??1Foo@@UEAA@XZ", "Foo::~Foo(void)"},
      {"??_7Foo@@6B@", "const Foo::`vftable'"},
      {"?x@@3HA", "int x"},
      {"??4Foo@@QEAAAEAV0@AEBV0@@Z", "Foo::operator=(class Foo const &)"},
      {"??$max@H@@YAHHH@Z", "max<int>(int, int)"},
  }));
}

TEST_CASE("what is not mangled, or not whole, comes back as it was") {
  for (const std::string_view name :
       {"", ".", "main", "_", "_Z", "_R", "_D", "?", "_Zfoo", "_Z1fILi", "_Z3foovx", "?broken",
        "+[Class method:]", "-[Class(Category) method:with:]", "_Z3foov@@GLIBC_2.2.5",
        "_OUTLINED_FUNCTION_12", "a name with _Z3foov"}) {
    CAPTURE(name);
    CHECK(demangle(name) == name);
  }
}
