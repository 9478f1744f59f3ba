// Prefetches what a log needs of remote mappings before its lines are rewritten: the mappings that its
// frames name in one request, and the parts with its classes in another. The lines are answered once by a
// mapping that only records the lookups.
#pragma once

#include <memory>

#include "answers/retrace/line_rewriter.h"
#include "ground/io/text_ahead.h"

namespace symkit::retrace {

class MappingsAhead final : public io::LinesAhead {
 public:
  // `mappings` must outlive this.
  MappingsAhead(const RewriteOptions& how, MappingSource& mappings);
  ~MappingsAhead() override;

  void begin(io::Input& source) override;
  void tell() override;

 private:
  class Noting;

  std::size_t note(const io::Line& line) override;
  void finish() override;

  MappingSource& mappings_;
  std::unique_ptr<Noting> noting_;
};

}  // namespace symkit::retrace
