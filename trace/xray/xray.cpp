// LLVM's XRay instead of compiled-in hooks: a program built with -fxray-instrument has room for hooks,
// which costs nothing until they are patched in. XRay passes only the function's number to a handler. The
// function's return address is found on the stack: the trampoline that calls the handler was itself
// called by the function's first instructions, and the function's return address is next to that of the
// trampoline. A function leaves by a jump; by then the values from its entry are known.
#include <atomic>
#include <bit>

#include "entry_point.h"
#include "healing.h"
#include "include/symtrace-xray.h"
#include "shadow.h"
#include "system.h"

#if defined(__x86_64__)

// What LLVM's library of XRay has; its header comes with Clang only.
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" {
int __xray_set_handler(void (*)(std::int32_t, int));
int __xray_remove_handler();
int __xray_patch();
int __xray_unpatch();
std::size_t __xray_max_function_id();
std::uintptr_t __xray_function_address(std::int32_t);
void symtrace_xray_event(std::int32_t, int);
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)

namespace symtrace {
namespace {

enum Event : int { Enter = 0, Exit = 1, TailExit = 2 };
constexpr int succeeded = 1;

constexpr std::uintptr_t longest_beginning = 32;  // bytes up to where a function's trampoline returns to
constexpr std::ptrdiff_t largest_frame = 60;      // words of a trampoline

// XRay's own look-up takes a lock.
std::uintptr_t* functions = nullptr;
std::size_t function_count = 0;

bool collect_functions() {
  const std::size_t count = __xray_max_function_id() + 1;
  auto* table = static_cast<std::uintptr_t*>(map_memory(count * sizeof(std::uintptr_t)));
  if (table == nullptr) return false;
  for (std::size_t id = 1; id < count; ++id)
    table[id] = __xray_function_address(static_cast<std::int32_t>(id));
  functions = table;
  function_count = count;
  return true;
}

// Whether this is just after a function's first instructions, `mov $id, %r10d; call trampoline`.
bool is_behind_call(std::uintptr_t address, std::uintptr_t function, std::int32_t id) {
  if (address - function - 1 >= longest_beginning) return false;
  std::int32_t number = 0;
  __builtin_memcpy(&number, reinterpret_cast<const void*>(address - 9), sizeof number);
  return number == id && *reinterpret_cast<const unsigned char*>(address - 5) == 0xe8;
}

// The place of the trampoline's own return address in its frame: the same for each call. A saved register
// may by chance contain that address, too; so places are eliminated until one is left, mostly by the
// first call.
std::atomic<std::uint64_t> possible_places = ~std::uint64_t{0};

std::uint64_t places_that_match(const std::uintptr_t* words, std::uintptr_t function, std::int32_t id) {
  std::uint64_t matching = 0;
  for (int i = 0; i < largest_frame; ++i) {
    if (is_behind_call(words[i], function, id)) matching |= std::uint64_t{1} << i;
  }
  return matching;
}

void enter(std::uintptr_t trampoline, std::uintptr_t function, std::int32_t id) {
  const auto* words = reinterpret_cast<const std::uintptr_t*>(trampoline);
  std::uint64_t places = possible_places.load(std::memory_order_relaxed);
  if (!std::has_single_bit(places)) {
    const std::uint64_t matching = places_that_match(words, function, id);
    if (matching == 0) return;
    places = possible_places.fetch_and(matching, std::memory_order_relaxed) & matching;
    if (!std::has_single_bit(places)) return;
  }
  const std::uintptr_t* place = words + std::countr_zero(places);
  if (!is_behind_call(*place, function, id)) return;
  enter_otherwise(reinterpret_cast<void*>(function), place[1], reinterpret_cast<std::uintptr_t>(place + 1),
                  0);
}

// The function's return address is just above the trampoline's frame.
void leave(std::uintptr_t trampoline, std::uintptr_t function) {
  const Shadow* shadow = arrive(trampoline, false);
  if (shadow == nullptr) return;
  const Entry* entry = shadow->top;
  while (entry != shadow->base &&
         (entry->frame < trampoline || entry->function != reinterpret_cast<void*>(function)))
    --entry;
  if (entry == shadow->base || entry->frame - trampoline > largest_frame * sizeof(std::uintptr_t)) return;
  leave_otherwise(entry->function, entry->call_site & address_bits, entry->frame, 0);
}

}  // namespace

SYMTRACE_TARGET void symtrace_xray_look(std::int32_t id, int event, std::uintptr_t stack_pointer) {
  if (static_cast<std::size_t>(id) >= function_count) return;
  const std::uintptr_t function = functions[id];
  if (event == Enter) enter(stack_pointer, function, id);
  if (event == Exit || event == TailExit) leave(stack_pointer, function);
}

SYMTRACE_ENTRY_POINT("symtrace_xray_event", "symtrace_xray_look");

}  // namespace symtrace

int symtrace_xray_start() {
  using namespace symtrace;
  if (functions == nullptr && !collect_functions()) return -1;
  if (__xray_set_handler(symtrace_xray_event) != 1) return -1;
  return __xray_patch() == succeeded ? 0 : -1;
}

int symtrace_xray_stop() {
  const bool is_out = __xray_unpatch() == symtrace::succeeded;
  return __xray_remove_handler() == 1 && is_out ? 0 : -1;
}

#else

int symtrace_xray_start() { return -1; }
int symtrace_xray_stop() { return -1; }

#endif
