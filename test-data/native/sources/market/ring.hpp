// A queue of fixed size, for any element.
#pragma once
#include "../integers.h"

namespace market::storage {

template <typename Element, usize Capacity>
class Ring {
 public:
  FIXTURE_INLINE bool empty() const { return first_ == last_; }
  FIXTURE_INLINE bool full() const { return last_ - first_ == Capacity; }

  FIXTURE_INLINE Element& front() { return slot(first_); }

  FIXTURE_INLINE bool push(const Element& element) {
    if (full()) return false;
    slot(last_++) = element;
    return true;
  }

  FIXTURE_INLINE void pop() { first_++; }

  template <typename Visitor>
  FIXTURE_INLINE void each(Visitor&& visit) {
    for (usize i = first_; i != last_; ++i) visit(slot(i));
  }

 private:
  FIXTURE_INLINE Element& slot(usize position) { return elements_[position % Capacity]; }

  Element elements_[Capacity];
  usize first_ = 0;
  usize last_ = 0;
};

}  // namespace market::storage
