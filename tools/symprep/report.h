// The output of symprep: a line for each index, and the summary.
#pragma once

#include <chrono>
#include <cstddef>

#include "find/intake/intake.h"
#include "ground/print/output.h"
#include "symprep/options.h"

namespace symkit::symprep {

class Report {
 public:
  Report(Format format, bool with_statistics) : format_(format), with_statistics_(with_statistics) {}

  // Prints at once, so that a reader sees each index as soon as it exists. `bytes` is its content, for
  // statistics.
  Result<void> add(const intake::Indexed& indexed, Bytes bytes = {});
  // The same for an index in the store.
  Result<void> add_of(store::Shelf& store, const intake::Indexed& indexed);
  // For an index that was named itself. Errors name it.
  Result<void> tell(Bytes index, const std::string& path, const index::UnitRanges* units = nullptr);
  void left_out() { ++left_out_; }  // a file in a folder without an id or functions
  void print_summary() const;       // on stderr
  Result<void> flush() { return output_.flush(); }

 private:
  Format format_;
  bool with_statistics_;
  print::Output output_;
  std::size_t prepared_ = 0;
  std::size_t up_to_date_ = 0;
  std::size_t left_out_ = 0;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace symkit::symprep
