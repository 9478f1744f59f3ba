#include "logs/crashlog/address_row.h"

namespace symkit::crashlog {
namespace {

std::size_t find_row_address(std::string_view line, std::size_t from) {
  std::size_t at = line.find("0x", from);
  while (at != std::string_view::npos && at != 0 && !is_blank(line[at - 1]) && line[at - 1] != ':')
    at = line.find("0x", at + 1);
  return at;
}

}  // namespace

std::optional<Number> next_of_row(std::string_view line, std::size_t from, Frame& frame) {
  const std::size_t begin = find_row_address(line, from);
  if (begin == std::string_view::npos) return std::nullopt;
  Scanner at(line, begin);
  const auto address = at.prefixed_hex();
  if (!address) return std::nullopt;
  frame.address_text = at.since(begin);
  frame.replaced = {at.position(), at.position()};
  frame.shares_line = true;
  return address;
}

}  // namespace symkit::crashlog
