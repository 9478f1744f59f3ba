// A block's address as the recorder stores it: inverted. Data that a call leaves on the stack may later
// be within another frame, and a plain pointer there would make a lost block look reachable.
#pragma once

#include <cstdint>

namespace symleak {

class Hidden {
 public:
  explicit Hidden(const void* memory) : inverted_(~reinterpret_cast<std::uintptr_t>(memory)) {
    // Otherwise the compiler would keep both.
    __asm__ volatile("" : "+r"(inverted_));
  }

  bool is_null() const { return inverted_ == ~std::uintptr_t{0}; }
  void* shown() const { return reinterpret_cast<void*>(~inverted_); }
  // Never 0, except for the last byte of memory.
  std::uintptr_t inverted() const { return inverted_; }

 private:
  std::uintptr_t inverted_;
};

}  // namespace symleak
