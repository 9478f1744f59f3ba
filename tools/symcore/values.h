// The arguments and locals of a dump's stacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "debug/companions/places.h"
#include "find/locate/search.h"
#include "ground/base/result.h"
#include "keep/variables/variable.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/process.h"
#include "stacks/dumps/unwound.h"
#include "stacks/values/frame_values.h"
#include "stacks/values/privacy.h"
#include "symcore/options.h"
#include "symcore/symbol_names.h"

namespace symkit::symcore {

class Values {
 public:
  // So many frames of a stack have them.
  static constexpr std::size_t most_frames = 200;

  // All must outlive it. `privacy`: what is hidden; null: nothing.
  Values(const dumps::Process& process, const dumps::LoadedImages& images, const locate::Search& search,
         const values::Privacy* privacy);

  std::unique_ptr<values::FrameValues> of(const dumps::ThreadStack& stack);
  // How many were hidden.
  std::size_t hidden() const { return hidden_; }

 private:
  std::string symbol_at(std::uint64_t address);
  values::CodeOfFrame code_of(const unwind::Frame& frame);

  const dumps::Process& process_;
  const dumps::LoadedImages& images_;
  const locate::Search& search_;
  const values::Privacy* privacy_;
  SymbolNames symbols_;
  std::map<const dumps::LoadedImage*, std::unique_ptr<variables::Source>> sources_;  // null: nothing is known
  std::size_t hidden_ = 0;
};

// What is hidden by the options; an error if a file cannot be read.
Result<values::Privacy> privacy_of(const Options& options);

// Writes them into a report in which the frames have got their names: each under its own.
std::string with_values(const std::string& report, const std::vector<dumps::ThreadStack>& stacks,
                        Values& values);

}  // namespace symkit::symcore
