// The part of a signature that is compared with others, to find similar crashes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/group/signature.h"

namespace symkit::group {

struct Outline {
  static constexpr std::size_t most_frames = 8;

  std::string id = {};
  std::string kind = {};
  std::string message = {};              // the last line of the message, in the form in which it is compared
  std::vector<std::string> frames = {};  // in the form in which they are compared, innermost first
};

// Its texts have no line ends and no tabs.
Outline outline_of(const Signature& signature);

// The text with a blank for each character that would end a line or a column.
std::string on_one_line(std::string_view text);

}  // namespace symkit::group
