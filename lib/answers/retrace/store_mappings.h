// --store: the mapping of each frame is named by its source file, "r8-map-id-0f1e2d3". Lines without one
// use the mapping that was used last.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/no_mapping.h"
#include "ground/base/diagnostics.h"
#include "keep/store/shelf_parts.h"

namespace symkit::retrace {

class StoreMappings : public MappingSource {
 public:
  StoreMappings(std::unique_ptr<store::Shelf> store, WarningSink warn);

  Result<bool> choose(std::string_view source_file) override;
  Mapping& current() override { return *current_; }
  bool is_far() const override { return store_->is_far(); }
  void look_ahead(const std::vector<std::string>& source_files) override;
  Mapping* at_hand(std::string_view source_file) override;
  // Begins another log: the mapping named last in the previous log is not used for it.
  void begin_log() { current_ = &nothing_; }

 private:
  using Opened = Result<std::unique_ptr<Mapping>>;
  static store::Key key_of(std::string_view id);
  // Opens the mapping; if the store does not have this id, returns one that says so.
  Opened open(std::string_view id, store::Found found);

  void leave_unavailable(const Error& error);

  std::unique_ptr<store::Shelf> store_;
  store::ForeseenParts parts_;  // of all mappings
  WarningSink warn_;
  NoMapping nothing_{"neither this line nor one before it names a mapping"};
  NoMapping unavailable_{{}};  // the last one for which the store was unavailable
  std::map<std::string, std::unique_ptr<Mapping>, std::less<>> open_;
  Mapping* current_ = nullptr;
  bool is_unavailable_ = false;  // a warning was given
};

}  // namespace symkit::retrace
