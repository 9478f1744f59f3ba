// Reads words of the machine stack on which the thread runs, or of another one.
#pragma once

#include <cstdint>

#include "thread.h"

namespace symleak {

// Words of a stack from an address upwards. Those on the thread's own stack are accessible; on others (a
// fiber's, a signal handler's) each page is tested before it is read.
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
  // All words up to the end of the thread's stack are accessible.
  bool are_own() const { return is_own_; }
  void begin_at(std::uintptr_t address) { low_ = address; }
  // The interrupted code may be on another stack.
  void move_to(std::uintptr_t address) { *this = Words(address); }

 private:
  static void learn_bounds();
  static bool is_readable(std::uintptr_t page);
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

}  // namespace symleak
