#include "stacks/dumps/exception_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "ground/base/words.h"

namespace symkit::dumps {
namespace {

using Named = std::pair<std::uint32_t, std::string_view>;

constexpr std::uint32_t access_violation = 0xc0000005, in_page_error = 0xc0000006;

constexpr auto of_windows = std::to_array<Named>({
    {0x40000015, "STATUS_FATAL_APP_EXIT"},
    {0x80000001, "EXCEPTION_GUARD_PAGE"},
    {0x80000002, "EXCEPTION_DATATYPE_MISALIGNMENT"},
    {0x80000003, "EXCEPTION_BREAKPOINT"},
    {0x80000004, "EXCEPTION_SINGLE_STEP"},
    {access_violation, "EXCEPTION_ACCESS_VIOLATION"},
    {in_page_error, "EXCEPTION_IN_PAGE_ERROR"},
    {0xc0000008, "EXCEPTION_INVALID_HANDLE"},
    {0xc0000017, "STATUS_NO_MEMORY"},
    {0xc000001d, "EXCEPTION_ILLEGAL_INSTRUCTION"},
    {0xc0000025, "EXCEPTION_NONCONTINUABLE_EXCEPTION"},
    {0xc0000026, "EXCEPTION_INVALID_DISPOSITION"},
    {0xc000008c, "EXCEPTION_ARRAY_BOUNDS_EXCEEDED"},
    {0xc000008d, "EXCEPTION_FLT_DENORMAL_OPERAND"},
    {0xc000008e, "EXCEPTION_FLT_DIVIDE_BY_ZERO"},
    {0xc000008f, "EXCEPTION_FLT_INEXACT_RESULT"},
    {0xc0000090, "EXCEPTION_FLT_INVALID_OPERATION"},
    {0xc0000091, "EXCEPTION_FLT_OVERFLOW"},
    {0xc0000092, "EXCEPTION_FLT_STACK_CHECK"},
    {0xc0000093, "EXCEPTION_FLT_UNDERFLOW"},
    {0xc0000094, "EXCEPTION_INT_DIVIDE_BY_ZERO"},
    {0xc0000095, "EXCEPTION_INT_OVERFLOW"},
    {0xc0000096, "EXCEPTION_PRIV_INSTRUCTION"},
    {0xc00000fd, "EXCEPTION_STACK_OVERFLOW"},
    {0xc0000194, "EXCEPTION_POSSIBLE_DEADLOCK"},
    {0xc0000374, "STATUS_HEAP_CORRUPTION"},
    {0xc0000409, "STATUS_STACK_BUFFER_OVERRUN"},
    {0xc0000417, "STATUS_INVALID_CRUNTIME_PARAMETER"},
    {0xc0000420, "STATUS_ASSERTION_FAILURE"},
    {0xc0000602, "STATUS_FAIL_FAST_EXCEPTION"},
    {0xe06d7363, "UNHANDLED_CPP_EXCEPTION"},
});

constexpr auto of_mach = std::to_array<Named>({
    {1, "EXC_BAD_ACCESS"},
    {2, "EXC_BAD_INSTRUCTION"},
    {3, "EXC_ARITHMETIC"},
    {4, "EXC_EMULATION"},
    {5, "EXC_SOFTWARE"},
    {6, "EXC_BREAKPOINT"},
    {7, "EXC_SYSCALL"},
    {8, "EXC_MACH_SYSCALL"},
    {9, "EXC_RPC_ALERT"},
    {10, "EXC_CRASH"},
    {11, "EXC_RESOURCE"},
    {12, "EXC_GUARD"},
    {13, "EXC_CORPSE_NOTIFY"},
});

constexpr auto of_bad_access = std::to_array<Named>({
    {1, "KERN_INVALID_ADDRESS"},
    {2, "KERN_PROTECTION_FAILURE"},
    {13, "EXC_I386_GPFLT"},
    {0x101, "EXC_ARM_DA_ALIGN"},
    {0x102, "EXC_ARM_DA_DEBUG"},
});

template <std::size_t Count>
std::string_view name_in(const std::array<Named, Count>& names, std::uint32_t number) {
  const auto at = std::ranges::find(names, number, &Named::first);
  return at == names.end() ? std::string_view() : at->second;
}

std::string_view kind_of_access(const Exception& exception) {
  if (exception.code != access_violation && exception.code != in_page_error) return {};
  switch (exception.detail) {
    case 0: return "_READ";
    case 1: return "_WRITE";
    case 8: return "_EXEC";
    default: return {};
  }
}

std::string name_by_mach(const Exception& exception) {
  constexpr std::uint32_t bad_access = 1;
  const std::string_view name = name_in(of_mach, exception.code);
  if (name.empty()) return hex(exception.code);
  const std::string_view code =
      exception.code == bad_access ? name_in(of_bad_access, exception.detail) : std::string_view();
  return say(name, " / ", code.empty() ? hex(exception.detail) : std::string(code));
}

}  // namespace

std::string exception_name(const Exception& exception, System system) {
  if (system == System::MacOs || system == System::Ios) return name_by_mach(exception);
  const std::string_view name = name_in(of_windows, exception.code);
  return name.empty() ? hex(exception.code) : say(name, kind_of_access(exception));
}

}  // namespace symkit::dumps
