// How many copied stacks were unwound as far as they went, and why others were not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "reports/profile/perf_stacks.h"
#include "stacks/samples/image_files.h"
#include "stacks/samples/stack_unwinder.h"

namespace symkit::profile::perf {

class CopiedCounts {
 public:
  void add(const Stacks& stacks);

  // A sentence about the file without its subject; empty: there is nothing to report. `code`: of the
  // profile's mappings.
  std::string problems(std::span<const samples::CodeMapping> code, samples::ImageFiles& images) const;

 private:
  std::string counted(std::size_t stacks) const;
  std::string missing_file(std::span<const samples::CodeMapping> code, samples::ImageFiles& images) const;

  std::size_t copied_ = 0, cut_ = 0;              // stacks
  std::map<std::uint32_t, std::size_t> lost_in_;  // stacks, by mapping
};

}  // namespace symkit::profile::perf
