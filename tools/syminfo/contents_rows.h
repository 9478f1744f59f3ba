// Rows of a label and a value, with the values aligned.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/print/visible.h"

namespace symkit::syminfo {

class Rows {
 public:
  explicit Rows(std::string& out) : out_(out) {}

  // An empty label continues the row above.
  void add(std::string_view label, std::string_view text) {
    out_ += "  ";
    out_ += label;
    out_.append(label.size() < width ? width - label.size() : 1, ' ');
    print::append_visible(out_, text);
    out_ += '\n';
  }

 private:
  static constexpr std::size_t width = 17;
  std::string& out_;
};

// "1 unit", "2 units", "1,234 units"
std::string counted(std::uint64_t number, std::string_view thing);

// 1234567 → "1,234,567"
std::string grouped(std::uint64_t number);

}  // namespace symkit::syminfo
