// Memory for the nodes of one name: allocated in sequence, freed all at once, and limited, because a
// short name can need any amount.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>

namespace symkit::swift {

class Arena {
 public:
  static constexpr std::size_t most = 4 * 1024 * 1024;

  // Null if the name has used up its share.
  void* allocate(std::size_t size) {
    used_ += size;
    return used_ > most ? nullptr : memory_.allocate(size, alignof(std::max_align_t));
  }

  template <class T>
  T* array(std::size_t count) {
    constexpr std::size_t size = sizeof(T);  // NOLINT(bugprone-sizeof-expression): of pointers, too
    return count > most / size ? nullptr : static_cast<T*>(allocate(count * size));
  }

  // A copy that lives as long as the arena; empty if there is no room, which makes the name fail.
  std::string_view text(std::string_view text) {
    char* copy = array<char>(text.size());
    if (copy == nullptr) return {};
    text.copy(copy, text.size());
    return {copy, text.size()};
  }

  bool exhausted() const { return used_ > most; }

 private:
  alignas(std::max_align_t) std::byte first_[8 * 1024];
  std::pmr::monotonic_buffer_resource memory_{first_, sizeof first_};
  std::size_t used_ = 0;
};

// A stack of plain values in an arena.
template <class T>
class Pile {
 public:
  static constexpr std::size_t most = 20'000;

  explicit Pile(Arena& arena) : arena_(arena) {}

  bool push(T item) {
    if (size_ == capacity_ && !grow()) return false;
    items_[size_++] = item;
    return true;
  }

  T pop() { return items_[--size_]; }
  void cut(std::size_t size) { size_ = size; }
  T& top() { return items_[size_ - 1]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T operator[](std::size_t i) const { return items_[i]; }
  std::span<T> from(std::size_t begin) const { return {items_ + begin, size_ - begin}; }

 private:
  bool grow() {
    const std::size_t larger = capacity_ == 0 ? 32 : capacity_ * 2;
    if (larger > most * 2) return false;
    T* moved = arena_.array<T>(larger);
    if (moved == nullptr) return false;
    std::copy_n(items_, size_, moved);
    items_ = moved;
    capacity_ = larger;
    return true;
  }

  Arena& arena_;
  T* items_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace symkit::swift
