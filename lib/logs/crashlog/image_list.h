// The images that a log lists, found by address and by name in little time: a log may list tens of thousands,
// and have a frame in each, and both may come in turns.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

class ImageList {
 public:
  // Which image it is; none, or several that are not the same.
  struct Answer {
    const ListedImage* image = nullptr;
    bool is_ambiguous = false;
  };

  void add(ListedImage image);
  void clear() { *this = {}; }
  const std::vector<ListedImage>& all() const { return images_; }

  const ListedImage* at(std::uint64_t load_address) const;  // of several the first
  Answer holding(std::uint64_t address) const;
  Answer named(std::string_view name) const;

 private:
  // From an address on, up to the next one: which images are there.
  struct Span {
    std::uint64_t begin = 0;
    std::uint32_t first = 0;
    bool is_empty = true;
    bool is_ambiguous = false;
  };
  // So many images, in the order of their addresses. Each has at least twice as many as the next.
  struct Level {
    std::vector<std::uint32_t> images;
    std::vector<Span> spans;
  };

  void sort_newest();
  std::vector<Span> spans_of(const std::vector<std::uint32_t>& images) const;
  void take(std::uint32_t number, Answer& answer) const;

  std::vector<ListedImage> images_;
  std::vector<Level> levels_;
  std::size_t sorted_ = 0;  // how many are in the levels; those behind them are looked through
  std::unordered_map<std::uint64_t, std::uint32_t> by_begin_;
  std::map<std::string, Span, std::less<>> by_name_;
};

}  // namespace symkit::crashlog
