// Maps line numbers of a translated log back to the original: a translation adds lines, because a frame's
// inlined calls are inserted after it.
#pragma once

#include <cstdint>
#include <deque>

namespace symkit::io {

class AddedLines {
 public:
  // This translated line, counted from 1, is followed by `more` added lines. Call it in line order.
  void add(std::uint64_t line, std::uint64_t more);

  // The line of the original log that this translated line was made from.
  std::uint64_t origin(std::uint64_t translated) const;

  void clear() { *this = AddedLines(); }

 private:
  struct Place {
    std::uint64_t translated = 0;  // the first of the translated lines
    std::uint64_t more = 0;
    std::uint64_t before = 0;  // lines added before it
  };
  static constexpr std::size_t most = 1'000'000;  // far more than between the line last read and the line
                                                  // looked up

  std::deque<Place> places_;
  std::uint64_t added_ = 0;
};

}  // namespace symkit::io
