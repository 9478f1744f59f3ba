// --summary: how many mangled names there were, how many of them were demangled, and the languages of the
// others.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace symkit::symdemangle {

class Summary {
 public:
  void count(std::string_view mangled, std::string_view readable);
  bool any() const { return seen_ != 0; }
  void leave_out() { ++left_out_; }
  void print() const;  // on stderr

 private:
  std::size_t seen_ = 0;
  std::size_t demangled_ = 0;
  std::size_t left_out_ = 0;  // names left out because earlier results took too much
  std::map<std::string, std::size_t, std::less<>> missed_;  // by language
};

}  // namespace symkit::symdemangle
