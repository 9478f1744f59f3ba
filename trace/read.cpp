// What readers get: a copy of the entries, innermost first. Return addresses are those an unwinder would
// give, as far as they are known: inlined functions have none. A function that called others through
// functions without hooks has an address of its own in between, read from the machine stack or, if it is
// not there, given as the function's beginning.
#include <algorithm>
#include <climits>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "entry_point.h"
#include "include/symtrace.h"
#include "push.h"
#include "shadow.h"

namespace symtrace {
namespace {

// As unwinders give them: without the bit that marks Thumb code.
void* as_address(std::uintptr_t word) {
#if defined(__arm__)
  word &= ~std::uintptr_t{1};
#endif
  return reinterpret_cast<void*>(word);
}

// The place after a function's first instruction: readers that expect a return address look at the call
// before it, and find the function.
#if defined(__x86_64__)
constexpr std::uintptr_t past_beginning = 1;
#elif defined(__aarch64__)
constexpr std::uintptr_t past_beginning = 4;
#else
constexpr std::uintptr_t past_beginning = 2;
#endif

// No function is longer: an address farther away is not in it.
constexpr std::uintptr_t longest_function = 1 << 20;

bool is_within(std::uintptr_t address, const void* function) {
  return address - reinterpret_cast<std::uintptr_t>(function) - 1 < longest_function;
}

// Moves from one function to the next in registers, as the reader mostly does nothing else.
struct Addresses {
  void** next;
  void** end;

  bool is_full() const { return next == end; }
  void add(std::uintptr_t address) {
    if (next != end) *next++ = as_address(address & address_bits);
  }
  void add_function(const void* function) {
    add(reinterpret_cast<std::uintptr_t>(function) + past_beginning);
  }
};

// The functions that share an entry's frame, by their beginnings only: the places within them are not
// known.
__attribute__((noinline)) Addresses with_functions_of_frame(Addresses addresses, const Entry* entry,
                                                            const Entry* base) {
  for (; entry != base; --entry) {
    addresses.add_function(entry->function);
    if (!is_inlined(entry)) break;
  }
  return addresses;
}

#if defined(__x86_64__)
// The current place in the frame's physical function, if it has called one without hooks: that call's
// return address is still where it was pushed. The return address of the hook's own call is of no use, as
// the function has moved its stack pointer since.
std::uintptr_t call_within(const Entry* entry, const Entry* physical) {
  // An entry from XRay has no call site of a hook, and its frame is another place.
  if (entry->hook_site == 0) return 0;
  const std::uintptr_t pushed = pushed_by(entry);
  return pushed != entry->hook_site && is_within(pushed, physical->function) ? pushed : 0;
}
#else
std::uintptr_t call_within(const Entry*, const Entry*) { return 0; }
#endif

// The entry of the function into which others have been inlined.
const Entry* physical_of(const Entry* entry, const Entry* base) {
  while (is_inlined(entry) && entry - 1 != base) --entry;
  return entry;
}

// What is between an entry's frame and a call that returns to `returns_to`, possibly of another function.
Addresses with_place(Addresses addresses, const Entry* entry, const Entry* base, std::uintptr_t returns_to) {
  if (entry == base) return addresses;
  const Entry* physical = physical_of(entry, base);
  if ((returns_to & from_signal) == 0) {
    const std::uintptr_t callee_site = returns_to & address_bits;
    const std::uintptr_t place = call_within(entry, physical);
    if (place != 0 && place != callee_site) {
      addresses.add(place);
      return addresses;
    }
    if (is_within(callee_site, physical->function)) return addresses;
  }
  return with_functions_of_frame(addresses, entry, base);
}

// The reader was called by the innermost function itself, if that has not moved its stack pointer since.
Addresses with_caller(Addresses addresses, const Shadow* shadow, std::uintptr_t stack_pointer,
                      std::uintptr_t returns_to) {
  const Entry* top = shadow->top;
  if (top->frame == stack_pointer || top == shadow->base || is_mark(top)) return addresses;
  const bool can_look = from_signal != 0 && shadow->kind != Shadow::UnknownStack;
  return can_look ? with_place(addresses, top, shadow->base, returns_to)
                  : with_functions_of_frame(addresses, top, shadow->base);
}

bool is_plain(const Entry* entry) {
#if defined(__x86_64__)
  return (entry->call_site & indirect) == 0;
#else
  return !is_inlined(entry) && is_within(entry->call_site, entry[-1].function);
#endif
}

__attribute__((noinline)) Addresses with_entry(Addresses addresses, const Entry* entry, const Entry* base) {
  if (is_mark(entry)) {
    addresses.add_function(entry->function);
    return addresses;
  }
  if (is_inlined(entry)) return addresses;
  addresses.add(entry->call_site);
  return with_place(addresses, entry - 1, base, entry->call_site);
}

#if defined(__x86_64__)
// Two call sites, each loaded separately: the hooks may have written them just now, and the result of two
// stores cannot be read with one load yet.
__m128i pair_at(const Entry* entry) {
  const auto* inner = reinterpret_cast<const double*>(&entry[0].call_site);
  const auto* outer = reinterpret_cast<const double*>(&entry[-1].call_site);
  return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(inner), outer));
}

void store_pair(void** place, __m128i pair) { _mm_storeu_si128(reinterpret_cast<__m128i*>(place), pair); }

// A call site that cannot be simply copied has its highest bit set.
bool are_plain(__m128i pair) { return _mm_movemask_pd(_mm_castsi128_pd(pair)) == 0; }

// Copies simple entries, which are most, eight at a time and then by twos, up to the first that is not.
std::ptrdiff_t copy_plain(void** next, const Entry* entry, std::ptrdiff_t most) {
  void** const begin = next;
  for (; most >= 8; most -= 8, next += 8, entry -= 8) {
    const __m128i first = pair_at(entry);
    const __m128i second = pair_at(entry - 2);
    const __m128i third = pair_at(entry - 4);
    const __m128i fourth = pair_at(entry - 6);
    if (!are_plain(_mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth)))) break;
    store_pair(next, first);
    store_pair(next + 2, second);
    store_pair(next + 4, third);
    store_pair(next + 6, fourth);
  }
  for (; most >= 2; most -= 2, next += 2, entry -= 2) {
    const __m128i pair = pair_at(entry);
    if (!are_plain(pair)) break;
    store_pair(next, pair);
  }
  if (most > 0 && is_plain(entry)) *next++ = as_address(entry->call_site);
  return next - begin;
}
#else
std::ptrdiff_t copy_plain(void** next, const Entry* entry, std::ptrdiff_t most) {
  std::ptrdiff_t count = 0;
  for (; count < most && is_plain(entry - count); ++count) next[count] = as_address(entry[-count].call_site);
  return count;
}
#endif

Addresses with_entries(Addresses addresses, const Entry* entry, const Entry* base) {
  for (;; --entry) {
    const std::ptrdiff_t most = std::min(entry - base, addresses.end - addresses.next);
    const std::ptrdiff_t copied = copy_plain(addresses.next, entry, most);
    addresses.next += copied;
    entry -= copied;
    if (entry == base || addresses.is_full()) return addresses;
    addresses = with_entry(addresses, entry, base);
  }
}

// The stack that a signal stack was reached from, and the gap below an unannounced stack.
__attribute__((noinline)) Addresses with_rest(Addresses addresses, const Shadow* shadow) {
  if (shadow->kind == Shadow::SignalStack) {
    const Shadow* interrupted = shadow->interrupted;
    addresses = with_functions_of_frame(addresses, interrupted->top, interrupted->base);
    return with_entries(addresses, interrupted->top, interrupted->base);
  }
  if (shadow->kind == Shadow::UnknownStack) {
    addresses.add_function(reinterpret_cast<const void*>(&symtrace_frames_missing));
  }
  return addresses;
}

// The shadow of the stack on which a reader was called, healed; null if the thread has called no hook.
Shadow* shadow_at(std::uintptr_t stack_pointer) {
  Shadow* shadow = reach.current;
  if (stack_pointer <= shadow->top->frame && stack_pointer > shadow->low) return shadow;
  shadow = arrive(stack_pointer, false);
  if (shadow != nullptr) heal(shadow, stack_pointer);
  return shadow;
}

}  // namespace

SYMTRACE_TARGET int symtrace_read(void** addresses, int size, std::uintptr_t stack_pointer,
                                  std::uintptr_t returns_to) {
  if (size <= 0) return 0;
  Addresses list = {addresses, addresses + size};
  list.add(returns_to);
  const Shadow* shadow = shadow_at(stack_pointer);
  if (shadow == nullptr) return 1;
  list = with_caller(list, shadow, stack_pointer, returns_to);
  list = with_entries(list, shadow->top, shadow->base);
  if (shadow->kind == Shadow::SignalStack || shadow->kind == Shadow::UnknownStack)
    list = with_rest(list, shadow);
  return static_cast<int>(list.next - addresses);
}

SYMTRACE_TARGET std::size_t symtrace_gather(std::uintptr_t* addresses, std::size_t size,
                                            std::uintptr_t stack_pointer, std::uintptr_t returns_to) {
  const int wanted = static_cast<int>(std::min<std::size_t>(size, INT_MAX));
  return static_cast<std::size_t>(
      symtrace_read(reinterpret_cast<void**>(addresses), wanted, stack_pointer, returns_to));
}

// Only if a single place determines everything that entries do not: then an earlier result is still
// valid.
SYMTRACE_TARGET void** symtrace_keep(std::uintptr_t* from, void*, std::uintptr_t stack_pointer,
                                     std::uintptr_t) {
  Shadow* shadow = shadow_at(stack_pointer);
  if (shadow == nullptr || (shadow->kind != Shadow::ThreadStack && shadow->kind != Shadow::FiberStack))
    return nullptr;
  Entry* top = shadow->top;
  if (top == shadow->base || top->frame == stack_pointer || is_mark(top)) return nullptr;
  *from = call_within(top, physical_of(top, shadow->base));
  return *from == 0 ? nullptr : &top->note;
}

SYMTRACE_TARGET int symtrace_copy(symtrace_frame* frames, int size, std::uintptr_t stack_pointer) {
  const Shadow* shadow = shadow_at(stack_pointer);
  if (shadow == nullptr) return 0;
  int count = 0;
  const Shadow* const shadows[] = {shadow,
                                   shadow->kind == Shadow::SignalStack ? shadow->interrupted : nullptr};
  for (const Shadow* one : shadows) {
    if (one == nullptr) break;
    for (const Entry* entry = one->top; entry != one->base && count < size; --entry, ++count) {
      frames[count] = {entry->function, as_address(entry->call_site & address_bits)};
    }
  }
  if (shadow->kind == Shadow::UnknownStack && count < size) {
    frames[count++] = {reinterpret_cast<void*>(&symtrace_frames_missing), nullptr};
  }
  return count;
}

SYMTRACE_TARGET int symtrace_count(void*, void*, std::uintptr_t stack_pointer) {
  const Shadow* shadow = shadow_at(stack_pointer);
  if (shadow == nullptr) return 0;
  std::size_t depth = 0;
  for (; shadow != nullptr; shadow = shadow->kind == Shadow::SignalStack ? shadow->interrupted : nullptr) {
    depth += static_cast<std::size_t>(shadow->top - shadow->base);
    if (is_mark(shadow->top)) depth += shadow->lost - 1;
  }
  return static_cast<int>(depth);
}

SYMTRACE_ENTRY_POINT("symtrace_backtrace", "symtrace_read");
SYMTRACE_ENTRY_POINT("symtrace_collect", "symtrace_gather");
SYMTRACE_ENTRY_POINT("symtrace_note", "symtrace_keep");
SYMTRACE_ENTRY_POINT("get_backtrace_external", "symtrace_gather");
SYMTRACE_ENTRY_POINT("symtrace_frames", "symtrace_copy");
SYMTRACE_ENTRY_POINT("symtrace_thread_depth", "symtrace_count");

}  // namespace symtrace

void symtrace_frames_missing() { asm volatile("nop\nnop"); }
