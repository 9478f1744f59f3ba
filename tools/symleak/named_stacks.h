// The stacks of a recording with function names, from the indexes of the images that it names. Stacks
// with equal text are one, whatever their addresses. For code shared by several functions the callers
// show which of them ran; if they do not, a frame has all names.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/rewrite/description.h"
#include "answers/symbolize/frame_resolver.h"
#include "common/console.h"
#include "find/locate/locator.h"
#include "ground/base/architecture.h"
#include "ground/base/frame_reference.h"
#include "ground/base/result.h"
#include "ground/print/progress.h"
#include "reports/heap/stacks.h"
#include "symleak/options.h"
#include "symleak/shared_code.h"

namespace symkit::symleak {

struct NamedFrame {
  std::string function = {};  // empty: not known
  std::string file = {};
  std::uint32_t line = 0;
  std::string image = {};    // without folders; empty: not in a known image
  std::string path = {};     // of the image, on the machine of the recording
  std::uint64_t offset = 0;  // of the return address, in the image's file; without an image, the address
  std::string reason = {};   // why the function is unknown
  bool is_inlined = false;   // into the next frame
  std::string others = {};   // " (one of 12: g, h, …)", if it is unknown which function ran
  Sharing sharing = {};

  auto operator<=>(const NamedFrame&) const = default;
};

// The function with the others that may have run, or its place in an image.
std::string readable_name(const NamedFrame& frame);
// A name that does not depend on which of several folded functions the linker kept.
std::string lasting_name(const NamedFrame& frame);

class NamedStacks {
 public:
  static Result<std::unique_ptr<NamedStacks>> open(const Options& options, const heap::Recording& recording,
                                                   const heap::Stacks& stacks, print::Progress& progress,
                                                   tools::Console& console);

  // Numbers of frames, innermost first; the same for stacks with equal text.
  std::vector<std::uint32_t> frames_of(std::uint32_t stack);
  const NamedFrame& frame(std::uint32_t number) const { return frames_[number]; }
  std::uint32_t number_of(NamedFrame frame);
  std::uint32_t count() const { return static_cast<std::uint32_t>(frames_.size()); }

 private:
  NamedStacks(const heap::Stacks& stacks, Architecture architecture, const locate::Places& places,
              intake::Options how);
  using Numbers = std::vector<std::uint32_t>;
  using Addresses = std::span<const std::uint64_t>;
  struct Here {
    Numbers frames;
    bool is_shared = false;  // by functions: `frames` is then empty, as it depends on the callers
  };
  const Here& frames_at(std::uint32_t generation, std::uint64_t address);
  std::size_t run_at_front(std::uint32_t generation, Addresses addresses);
  const Numbers& frames_of_run(std::uint32_t generation, Addresses addresses);
  FrameReference reference_to(std::uint32_t generation, std::uint64_t address) const;
  void name(const FrameReference& frame, const symbolize::FrameAnswer& answer, Numbers& numbers);
  void name_missing(const FrameReference& frame, std::string_view reason, Numbers& numbers);

  const heap::Stacks& stacks_;
  Architecture architecture_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  rewrite::Description description_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Here> by_address_;
  std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, Numbers> by_run_;
  std::map<NamedFrame, std::uint32_t> numbers_;
  std::vector<NamedFrame> frames_;
};

}  // namespace symkit::symleak
