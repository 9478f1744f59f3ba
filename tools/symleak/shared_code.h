// Code shared by several functions, as a linker has folded them: the data stored with a frame.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ground/print/frames.h"

namespace symkit::symleak {

struct SharedCode {
  std::vector<std::string> names = {};  // the one in the frame is first
  std::size_t count = 0;                // of all functions; not all may be in `names`
  bool is_resolved = false;             // the first is the one that ran
  std::string why = {};

  static SharedCode of(const print::Folded& folded);
  auto operator<=>(const SharedCode&) const = default;
};

// A frame's reference to it, compared by content. Null: the code belongs to one function.
class Sharing {
 public:
  Sharing() = default;
  explicit Sharing(SharedCode code) : code_(std::make_shared<const SharedCode>(std::move(code))) {}

  const SharedCode* code() const { return code_.get(); }
  // It is unknown which of the functions ran.
  bool is_open() const { return code_ != nullptr && !code_->is_resolved; }

  friend std::strong_ordering operator<=>(const Sharing& left, const Sharing& right) {
    if (left.code_ == right.code_) return std::strong_ordering::equal;
    if (left.code_ == nullptr || right.code_ == nullptr)
      return (left.code_ != nullptr) <=> (right.code_ != nullptr);
    return *left.code_ <=> *right.code_;
  }
  friend bool operator==(const Sharing& left, const Sharing& right) {
    return (left <=> right) == std::strong_ordering::equal;
  }

 private:
  std::shared_ptr<const SharedCode> code_;
};

// A name for all of the functions, whichever of them the linker kept.
std::string name_for_all(const SharedCode& code);

}  // namespace symkit::symleak
