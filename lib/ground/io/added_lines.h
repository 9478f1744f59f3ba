// Where in a log a line stands that was given after a translation has added some: what a frame's inlined
// calls became stands behind it.
#pragma once

#include <cstdint>
#include <deque>

namespace symkit::io {

class AddedLines {
 public:
  // What this line became, counted from 1, has so many more. Lines come in their order.
  void add(std::uint64_t line, std::uint64_t more);

  // Which line this one of the translated log was made of.
  std::uint64_t origin(std::uint64_t translated) const;

  void clear() { *this = AddedLines(); }

 private:
  struct Place {
    std::uint64_t translated = 0;  // the first of what the line became
    std::uint64_t more = 0;
    std::uint64_t before = 0;  // that were added before it
  };
  static constexpr std::size_t most = 1'000'000;  // far more than lie between what is read and what is asked

  std::deque<Place> places_;
  std::uint64_t added_ = 0;
};

}  // namespace symkit::io
