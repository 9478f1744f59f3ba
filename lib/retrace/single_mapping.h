// The one mapping that was named: it explains every line.
#pragma once

#include <memory>
#include <utility>

#include "retrace/line_rewriter.h"

namespace symkit::retrace {

class SingleMapping : public MappingSource {
 public:
  explicit SingleMapping(std::unique_ptr<Mapping> mapping) : mapping_(std::move(mapping)) {}

  Result<void> choose(std::string_view) override { return {}; }
  Mapping& current() override { return *mapping_; }

 private:
  std::unique_ptr<Mapping> mapping_;
};

}  // namespace symkit::retrace
