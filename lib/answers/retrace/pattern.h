// --regex: recognizes lines by the user's expression, in which %c %C %m %f %s %l %S %t %a stand for what
// a mapping can explain. The dialect is that of PCRE2, which includes Java's.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "answers/retrace/line_pattern.h"
#include "ground/base/result.h"

namespace symkit::retrace {

class Pattern : public LinePattern {
 public:
  static Result<Pattern> compile(std::string_view expression);
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern() override;

  // An expression that would take too long for this line does not match it.
  java::StackLine recognise(std::string_view text) const override;

 private:
  struct Compiled;
  explicit Pattern(std::unique_ptr<Compiled> compiled);

  std::unique_ptr<Compiled> compiled_;
};

}  // namespace symkit::retrace
