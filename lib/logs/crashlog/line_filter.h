// Finds at little cost the lines that no format is interested in: most lines of most logs. Formats give
// marks by which their lines can be recognized; a line without any of them need not be read.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "logs/crashlog/needles.h"
#include "logs/crashlog/takers.h"

namespace symkit::crashlog {

class LineFilter {
 public:
  LineFilter();

  // Each mark has at least two bytes and must outlive this. `taker`: who wants lines that contain it.
  void add_mark(std::string_view mark, std::size_t taker = 0);
  // The beginning of a line's own text, ignoring blanks; at least two bytes, too.
  void add_heading(std::string_view heading, std::size_t taker = 0);
  // Call after the last was added.
  void prepare() { needles_.prepare(); }

  bool has_mark(std::string_view line) const;
  bool is_heading(std::string_view text) const;

  // Who wants the line. A line without takers may still be of interest, because it contains a mark of
  // documents.
  struct Interest {
    Takers takers;
    bool has_mark = false;

    bool any() const { return has_mark || takers.any(); }
  };
  Interest interest_in(std::string_view text) const;

  // The size of the whole lines at the beginning of the text (which begins with a line) before the first
  // that has a mark, or colours that could hide one, or for which is_wanted(line) is true. That is called
  // for lines that contain a heading somewhere, or what may be a single bracket.
  template <class IsWanted>
  std::size_t plain_lines(std::string_view text, IsWanted is_wanted) const {
    std::size_t begin = 0, end = 0;  // of the last line that was examined
    const bool found = needles_.find(text, [&](std::size_t needle, std::size_t at) {
      const bool is_mark = wanted_[needle].kind == Kind::Mark;
      if (at < end) return is_mark;
      begin = text.rfind('\n', at) + 1;  // 0 if there is none
      end = std::min(text.find('\n', at), text.size() - 1) + 1;
      return is_mark || is_wanted(text.substr(begin, end - begin));
    });
    return found ? begin : text.rfind('\n') + 1;
  }

 private:
  enum class Kind : std::uint8_t { Mark, Heading, Bracket };
  struct Wanted {
    std::string_view text;
    Kind kind = Kind::Mark;
    Takers takers = {};
  };
  Wanted& add(std::string_view needle, Kind kind);

  Needles needles_;
  std::vector<Wanted> wanted_;                               // by needle
  std::array<std::vector<std::size_t>, 256> by_ends_ = {};   // in wanted_, by their first and last bytes
  std::array<std::vector<std::size_t>, 256> headings_ = {};  // in wanted_, by their first byte
};

}  // namespace symkit::crashlog
