// A text in a section that need not have been read: that it is there, and where, is known at once; where it
// ends is looked for when somebody asks. Most names are only ever told apart by where they stand.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::dwarf {

class Text {
 public:
  Text() = default;
  // `rest` begins with the text and holds the NUL that ends it; without one there is no text.
  explicit Text(Bytes rest) : begin_(reinterpret_cast<const char*>(rest.data())), limit_(rest.size()) {}
  // Of `text` the NUL after its end must be readable too.
  static Text ended(std::string_view text) {
    Text whole;
    whole.begin_ = text.data();
    whole.limit_ = text.empty() ? 0 : text.size() + 1;
    return whole;
  }

  // Is there one, be it empty? Unlike empty() and read() this touches no memory of the section.
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
