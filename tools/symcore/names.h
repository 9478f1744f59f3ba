// Names the frames of a report.
#pragma once

#include <memory>
#include <string>

#include "answers/symbolize/frame_resolver.h"
#include "common/console.h"
#include "find/locate/locator.h"
#include "find/locate/search.h"
#include "ground/base/result.h"
#include "ground/print/output.h"
#include "ground/print/progress.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/unwind/table.h"
#include "symcore/options.h"

namespace symkit::symcore {

class Names {
 public:
  static Result<std::unique_ptr<Names>> open(const Options& options, tools::Console& console);

  // Writes the report with names.
  Result<void> write(std::string report, print::Output& output, const tools::Console& console);

  symbolize::FrameResolver& resolver() { return resolver_; }
  const locate::Places& places() const { return places_; }
  const locate::Search& search() const { return *search_; }

  // The unwind table that the store has for the image; null: none.
  std::unique_ptr<const unwind::Table> table_of(const dumps::LoadedImage& image) const;

  std::uint64_t frames() const { return frames_; }
  std::uint64_t named() const { return named_; }

 private:
  Names(const Options& options, tools::Console& console, std::unique_ptr<print::Progress> progress,
        const locate::Places& places);

  std::unique_ptr<print::Progress> progress_;
  locate::Places places_;
  std::shared_ptr<const locate::Search> search_;
  locate::Locator locator_;
  symbolize::FrameResolver resolver_;
  std::uint64_t frames_ = 0, named_ = 0;
};

}  // namespace symkit::symcore
