// Prefetches what a log needs of remote maps: the maps of its debug ids in one request, the parts for its
// positions in another, and the texts of sources, if their lines are shown, in a third. The lines are
// processed once with a resolver that only records the lookups.
#pragma once

#include <memory>
#include <string>

#include "answers/sourcemap/script_lines.h"
#include "ground/io/text_ahead.h"

namespace symkit::sourcemap {

class MapsAhead final : public io::TextAhead::Listener {
 public:
  // The objects that `work` refers to must outlive the input.
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
