// A line as its writer meant it: without its end, without the marks of code that a paste has there, without
// the escape sequences that colour it on a terminal, and with 0x instead of 0X before a number. Maps its
// bytes to their positions in the original line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

class PlainLine {
 public:
  // `raw` must live as long as the result of text() is used.
  void take(std::string_view raw);

  std::string_view text() const { return text_; }

  // The same bytes in the original line. Colours are kept: sequences at the edges are outside.
  Span in_raw(Span span) const;
  // The escape sequences within a span of the raw line, which must be kept when the rest is replaced.
  void append_colours(Span raw_span, std::string& out) const;

 private:
  void strip(std::string_view raw);
  void write_prefixes_small();

  std::string_view raw_;
  std::string_view text_;
  std::string stripped_;
  std::vector<std::uint32_t> positions_;  // in the raw line, of each byte of stripped_
  bool coloured_ = false;
};

}  // namespace symkit::crashlog
