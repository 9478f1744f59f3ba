// Leaks that somebody has decided to live with: files in LeakSanitizer's syntax, read and matched as it does,
// so that one file serves both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "symleak/named_stacks.h"

namespace symkit::symleak {

// As LeakSanitizer matches a pattern: anywhere in the text, "*" stands for anything, "^" at the front and "$"
// for its beginning and its end. What stands between is taken where it comes first, also where a later place
// would let the rest fit.
bool matches_pattern(std::string_view pattern, std::string_view text);

class Suppressions {
 public:
  // Lines "leak:PATTERN", and comments (#).
  static Result<Suppressions> read(const std::string& path);
  static Result<Suppressions> of_text(std::string_view text, const std::string& name);

  // Nullptr: none. A pattern is held against functions, their files, and the images that they are in. Of
  // functions that share their code, where nobody knows which ran, each must match one.
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
