// Prefetches what a log needs of remote maps: the maps of its debug ids in one request, the parts for its
// positions in another, and the texts of sources, if their lines are shown, in a third. The lines are
// answered once by a resolver that only records the lookups.
#pragma once

#include <memory>

#include "answers/sourcemap/log_work.h"
#include "ground/io/text_ahead.h"

namespace symkit::sourcemap {

class MapsAhead final : public io::LinesAhead {
 public:
  // The objects that `work` refers to must outlive this.
  explicit MapsAhead(const LogWork& work);
  ~MapsAhead() override;

  void begin(io::Input& source) override;
  void tell() override;

 private:
  class Noting;

  std::size_t note(const io::Line& line) override;
  void finish() override;

  LogWork work_;
  std::unique_ptr<Noting> noting_;
};

}  // namespace symkit::sourcemap
