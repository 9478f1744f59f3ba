// The one mapping that the user named: it is used for every line.
#pragma once

#include <memory>
#include <utility>

#include "answers/retrace/line_rewriter.h"

namespace symkit::retrace {

class SingleMapping : public MappingSource {
 public:
  explicit SingleMapping(std::unique_ptr<Mapping> mapping) : mapping_(std::move(mapping)) {}

  Result<bool> choose(std::string_view) override { return true; }
  Mapping& current() override { return *mapping_; }
  std::unique_ptr<MappingSource> twin() const override {
    auto mapping = mapping_->twin();
    if (mapping == nullptr) return nullptr;
    return std::make_unique<SingleMapping>(std::move(mapping));
  }

 private:
  std::unique_ptr<Mapping> mapping_;
};

}  // namespace symkit::retrace
