#include "dropin/role.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "dropin/roles.h"
#include "ground/base/words.h"
#include "ground/print/frames.h"

namespace symkit::dropin {
namespace {

struct KnownRole {
  std::string_view name;
  Role play;
};
// A name that ends with another one comes before it.
constexpr KnownRole roles[] = {
    {"llvm-symbolizer", llvm_symbolizer},
    {"llvm-addr2line", llvm_addr2line},
    {"addr2line", gnu_addr2line},
    {"llvm-cxxfilt", cxxfilt},
    {"c++filt", cxxfilt},
    {"swift-demangle", swift_demangle},
    {"ndk-stack", ndk_stack},
    {"retrace", retrace},
};

constexpr std::string_view as = "--as=";
// Names for symlookup itself.
constexpr std::string_view itself[] = {"atos", "symlookup"};

// "llvm-symbolizer-19" is llvm-symbolizer, "aarch64-linux-gnu-addr2line" is addr2line.
bool is_called(std::string_view called, std::string_view name) {
  const std::size_t digits = called.find_last_not_of("0123456789.");
  if (digits != std::string_view::npos && digits + 1 < called.size() && called[digits] == '-')
    called = called.substr(0, digits);
  return called == name || (called.ends_with(name) && called[called.size() - name.size() - 1] == '-');
}

Role known_role(std::string_view called) {
  const auto found =
      std::ranges::find_if(roles, [&](const KnownRole& role) { return is_called(called, role.name); });
  return found == std::end(roles) ? nullptr : found->play;
}

int unknown_role(const Call& call) {
  std::string names;
  for (const KnownRole& role : roles) names += say(names.empty() ? "" : ", ", role.name);
  std::fputs(say("symlookup: --as: '", call.program, "' is not one of: ", names, ", atos\n").c_str(), stderr);
  return 2;
}

}  // namespace

Role role_of(int argc, char** argv, Call& call) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  const bool is_told = first.starts_with(as);
  call.program = is_told ? first.substr(as.size()) : print::base_name(argc > 0 ? argv[0] : "");
  call.arguments.assign(argv + std::min(argc, is_told ? 2 : 1), argv + argc);
  const Role role = known_role(call.program);
  if (role != nullptr || !is_told) return role;
  return std::ranges::find(itself, call.program) == std::end(itself) ? unknown_role : nullptr;
}

}  // namespace symkit::dropin
