// Names in a string table may share their ends. But if all names together are many times the table's
// size, the file was made so that reading it never ends.
#pragma once

#include <cstddef>
#include <string_view>

namespace symkit::container {

class NameBudget {
 public:
  explicit NameBudget(std::size_t table_size) : left_(table_size * 64) {}

  bool allows(std::string_view name) {
    if (name.size() > left_) return false;
    left_ -= name.size();
    return true;
  }

 private:
  std::size_t left_;
};

}  // namespace symkit::container
