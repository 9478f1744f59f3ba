// A text in a section that is read only when needed: its existence and address are known at once, its end
// is searched on request. Most names are only ever compared by address.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::dwarf {

class Text {
 public:
  Text() = default;
  // `rest` begins with the text and contains its terminating NUL; without one there is no text.
  explicit Text(Bytes rest) : begin_(reinterpret_cast<const char*>(rest.data())), limit_(rest.size()) {}
  // The NUL after the end of `text` must be readable, too.
  static Text ended(std::string_view text) {
    Text whole;
    whole.begin_ = text.data();
    whole.limit_ = text.empty() ? 0 : text.size() + 1;
    return whole;
  }

  // Whether there is a text, possibly empty. Unlike empty() and read(), this touches no memory of the
  // section.
  bool is_given() const { return limit_ != 0; }
  bool empty() const { return limit_ == 0 || *begin_ == '\0'; }
  const char* begin() const { return begin_; }
  std::string_view read() const {
    const void* nul = limit_ == 0 ? nullptr : std::memchr(begin_, 0, limit_);
    if (nul == nullptr) return {};
    return {begin_, static_cast<std::size_t>(static_cast<const char*>(nul) - begin_)};
  }

 private:
  const char* begin_ = nullptr;
  std::size_t limit_ = 0;
};

}  // namespace symkit::dwarf
