// The lines of a log that are a JSON document, without what a collector of logs has put in front of each; and
// where in those lines a place of the document is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::rewrite {

class CapturedDocument {
 public:
  // `bytes` must outlive it. `prefixed`: the lines have something in front.
  CapturedDocument(std::string_view bytes, bool prefixed);

  std::string_view text() const { return text_; }
  std::string_view bytes() const { return bytes_; }        // as they came
  std::string_view prefix() const { return prefix_; }      // of the first line
  std::string_view line_end() const { return line_end_; }  // of the first line, "\n" where it has none
  std::size_t in_bytes(std::size_t place_in_text) const;
  // It is printed as the document that it is, whatever is asked for.
  void keep_form() { keeps_form_ = true; }
  bool keeps_form() const { return keeps_form_; }

 private:
  struct Line {
    std::size_t begin;      // in the text
    std::size_t raw_begin;  // in the bytes
  };

  std::string_view bytes_;
  std::string text_;
  std::vector<Line> lines_;
  std::string_view prefix_;
  std::string_view line_end_ = "\n";
  bool keeps_form_ = false;
};

}  // namespace symkit::rewrite
