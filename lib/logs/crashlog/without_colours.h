// A text without the escape sequences that colour it on a terminal, and the positions of its bytes in the
// original text. For texts of any size: it stores the runs between sequences, not each byte's position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/document_edits.h"

namespace symkit::crashlog {

constexpr char escape_character = '\x1b';

// The size of the sequence that the text begins with: ESC [ … letter, or ESC ] … BEL or ESC \ (a link). 0
// if there is none.
std::size_t escape_sequence_size(std::string_view text);

class WithoutColours {
 public:
  WithoutColours() = default;
  // A text without sequences is not copied: it must live as long as this is used.
  explicit WithoutColours(std::string_view raw);

  bool had_any() const { return !runs_.empty(); }
  std::string_view text() const { return had_any() ? std::string_view(made_) : raw_; }
  // Where a byte of the text is in the original; for the text's size, where the last byte ends.
  std::size_t in_raw(std::size_t place) const;
  // Where text that ends at this place ends in the original: before the sequences that follow.
  std::size_t end_in_raw(std::size_t place) const { return place == 0 ? 0 : in_raw(place - 1) + 1; }
  // An edit of the text, as an edit of the original.
  DocumentEdits::Edit in_raw(DocumentEdits::Edit edit) const;

 private:
  struct Run {
    std::size_t begin;      // in the text
    std::size_t raw_begin;  // in the original
  };

  std::string_view raw_;
  std::string made_;
  std::vector<Run> runs_;  // empty: there are no sequences
};

}  // namespace symkit::crashlog
