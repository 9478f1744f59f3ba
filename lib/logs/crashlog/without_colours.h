// A text without the escape sequences that colour it on a terminal, and where its bytes stand in the text as
// it came. For texts of any size: it keeps what lies between sequences, not each byte's place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/document_edits.h"

namespace symkit::crashlog {

constexpr char escape_character = '\x1b';

// The size of the sequence that the text begins with: ESC [ … letter, or ESC ] … BEL or ESC \ (a link). 0:
// none.
std::size_t escape_sequence_size(std::string_view text);

class WithoutColours {
 public:
  WithoutColours() = default;
  // A text that has none is not copied: it must live as long as this is used.
  explicit WithoutColours(std::string_view raw);

  bool had_any() const { return !runs_.empty(); }
  std::string_view text() const { return had_any() ? std::string_view(made_) : raw_; }
  // Where a byte of the text stands; for its size, where the last one ends.
  std::size_t in_raw(std::size_t place) const;
  // Where what ends at this place ends: before the sequences that follow.
  std::size_t end_in_raw(std::size_t place) const { return place == 0 ? 0 : in_raw(place - 1) + 1; }
  // A change of the text, made to the raw one.
  DocumentEdits::Edit in_raw(DocumentEdits::Edit edit) const;

 private:
  struct Run {
    std::size_t begin;      // in the text
    std::size_t raw_begin;  // in the raw one
  };

  std::string_view raw_;
  std::string made_;
  std::vector<Run> runs_;  // empty: there are no sequences
};

}  // namespace symkit::crashlog
