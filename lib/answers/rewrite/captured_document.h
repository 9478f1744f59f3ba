// The lines of a log that form a JSON document, without colours and without the prefix that a log
// collector has added to each line. Maps positions in the document back to those lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/without_colours.h"

namespace symkit::rewrite {

class CapturedDocument {
 public:
  // `bytes` must outlive it. `prefixed`: the lines have a prefix.
  CapturedDocument(std::string_view bytes, bool prefixed);
  CapturedDocument(const CapturedDocument&) = delete;
  CapturedDocument& operator=(const CapturedDocument&) = delete;

  std::string_view text() const { return text_; }
  std::string_view bytes() const { return bytes_; }        // as they came
  std::string_view prefix() const { return prefix_; }      // of the first line
  std::string_view line_end() const { return line_end_; }  // of the first line, "\n" where it has none
  std::size_t in_bytes(std::size_t place_in_text) const { return plain_.in_raw(in_plain(place_in_text)); }
  // Where text that ends at this place ends in bytes(): before any colours that follow.
  std::size_t end_in_bytes(std::size_t place_in_text) const {
    return plain_.end_in_raw(in_plain(place_in_text - 1) + 1);
  }
  // The document is printed as the document that it is, whichever output form was requested.
  void keep_form() { keeps_form_ = true; }
  bool keeps_form() const { return keeps_form_; }

 private:
  struct Line {
    std::size_t begin;        // in the text
    std::size_t plain_begin;  // in the line without colours
  };
  std::size_t in_plain(std::size_t place_in_text) const;

  std::string_view bytes_;
  crashlog::WithoutColours plain_;
  std::string text_;
  std::vector<Line> lines_;
  std::string_view prefix_;
  std::string_view line_end_ = "\n";
  bool keeps_form_ = false;
};

}  // namespace symkit::rewrite
