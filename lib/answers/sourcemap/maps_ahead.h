// What a log needs of maps that are far away, asked for before its frames are answered: the maps of its debug
// ids in one question, the parts that its positions lie in in another, and where lines of sources are to be
// shown, their texts in a third. The lines are gone through once, as they will be, by a resolver that only
// notes what is asked.
#pragma once

#include <memory>
#include <string>

#include "answers/sourcemap/log_rewriter.h"
#include "ground/io/text_ahead.h"

namespace symkit::sourcemap {

class MapsAhead final : public io::TextAhead::Listener {
 public:
  // What the work refers to outlives the input.
  static std::unique_ptr<io::Input> before(std::unique_ptr<io::Input> log, const LogWork& work);
  ~MapsAhead() override;

  bool take(std::string_view text) override;
  void end() override {}
  void tell() override;

 private:
  class Noting;

  explicit MapsAhead(const LogWork& work);

  LogWork work_;
  std::unique_ptr<Noting> noting_;
  std::string text_;
};

}  // namespace symkit::sourcemap
