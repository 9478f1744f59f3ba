// --store: each frame is explained by the mapping that its own source file names, "r8-map-id-0f1e2d3". Lines
// without one are explained by the mapping that was used last.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "retrace/line_rewriter.h"
#include "store/shelf.h"

namespace symkit::tools {

class StoreMappings : public retrace::MappingSource {
 public:
  StoreMappings(std::unique_ptr<store::Shelf> store, WarningSink warn);

  Result<bool> choose(std::string_view source_file) override;
  retrace::Mapping& current() override { return *current_; }

 private:
  // Null: the store has none of this id.
  Result<std::unique_ptr<retrace::Mapping>> open(std::string_view id);

  void say_unavailable(const Error& error);

  std::unique_ptr<store::Shelf> store_;
  WarningSink warn_;
  std::unique_ptr<retrace::Mapping> nothing_;                                   // before any is named
  std::map<std::string, std::unique_ptr<retrace::Mapping>, std::less<>> open_;  // nullptr: the store has none
  retrace::Mapping* current_ = nullptr;
  bool is_unavailable_ = false;  // it was said
};

}  // namespace symkit::tools
