#include "ground/base/source_name.h"

#include <algorithm>

namespace symkit {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Walks a mangled name just closely enough to distinguish identifiers, which follow their length, from
// other letters and digits. Each step ends after what it has read.
class MangledName {
 public:
  explicit MangledName(std::string_view name) : name_(name) {}

  bool at_end() const { return at_ >= name_.size(); }

  // True if this is the digit of a constructor or destructor, located at digit().
  bool step() {
    const char c = name_[at_];
    if (is_digit(c)) {
      skip_identifier();
    } else if (c == 'S' || c == 'T' || c == 'A') {
      skip_numbered();
    } else if (c == 'L' && at_ + 1 < name_.size() && name_[at_ + 1] >= 'a' && name_[at_ + 1] <= 'z') {
      at_ = std::min(name_.find('E', at_), name_.size());
    } else if ((c == 'C' || c == 'D') && at_ + 1 < name_.size() && is_digit(name_[at_ + 1])) {
      at_ += 2;
      return true;
    } else {
      ++at_;
    }
    return false;
  }
  std::size_t digit() const { return at_ - 1; }

 private:
  void skip_identifier() {
    std::size_t size = 0;
    for (; !at_end() && is_digit(name_[at_]) && size < name_.size(); ++at_)
      size = size * 10 + static_cast<std::size_t>(name_[at_] - '0');
    at_ = std::min(at_ + size, name_.size());
  }
  // Substitutions, template parameters and array sizes: a number ends with a '_'.
  void skip_numbered() {
    ++at_;
    const std::size_t end = name_.find('_', at_);
    if (end == std::string_view::npos) return;
    const std::string_view number = name_.substr(at_, end - at_);
    const bool is_number =
        std::ranges::all_of(number, [](char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); });
    if (is_number) at_ = end + 1;
  }

  std::string_view name_;
  std::size_t at_ = 2;
};

}  // namespace

std::string source_name(std::string_view mangled) {
  std::string name(mangled);
  if (!mangled.starts_with("_Z")) return name;
  for (MangledName reader(mangled); !reader.at_end();)
    if (reader.step()) name[reader.digit()] = '0';
  return name;
}

bool is_same_in_source(std::string_view a, std::string_view b) {
  return a == b || (a.size() == b.size() && a.starts_with("_Z") && source_name(a) == source_name(b));
}

}  // namespace symkit
