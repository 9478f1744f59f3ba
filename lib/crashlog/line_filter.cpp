#include "crashlog/line_filter.h"

#include <algorithm>
#include <cstring>

namespace symkit::crashlog {
namespace {

using Words = std::uint64_t __attribute__((vector_size(16)));

// Most texts differ in the second byte already: cheaper than asking memcmp.
bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() > 1 && text[1] == beginning[1] && text.starts_with(beginning);
}

}  // namespace

LineFilter::Block LineFilter::load(std::string_view text) {
  Block block;
  std::memcpy(&block, text.data(), sizeof block);
  return block;
}

void LineFilter::add_mark(std::string_view mark) {
  // A line with the longer one has the shorter one, too.
  if (std::ranges::any_of(marks_, [&](std::string_view known) { return mark.contains(known); })) return;
  std::erase_if(marks_, [&](std::string_view known) { return known.contains(mark); });
  marks_.push_back(mark);
  pairs_.clear();
  std::ranges::sort(marks_);
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (i == 0 || marks_[i].substr(0, 2) != marks_[i - 1].substr(0, 2))
      pairs_.push_back({all(marks_[i][0]), all(marks_[i][1])});
}

void LineFilter::add_heading(std::string_view heading) {
  headings_.at(static_cast<unsigned char>(heading[0])).push_back(heading);
}

bool LineFilter::is_mark(std::string_view text) const {
  return std::ranges::any_of(marks_, [&](std::string_view mark) { return begins_with(text, mark); });
}

// Whether one begins in the first bytes, as many as a block has. `text` is at least one byte longer.
bool LineFilter::has_mark_in_block(std::string_view text) const {
  const Block here = load(text), next = load(text.substr(1));
  Block found{};
  for (const Pair& pair : pairs_)
    found |= reinterpret_cast<Block>((here == pair.first) & (next == pair.second));
  const auto words = reinterpret_cast<Words>(found);
  if ((words[0] | words[1]) == 0) return false;
  for (std::size_t i = 0; i < sizeof(Block); ++i)
    if (found[i] != 0 && is_mark(text.substr(i))) return true;
  return false;
}

bool LineFilter::has_mark(std::string_view line) const {
  if (line.size() <= sizeof(Block)) {
    std::array<char, sizeof(Block) + 1> padded{};
    std::ranges::copy(line, padded.begin());
    return has_mark_in_block({padded.data(), padded.size()});
  }
  const std::size_t last = line.size() - sizeof(Block) - 1;
  for (std::size_t at = 0; at < last; at += sizeof(Block))
    if (has_mark_in_block(line.substr(at))) return true;
  return has_mark_in_block(line.substr(last));
}

bool LineFilter::is_heading(std::string_view text) const {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  const auto& candidates = headings_.at(static_cast<unsigned char>(text[0]));
  return std::ranges::any_of(candidates,
                             [&](std::string_view heading) { return begins_with(text, heading); });
}

}  // namespace symkit::crashlog
