// What must not be printed of a program's memory: by the names of variables, members and keys, and by what
// a text looks like. The names that are known here are those which crash reporters agree on; users add more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace symkit::values {

class Privacy {
 public:
  // Names from a file, one a line; what begins with # is a comment.
  void add_names(std::string_view lines);

  // Whether a value of this name is hidden: "password", "m_dbPassword", "x-auth-token".
  bool is_secret(std::string_view name) const;
  // Whether a text has a key, a password or a card's number in it.
  bool has_secret(std::string_view text) const;

 private:
  std::vector<std::string> added_;  // in lower case, without marks between words
};

}  // namespace symkit::values
