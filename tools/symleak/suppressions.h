// Leaks that the user accepts: files in LeakSanitizer's syntax, read and matched as it does, so that one
// file serves both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "symleak/named_stacks.h"

namespace symkit::symleak {

// As LeakSanitizer matches a pattern: anywhere in the text; "*" stands for anything, "^" at the front and
// "$" for beginning and end. Each part is matched at its first occurrence, even if a later one would let
// the rest match.
bool matches_pattern(std::string_view pattern, std::string_view text);

class Suppressions {
 public:
  // Lines "leak:PATTERN", and comments (#).
  static Result<Suppressions> read(const std::string& path);
  static Result<Suppressions> of_text(std::string_view text, const std::string& name);

  // Nullptr: none. A pattern is compared with functions, their files and images. If several functions
  // share code and it is unknown which ran, each must match a pattern.
  const std::string* rule_for(const std::vector<std::uint32_t>& frames, const NamedStacks& names) const;
  bool empty() const { return patterns_.empty(); }
  void add(Suppressions other);

 private:
  const std::string* rule_for(const NamedFrame& frame) const;
  const std::string* rule_for_all(const SharedCode& code) const;
  const std::string* first_matching(std::string_view text) const;

  std::vector<std::string> patterns_;
};

}  // namespace symkit::symleak
