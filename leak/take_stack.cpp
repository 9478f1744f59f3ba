#include "take_stack.h"

#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <sys/resource.h>

#include "call_frames.h"

// NOLINTNEXTLINE(readability-identifier-naming,bugprone-reserved-identifier)
extern "C" void* __libc_stack_end __attribute__((weak));

namespace symleak {
namespace {

// Can a byte of this page be read? The kernel is asked to read it, for a change to the signals that it then
// refuses.
bool is_readable(std::uintptr_t page) {
  constexpr int no_such_change = 0x7fff;
  constexpr long signal_set = 8;
  return ask_kernel(SYS_rt_sigprocmask, no_such_change, page, nullptr, signal_set) != -EFAULT;
}

// Of the main thread the library would read /proc; its stack ends where the loader says.
void ask_for_bounds() {
  rlimit limit = {};
  if (getpid() == ask_kernel(SYS_gettid) && &__libc_stack_end != nullptr) {
    const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
    const std::uintptr_t most = std::uintptr_t{1} << 30;
    getrlimit(RLIMIT_STACK, &limit);
    thread.stack_high = end;
    thread.stack_low = end - std::min<std::uintptr_t>(limit.rlim_cur, most);
    return;
  }
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    thread.stack_low = reinterpret_cast<std::uintptr_t>(low);
    thread.stack_high = thread.stack_low + size;
  }
  pthread_attr_destroy(&attributes);
}

void learn_bounds() {
  thread.knows_stack = true;
  thread.asks_library = true;
  ask_for_bounds();
  thread.asks_library = false;
}

// Words of the stack from some place upwards. What lies on the thread's own stack is there; of others (a
// fiber's, a signal handler's) each page is tried before it is read.
class Words {
 public:
  explicit Words(std::uintptr_t from) : low_(from) {
    if (__builtin_expect(!thread.knows_stack, 0)) learn_bounds();
    is_own_ = from >= thread.stack_low && from < thread.stack_high;
    high_ = is_own_ ? thread.stack_high : from + (std::uintptr_t{1} << 30);
  }

  bool has(std::uintptr_t address) {
    if (address < low_ || address > high_ - sizeof(std::uintptr_t) || address % sizeof(std::uintptr_t) != 0)
      return false;
    return is_own_ || page_of(address) == page_ || try_page(page_of(address));
  }
  std::uintptr_t at(std::uintptr_t address) const {
    return *reinterpret_cast<const std::uintptr_t*>(address);
  }
  void begin_at(std::uintptr_t address) { low_ = address; }
  // What was interrupted may be on another stack.
  void move_to(std::uintptr_t address) { *this = Words(address); }

 private:
  static std::uintptr_t page_of(std::uintptr_t address) { return address & ~std::uintptr_t{4095}; }
  bool try_page(std::uintptr_t page) {
    if (!is_readable(page)) return false;
    page_ = page;
    return true;
  }

  std::uintptr_t low_;
  std::uintptr_t high_ = 0;
  std::uintptr_t page_ = 0;
  bool is_own_ = false;
};

// A frame record is two words, {the caller's frame pointer, return address}, each above the one before.
void follow_frame_pointers(const Caller& caller, Frames& frames) {
  constexpr std::uintptr_t word = sizeof(std::uintptr_t);
  frames.is_guess = true;
  frames.add(caller.returns_to);
  Words words(reinterpret_cast<std::uintptr_t>(caller.frame));
  std::uintptr_t frame = caller.frame[0];
  while (words.has(frame) && words.has(frame + word)) {
    const std::uintptr_t returns_to = words.at(frame + word);
    if (returns_to == 0) return;
    frames.add(returns_to);
    if (frames.is_full()) return;
    words.begin_at(frame + 2 * word);
    frame = words.at(frame);
  }
}

#if defined(__x86_64__)
struct Registers {
  std::uintptr_t code;
  std::uintptr_t stack;
  std::uintptr_t frame;
};

// The kernel's record of what a signal handler has interrupted lies where the stack pointer is when the
// handler has returned: a ucontext, with the registers from its 40th byte.
bool to_interrupted(Registers& at, Words& words) {
  constexpr std::uintptr_t registers = 40;
  const auto place_of = [&](int number) {
    return at.stack + registers + static_cast<std::uintptr_t>(number) * 8;
  };
  if (!words.has(place_of(10)) || !words.has(place_of(16))) return false;
  at = {words.at(place_of(16)), words.at(place_of(15)), words.at(place_of(10))};
  words.move_to(at.stack);
  return true;
}

bool to_caller(Step step, Registers& at, Words& words) {
  const std::uintptr_t base = step.from_frame_pointer() ? at.frame : at.stack;
  const std::uintptr_t cfa = base + static_cast<std::uintptr_t>(step.to_cfa());
  if (!words.has(cfa - 8)) return false;
  at.code = words.at(cfa - 8);
  if (step.saves_frame_pointer()) {
    const std::uintptr_t saved = cfa + static_cast<std::uintptr_t>(step.frame_pointer_at());
    if (!words.has(saved)) return false;
    at.frame = words.at(saved);
  }
  at.stack = cfa;
  words.begin_at(cfa);
  return true;
}

void unwind(const Caller& caller, std::uint32_t generation, Frames& frames) {
  const auto frame = reinterpret_cast<std::uintptr_t>(caller.frame);
  Registers at = {caller.returns_to, frame + 16, caller.frame[0]};
  Words words(frame);
  bool is_return_address = true;
  for (;;) {
    // An address that was interrupted is given as one behind it, as are those of calls.
    frames.add(is_return_address ? at.code : at.code + 1);
    if (frames.is_full()) return;
    const Step step = Steps::at(is_return_address ? at.code - 1 : at.code, generation);
    if (step.kind() == Step::Outermost) return;
    is_return_address = step.kind() != Step::Signal;
    const bool moved = step.kind() == Step::Ordinary ? to_caller(step, at, words)
                       : step.kind() == Step::Signal ? to_interrupted(at, words)
                                                     : false;
    if (!moved) frames.flags |= format::stack_is_broken;
    if (!moved || at.code == 0) return;
  }
}
#else
void unwind(const Caller& caller, std::uint32_t, Frames& frames) { follow_frame_pointers(caller, frames); }
#endif

}  // namespace

void StackTaker::choose(format::Stacks wish, Collect collect) {
  collect_ = collect;
  way_ = wish;
  if (wish == format::Stacks::Shadow && collect == nullptr) way_ = format::Stacks::None;
  if (way_ != format::Stacks::None) return;
  way_ = collect != nullptr ? format::Stacks::Shadow : format::Stacks::Unwound;
}

// The first address is in here.
void StackTaker::copy(Frames& frames) const {
  std::uintptr_t addresses[format::most_frames + 1];
  const std::size_t count = collect_(addresses, format::most_frames + 1);
  for (std::size_t i = 1; i < count; ++i) frames.add(addresses[i]);
  if (frames.is_full()) frames.flags |= format::stack_is_cut;
}

void StackTaker::take(const Caller& caller, std::uint32_t generation, Frames& frames) const {
  switch (way_) {
    case format::Stacks::Shadow:
      copy(frames);
      if (frames.count == 0) unwind(caller, generation, frames);  // a thread without any hooks
      break;
    case format::Stacks::FramePointers: follow_frame_pointers(caller, frames); break;
    default: unwind(caller, generation, frames);
  }
}

}  // namespace symleak
