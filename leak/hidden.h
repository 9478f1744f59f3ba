// A block's address as the recorder handles it: inverted. What a call leaves behind on the stack may come to
// lie within a frame of a later one, and a pointer there would keep a lost block within reach.
#pragma once

#include <cstdint>

namespace symleak {

class Hidden {
 public:
  explicit Hidden(const void* memory) : inverted_(~reinterpret_cast<std::uintptr_t>(memory)) {
    // Else the compiler would keep both.
    __asm__ volatile("" : "+r"(inverted_));
  }

  bool is_null() const { return inverted_ == ~std::uintptr_t{0}; }
  void* shown() const { return reinterpret_cast<void*>(~inverted_); }
  // Never 0, but for the last byte of memory.
  std::uintptr_t inverted() const { return inverted_; }

 private:
  std::uintptr_t inverted_;
};

}  // namespace symleak
