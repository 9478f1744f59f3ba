// Code that several functions share, since a linker has folded them: what is kept of it with a frame.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "ground/print/frames.h"

namespace symkit::symleak {

struct SharedCode {
  std::vector<std::string> names = {};  // the one that the frame has first
  std::size_t count = 0;                // of all, of which not all may be among the names
  bool is_resolved = false;             // the first is the one that ran
  std::string why = {};

  static SharedCode of(const print::Folded& folded);
  auto operator<=>(const SharedCode&) const = default;
};

// A frame's view of it, compared by what it holds. Null: the code is of one function.
class Sharing {
 public:
  Sharing() = default;
  explicit Sharing(SharedCode code) : code_(std::make_shared<const SharedCode>(std::move(code))) {}

  const SharedCode* code() const { return code_.get(); }
  // Nobody can say which of the functions ran.
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

// What stands for all of the functions, whichever of them a linker has kept.
std::string name_for_all(const SharedCode& code);

}  // namespace symkit::symleak
