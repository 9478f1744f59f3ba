// Tells at little cost that lines are of no interest to any format: most lines of most logs are not. Formats
// say by what marks their lines can be known; a line that has none of them need not be read.
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

  // Each at least two bytes long, and alive as long as this is. `taker`: who wants lines that have it.
  void add_mark(std::string_view mark, std::size_t taker = 0);
  // What a line's own text begins with, blanks apart; at least two bytes, too.
  void add_heading(std::string_view heading, std::size_t taker = 0);
  // After the last was added.
  void prepare() { needles_.prepare(); }

  bool has_mark(std::string_view line) const;
  bool is_heading(std::string_view text) const;

  // Who wants the line. It may be of interest without that, for what stands in it is a mark of documents.
  struct Interest {
    Takers takers;
    bool has_mark = false;

    bool any() const { return has_mark || takers.any(); }
  };
  Interest interest_in(std::string_view text) const;

  // How many bytes of the text, which begins with a line, are whole lines before the first that has a mark,
  // or colours that could hide one, or that is_wanted(line): asked of lines that have a heading somewhere, or
  // what may be a bracket that stands alone.
  template <class IsWanted>
  std::size_t plain_lines(std::string_view text, IsWanted is_wanted) const {
    std::size_t begin = 0, end = 0;  // of the line that was judged last
    const bool found = needles_.find(text, [&](std::size_t needle, std::size_t at) {
      const bool is_mark = wanted_[needle].kind == Kind::Mark;
      if (at < end) return is_mark;
      begin = text.rfind('\n', at) + 1;  // 0 where there is none
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
  std::vector<Wanted> wanted_;                               // of the needles
  std::array<std::vector<std::size_t>, 256> headings_ = {};  // in wanted_, by their first byte
};

}  // namespace symkit::crashlog
