#include "answers/sourcemap/range_mappings.h"

#include <algorithm>

#include "answers/sourcemap/vlq.h"

namespace symkit::sourcemap {
namespace {

// The numbers of a text, line by line; must be read in order.
class Marks {
 public:
  explicit Marks(std::string_view text) : at_(text.data()), end_(at_ + text.size()) { read(); }

  bool has(std::uint32_t line, std::uint64_t number) {
    while (!is_at_end_ && (line_ < line || (line_ == line && number_ < number))) read();
    return !is_at_end_ && line_ == line && number_ == number;
  }
  bool is_broken() const { return is_broken_; }

 private:
  // The next number, relative to the one before on its line.
  void read() {
    for (; at_ != end_ && *at_ == ';'; ++at_) {
      ++line_;
      number_ = 0;
    }
    std::uint64_t more = 0;
    is_at_end_ = at_ == end_;
    if (!is_at_end_ && !read_unsigned_vlq(at_, more)) is_at_end_ = is_broken_ = true;
    number_ += more;
  }

  const char* at_;
  const char* end_;
  std::uint32_t line_ = 0;
  std::uint64_t number_ = 0;
  bool is_at_end_ = false;
  bool is_broken_ = false;
};

}  // namespace

RangeMappings RangeMappings::read(std::string_view text, const Segments& segments) {
  RangeMappings mappings;
  // Mappings are identified by their order in the text.
  if (text.empty() || !segments.is_in_order()) return mappings;
  Marks marks(text);
  std::uint32_t line = 0;
  std::uint64_t number = 0;
  std::vector<Covered>& spans = mappings.spans_;
  segments.visit([&](const Segment& segment) {
    number = segment.generated.line == line ? number : 0;
    line = segment.generated.line;
    if (!spans.empty() && spans.back().end == Position{none, none}) spans.back().end = segment.generated;
    if (!spans.empty() && spans.back().begin == spans.back().end) spans.pop_back();
    if (marks.has(line, number++) && segment.has_original())
      spans.push_back({segment.generated, {none, none}});
  });
  // There may be an error after the last mapping.
  marks.has(none, 0);
  return marks.is_broken() ? RangeMappings() : mappings;
}

std::optional<Position> RangeMappings::around(Position position) const {
  const auto behind = std::ranges::upper_bound(spans_, position, {}, &Covered::begin);
  if (behind == spans_.begin() || !(position < std::prev(behind)->end)) return std::nullopt;
  return std::prev(behind)->begin;
}

bool RangeMappings::begins_at(Position position) const {
  const auto at = std::ranges::lower_bound(spans_, position, {}, &Covered::begin);
  return at != spans_.end() && at->begin == position;
}

}  // namespace symkit::sourcemap
