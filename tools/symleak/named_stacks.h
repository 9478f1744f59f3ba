// The stacks of a recording with the names of their functions, from the indexes of the images that it names.
// Stacks that read alike are one, whatever addresses they are of. Of code that several functions share the
// callers tell which of them ran; where they do not, a frame has them all.
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
  std::string image = {};    // without folders; empty: in none that is known
  std::string path = {};     // of the image, where it ran
  std::uint64_t offset = 0;  // in the image's file, of the return address; without an image, that address
  std::string reason = {};   // why there is no function
  bool is_inlined = false;   // into the next
  std::string others = {};   // " (one of 12: g, h, …)", where nobody knows which function ran
  Sharing sharing = {};

  auto operator<=>(const NamedFrame&) const = default;
};

// The function with the others that it may have been, or where in which image it would be.
std::string readable_name(const NamedFrame& frame);
// The same whichever of several functions a linker has kept.
std::string lasting_name(const NamedFrame& frame);

class NamedStacks {
 public:
  static Result<std::unique_ptr<NamedStacks>> open(const Options& options, const heap::Recording& recording,
                                                   const heap::Stacks& stacks, print::Progress& progress,
                                                   tools::Console& console);

  // Frames by their numbers, innermost first. The same for stacks that read alike.
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
    bool is_shared = false;  // by several functions: then there are none, since the callers must be asked
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
