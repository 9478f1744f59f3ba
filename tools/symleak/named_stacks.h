// The stacks of a recording with the names of their functions, from the indexes of the images that it names.
// Stacks that read alike are one, whatever addresses they are of.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/architecture.h"
#include "base/result.h"
#include "common/console.h"
#include "heap/stacks.h"
#include "locate/locator.h"
#include "print/progress.h"
#include "rewrite/description.h"
#include "symbolize/frame_resolver.h"
#include "symleak/options.h"

namespace symkit::symleak {

struct NamedFrame {
  std::string function = {};  // empty: not known
  std::string file = {};
  std::uint32_t line = 0;
  std::string image = {};    // without folders; empty: in none that is known
  std::uint64_t offset = 0;  // in the image's file, of the return address; without an image, that address
  std::string reason = {};   // why there is no function
  bool is_inlined = false;   // into the next

  auto operator<=>(const NamedFrame&) const = default;
};

class NamedStacks {
 public:
  static Result<std::unique_ptr<NamedStacks>> open(const Options& options, const heap::Recording& recording,
                                                   const heap::Stacks& stacks, print::Progress& progress,
                                                   tools::Console& console);

  // Frames by their numbers, innermost first. The same for stacks that read alike.
  std::vector<std::uint32_t> frames_of(std::uint32_t stack);
  const NamedFrame& frame(std::uint32_t number) const { return frames_[number]; }

 private:
  NamedStacks(const heap::Stacks& stacks, Architecture architecture, const locate::Places& places,
              intake::Options how);
  const std::vector<std::uint32_t>& frames_at(std::uint32_t generation, std::uint64_t address);
  void name(const heap::Image* image, std::uint64_t address, std::vector<std::uint32_t>& numbers);
  std::uint32_t number_of(NamedFrame frame);

  const heap::Stacks& stacks_;
  Architecture architecture_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  rewrite::Description description_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> by_address_;
  std::map<NamedFrame, std::uint32_t> numbers_;
  std::vector<NamedFrame> frames_;
};

}  // namespace symkit::symleak
