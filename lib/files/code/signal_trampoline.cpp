#include "files/code/signal_trampoline.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace symkit::code {
namespace {

using namespace std::string_view_literals;

// mov $15,%rax; syscall, with a long and with a short mov
constexpr std::string_view x86_64[] = {"\x48\xc7\xc0\x0f\0\0\0\x0f\x05"sv, "\xb8\x0f\0\0\0\x0f\x05"sv};
// pop %eax; mov $119,%eax; int $0x80 (sigreturn), and mov $173,%eax; int $0x80 (rt_sigreturn)
constexpr std::string_view x86[] = {"\x58\xb8\x77\0\0\0\xcd\x80"sv, "\xb8\xad\0\0\0\xcd\x80"sv};
// mov x8,#139; svc #0
constexpr std::string_view arm64[] = {"\x68\x11\x80\xd2\x01\0\0\xd4"sv};
// mov r7,#119 or #173; svc #0, as ARM, then as Thumb code in both of its forms; the last two are for the old
// ABI: svc #0x900077
constexpr std::string_view arm[] = {
    "\x77\x70\xa0\xe3\0\0\0\xef"sv, "\xad\x70\xa0\xe3\0\0\0\xef"sv, "\x77\x27\0\xdf"sv, "\xad\x27\0\xdf"sv,
    "\x4f\xf0\x77\x07\0\xdf"sv,     "\x4f\xf0\xad\x07\0\xdf"sv,     "\x77\0\x90\xef"sv, "\xad\0\x90\xef"sv};
// li a7,139; ecall
constexpr std::string_view riscv[] = {"\x93\x08\xb0\x08\x73\0\0\0"sv};

std::span<const std::string_view> patterns(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86: return x86;
    case Architecture::X86_64:
    case Architecture::X86_64h: return x86_64;
    case Architecture::Arm64: return arm64;
    case Architecture::Armv6:
    case Architecture::Armv7: return arm;
    case Architecture::RiscV32:
    case Architecture::RiscV64: return riscv;
    default: return {};
  }
}

// All code of an image is searched: string_view::find stops at each byte that equals the first of the
// pattern.
std::size_t find(std::string_view text, std::string_view pattern, std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found = ::memmem(text.data() + from, text.size() - from, pattern.data(), pattern.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

std::size_t trampoline_size(Bytes bytes, Architecture architecture) {
  for (const std::string_view pattern : patterns(architecture))
    if (as_text(bytes).starts_with(pattern)) return pattern.size();
  return 0;
}

std::vector<Trampoline> find_trampolines(Bytes code, std::uint64_t begin, Architecture architecture) {
  std::vector<Trampoline> found;
  const std::string_view text = as_text(code);
  const unsigned step = instruction_step(architecture);
  for (const std::string_view pattern : patterns(architecture)) {
    for (std::size_t at = 0; (at = find(text, pattern, at)) != std::string_view::npos; ++at)
      if ((begin + at) % step == 0) found.push_back({begin + at, begin + at + pattern.size()});
  }
  std::ranges::sort(found, {}, &Trampoline::begin);
  return found;
}

}  // namespace symkit::code
