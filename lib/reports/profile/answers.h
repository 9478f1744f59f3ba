// What was answered where, for all profiles that one namer names: functions and texts by number, and, where
// it is told to keep them, the answers at places of images with ids, which stay the same whatever process had
// the image. Bounded: when it is full it begins anew.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reports/profile/number_table.h"
#include "reports/profile/place_table.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// Where a location is in its image, counted from the image's beginning, and the function that holds it.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t function_begin = 0;
  std::uint64_t function_end = 0;
};

class Answers {
 public:
  // The image by the number that image_number() has for it.
  using Place = ImagePlace;
  struct Answer {
    Extent extent = {};
    std::uint32_t first_line = 0;
    std::uint32_t line_count = 0;
    bool is_folded = false;
  };

  // Numbers and texts that were given to profiles before hold no longer.
  void begin_profile();

  // By all that says which image it is and how places in it are counted.
  std::uint32_t image_number(std::string_view key);
  const Answer* find(const Place& place) const;
  void keep(const Place& place, const Extent& extent, std::span<const Line> lines, bool is_folded);
  std::span<const Line> lines_of(const Answer& answer) const {
    return std::span(lines_).subspan(answer.first_line, answer.line_count);
  }

  // Functions are numbered as long as the profile is named; in `system_name` as the linker knows it.
  std::uint32_t function(std::string_view name, std::string_view system_name, std::string_view file,
                         std::uint32_t start_line);
  // The same where the readable name follows from the linker's, and is made where it is not known yet.
  template <class Readable>
  std::uint32_t function_of(std::string_view system_name, std::string_view file, std::uint32_t start_line,
                            Readable readable) {
    const std::size_t hash = hash_of(system_name, file, start_line);
    const std::uint32_t known = readable_functions_.find(hash, [&](std::uint32_t number) {
      const Function& function = functions_[number];
      return function.start_line == start_line && texts_[function.system_name] == system_name &&
             texts_[function.file] == file;
    });
    if (known != NumberTable::none) return known;
    const std::uint32_t number = function(readable(system_name), system_name, file, start_line);
    readable_functions_.add(hash, number);
    return number;
  }
  // The same function in the profile's own table, to which it is added; its texts are views of those here.
  std::uint32_t function_in(Profile& profile, std::uint32_t function);

 private:
  static std::size_t hash_of(std::string_view system_name, std::string_view file, std::uint32_t start_line) {
    const std::hash<std::string_view> of_text;
    return mixed(of_text(system_name) + start_line, of_text(file));
  }
  TextId text_in(Profile& profile, TextId text);
  bool is_full() const;
  void forget();

  TextTable texts_;
  std::size_t text_bytes_ = 0;
  std::vector<Function> functions_;
  NumberTable function_numbers_;
  NumberTable readable_functions_;  // of them, those whose readable name follows from the linker's
  std::unordered_map<std::string, std::uint32_t> images_;
  PlaceTable places_;
  std::vector<Answer> answers_;
  std::vector<Line> lines_;
  // In the profile at hand, by these numbers.
  std::vector<std::uint32_t> functions_there_;
  std::vector<TextId> texts_there_;
};

}  // namespace symkit::profile
