// Changes to a JSON document that leave everything else byte for byte: members of an object get another
// value or are added after the others, and objects are added next to one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/json/document.h"

namespace symkit::crashlog {

// A member with its new value; `value` is JSON.
struct Member {
  std::string_view name;
  std::string value;
};

class DocumentEdits {
 public:
  explicit DocumentEdits(std::string_view text) : text_(text) {}

  void insert(std::size_t at, std::string text) { edits_.push_back({at, at, std::move(text)}); }
  void set(json::Value object, std::span<const Member> members);

  enum class Side : std::uint8_t { Before, Behind };
  // A copy of an element of an array, with other members.
  void add_copy(json::Value object, std::span<const Member> members, Side side);

  // Calls keep(begin, end) for unchanged parts and put(text) for new text, in order.
  template <class Keep, class Put>
  void apply(Keep keep, Put put) {
    sort();
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      if (edit.begin < at) continue;
      keep(at, edit.begin);
      put(std::string_view(edit.text));
      at = edit.end;
    }
    keep(at, text_.size());
  }
  std::string applied();

  // Replaces the text from `begin` to `end`.
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
  };
  const std::vector<Edit>& in_order() {
    sort();
    return edits_;
  }
  void replace(Edit edit) { edits_.push_back(std::move(edit)); }

 private:
  void sort();

  std::string_view text_;
  std::vector<Edit> edits_;
};

}  // namespace symkit::crashlog
