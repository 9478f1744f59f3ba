#include "syminfo/contents_rows.h"

namespace symkit::syminfo {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view thing) {
  std::string text = grouped(number);
  text += ' ';
  text += thing;
  if (number != 1) text += 's';
  return text;
}

}  // namespace symkit::syminfo
