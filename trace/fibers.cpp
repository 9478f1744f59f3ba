// Stacks that the program creates itself. They are found by the stack pointer in an array sorted by
// address. Readers take no lock, as they may be signal handlers: they read again if the array was changed
// meanwhile. Fibers' shadows are reused and never unmapped: a thread that has left a fiber may still look
// at its shadow, to see that it has.
#include <algorithm>
#include <atomic>
#include <bit>

#include "include/symtrace.h"
#include "shadow.h"
#include "system.h"

// The public header's name for a shadow.
struct symtrace_stack {
  symtrace::Shadow shadow;
  symtrace_stack* next;  // while it is not used
};

namespace symtrace {
namespace {

struct Place {
  std::uintptr_t low;
  std::uintptr_t high;
  Shadow* fiber;
};

struct Table {
  std::atomic<unsigned> changes;  // odd during a change
  std::atomic<Place*> places;
  std::atomic<std::size_t> count;
  std::size_t room;
};
Table table;
std::atomic_flag being_changed = ATOMIC_FLAG_INIT;

// A change by one thread at a time, with signals blocked.
class Change {
 public:
  Change() {
    while (being_changed.test_and_set(std::memory_order_acquire)) ask_kernel(SYS_sched_yield);
    table.changes.fetch_add(1, std::memory_order_acq_rel);
  }
  ~Change() {
    table.changes.fetch_add(1, std::memory_order_release);
    being_changed.clear(std::memory_order_release);
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  WithoutSignals quiet_;
};

// The first place that begins above an address.
std::size_t above(const Place* places, std::size_t count, std::uintptr_t address) {
  std::size_t first = 0;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (places[first + half].low <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

// Doubles the room. The old array stays, as readers may be using it.
bool make_room() {
  const std::size_t count = table.count.load(std::memory_order_relaxed);
  if (count < table.room) return true;
  const std::size_t room = std::max<std::size_t>(table.room * 2, 256);
  auto* places = static_cast<Place*>(map_memory(room * sizeof(Place)));
  if (places == nullptr) return false;
  std::copy_n(table.places.load(std::memory_order_relaxed), count, places);
  table.places.store(places, std::memory_order_release);
  table.room = room;
  return true;
}

bool tell_of(Shadow* fiber) {
  const Change change;
  if (!make_room()) return false;
  Place* places = table.places.load(std::memory_order_relaxed);
  const std::size_t count = table.count.load(std::memory_order_relaxed);
  const std::size_t at = above(places, count, fiber->low);
  std::copy_backward(places + at, places + count, places + count + 1);
  places[at] = {fiber->low, fiber->high, fiber};
  table.count.store(count + 1, std::memory_order_relaxed);
  return true;
}

void forget(const Shadow* fiber) {
  const Change change;
  Place* places = table.places.load(std::memory_order_relaxed);
  const std::size_t count = table.count.load(std::memory_order_relaxed);
  Place* end =
      std::remove_if(places, places + count, [&](const Place& place) { return place.fiber == fiber; });
  table.count.store(static_cast<std::size_t>(end - places), std::memory_order_relaxed);
}

// Enough for all frames that fit on the stack, of which the smallest with hooks has 16 bytes, 8 on arm; a
// power of two.
std::size_t entries_for(std::size_t size) {
  constexpr std::size_t smallest_frame = 2 * sizeof(void*);
  constexpr std::size_t least = 64;
  return std::bit_ceil(size == 0 ? depth_of_shadows
                                 : std::clamp(size / smallest_frame, least, depth_of_shadows));
}

constexpr std::size_t size_with(std::size_t count) { return sizeof(symtrace_stack) + count * sizeof(Entry); }

constexpr int powers_of_two = 64;
symtrace_stack* unused[powers_of_two];

symtrace_stack* take(std::size_t count) {
  {
    const Change change;
    symtrace_stack*& list = unused[std::countr_zero(count)];
    if (symtrace_stack* stack = list) {
      list = stack->next;
      return stack;
    }
  }
  return static_cast<symtrace_stack*>(map_memory(size_with(count)));
}

void put_away(symtrace_stack* stack) {
  Shadow& shadow = stack->shadow;
  const auto count = static_cast<std::size_t>(shadow.full + 2 - shadow.base);
  const Change change;
  shadow.top = shadow.base;
  shadow.base->frame = 0;
  shadow.low = UINTPTR_MAX;
  shadow.high = UINTPTR_MAX;
  symtrace_stack*& list = unused[std::countr_zero(count)];
  stack->next = list;
  list = stack;
}

}  // namespace

Shadow* fiber_at(std::uintptr_t stack_pointer) {
  constexpr int patience = 1000;
  for (int attempt = 0; attempt < patience; ++attempt) {
    const unsigned before = table.changes.load(std::memory_order_acquire);
    const std::size_t count = table.count.load(std::memory_order_relaxed);
    const Place* places = table.places.load(std::memory_order_acquire);
    if (count == 0 && before % 2 == 0) return nullptr;
    if (before % 2 != 0 || places == nullptr) continue;
    // The stack with the highest beginning below the last byte in use.
    const std::size_t next = above(places, count, stack_pointer - 1);
    const Place found = next == 0 ? Place{} : places[next - 1];
    std::atomic_thread_fence(std::memory_order_acquire);
    if (table.changes.load(std::memory_order_relaxed) != before) continue;
    return stack_pointer - found.low - 1 < found.high - found.low ? found.fiber : nullptr;
  }
  return nullptr;
}

}  // namespace symtrace

using symtrace::Shadow;

symtrace_stack* symtrace_stack_create(void* low, std::size_t size) {
  const bool bounded = low != nullptr && size != 0;
  const std::size_t count = symtrace::entries_for(bounded ? size : 0);
  symtrace_stack* stack = symtrace::take(count);
  if (stack == nullptr) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(low);
  stack->shadow =
      symtrace::empty_shadow(Shadow::FiberStack, reinterpret_cast<symtrace::Entry*>(stack + 1), count,
                             bounded ? address : 0, bounded ? address + size : UINTPTR_MAX);
  if (!bounded || symtrace::tell_of(&stack->shadow)) return stack;
  symtrace::put_away(stack);
  return nullptr;
}

void symtrace_stack_destroy(symtrace_stack* stack) {
  if (stack == nullptr) return;
  symtrace::Reach& reach = symtrace::reach;
  if (reach.current == &stack->shadow) reach.current = &reach.self->own;
  symtrace::forget(&stack->shadow);
  symtrace::put_away(stack);
}

void symtrace_switch_stack(symtrace_stack* stack) {
  symtrace::Reach& reach = symtrace::reach;
  if (reach.self == nullptr && (reach.current == &symtrace::passing_by || symtrace::bear_thread() == nullptr))
    return;
  reach.current = stack != nullptr ? &stack->shadow : &reach.self->own;
}
