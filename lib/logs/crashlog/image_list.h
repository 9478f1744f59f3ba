// The images that a log lists. Lookup by address and by name is fast, even if a log lists tens of
// thousands of images and has a frame in each, in alternating order.
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
  // The image found; none, or several that are not the same.
  struct Answer {
    const ListedImage* image = nullptr;
    bool is_ambiguous = false;
  };

  void add(ListedImage image);
  void clear() { *this = {}; }
  const std::vector<ListedImage>& all() const { return images_; }

  const ListedImage* at(std::uint64_t load_address) const;  // the first if there are several
  Answer holding(std::uint64_t address) const;
  Answer named(std::string_view name) const;

 private:
  // The images from an address up to that of the next span.
  struct AddressRun {
    std::uint64_t begin = 0;
    std::uint32_t first = 0;
    bool is_empty = true;
    bool is_ambiguous = false;
  };
  // Images in the order of their addresses. Each level has at least twice as many as the next.
  struct Level {
    std::vector<std::uint32_t> images;
    std::vector<AddressRun> spans;
  };

  void sort_newest();
  std::vector<AddressRun> spans_of(const std::vector<std::uint32_t>& images) const;
  void take(std::uint32_t number, Answer& answer) const;

  std::vector<ListedImage> images_;
  std::vector<Level> levels_;
  std::size_t sorted_ = 0;  // images in the levels; those after them are searched one by one
  std::unordered_map<std::uint64_t, std::uint32_t> by_begin_;
  std::map<std::string, AddressRun, std::less<>> by_name_;
};

}  // namespace symkit::crashlog
