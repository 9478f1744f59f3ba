// Answers for all profiles named by one namer: functions and texts by number, and optionally the answers
// for places in images with ids, which do not depend on the process. Bounded: when it is full, it begins
// again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ground/base/number_table.h"
#include "reports/profile/address_table.h"
#include "reports/profile/profile.h"

namespace symkit::profile {

// A location's place relative to the image's beginning, and the function that contains it.
struct Extent {
  std::uint64_t offset = 0;
  std::uint64_t function_begin = 0;
  std::uint64_t function_end = 0;
};

class Answers {
 public:
  // The image is a number from image_number().
  using Address = ImageAddress;
  struct Answer {
    Extent extent = {};
    std::uint32_t first_line = 0;
    std::uint32_t line_count = 0;
    bool is_folded = false;
  };

  // Numbers and texts given to earlier profiles become invalid.
  void begin_profile();

  // `key`: everything that identifies the image and how places in it are computed.
  std::uint32_t image_number(std::string_view key);
  const Answer* find(const Address& place) const;
  void keep(const Address& place, const Extent& extent, std::span<const Line> lines, bool is_folded);
  std::span<const Line> lines_of(const Answer& answer) const {
    return std::span(lines_).subspan(answer.first_line, answer.line_count);
  }

  // The number of a function, valid while the profile is named; `system_name`: the linkage name.
  std::uint32_t function(std::string_view name, std::string_view system_name, std::string_view file,
                         std::uint32_t start_line);
  // The same if the readable name follows from the linkage name; it is computed only if it is not known
  // yet.
  template <class Readable>
  std::uint32_t function_of(std::string_view system_name, std::string_view file, std::uint32_t start_line,
                            Readable readable) {
    const std::size_t hash = hash_of(system_name, file, start_line);
    const std::uint32_t* const known = readable_functions_.find(hash, [&](std::uint32_t number) {
      const Function& function = functions_[number];
      return function.start_line == start_line && texts_[function.system_name] == system_name &&
             texts_[function.file] == file;
    });
    if (known != nullptr) return *known;
    const std::uint32_t number = function(readable(system_name), system_name, file, start_line);
    readable_functions_.add(hash, number);
    return number;
  }
  // Adds the function to the profile's own table, and returns its number there; its texts are views of
  // those here.
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
  NumberTable readable_functions_;  // those whose readable name follows from the linkage name
  std::unordered_map<std::string, std::uint32_t> images_;
  PlaceTable places_;
  std::vector<Answer> answers_;
  std::vector<Line> lines_;
  // The numbers of functions and texts in the current profile.
  std::vector<std::uint32_t> functions_there_;
  std::vector<TextId> texts_there_;
};

}  // namespace symkit::profile
