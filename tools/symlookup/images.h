// The images named by -o, open for lookups.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_resolver.h"
#include "answers/symbolize/open_image.h"
#include "answers/symbolize/texts.h"
#include "common/console.h"
#include "find/intake/intake.h"
#include "ground/base/address.h"
#include "ground/print/progress.h"
#include "keep/store/shelf.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class Image {
 public:
  // `path`: of the named file; empty: an index. `store`: where the parts of an image are, or null.
  Image(std::shared_ptr<const symbolize::OpenImage> image, std::string path,
        std::shared_ptr<store::Shelf> store, symbolize::Dialect dialect, symbolize::NameStyle names,
        symbolize::Keep keep);

  const std::shared_ptr<const symbolize::OpenImage>& shared() const { return image_; }
  const std::string& path() const { return path_; }
  const index::Facts& facts() const { return image_->facts(); }

  // For lookups by one thread; all share the texts of an image in one piece.
  symbolize::ImageResolver resolver() { return {image_, dialect_, names_, texts_ ? &*texts_ : nullptr}; }

 private:
  std::shared_ptr<store::Shelf> store_;
  std::shared_ptr<const symbolize::OpenImage> image_;
  std::string path_;
  symbolize::Dialect dialect_;
  symbolize::NameStyle names_;
  std::optional<symbolize::Texts> texts_;  // for an image in one piece
};

// How images are indexed. `progress` and `console` must outlive the result.
intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console);

// The place of an address in an image with this text base; the options say what addresses are relative
// to.
std::optional<ImageOffset> offset_of(std::uint64_t address, const Options& options, FileAddress text_base,
                                     Architecture architecture);

symbolize::Dialect dialect_of(Format format);
symbolize::NameStyle name_style_of(const Options& options);
// How many names of functions that share code are shown.
std::size_t folded_names_wanted(const Options& options);

// An index is opened directly; an archive of several images is left to the log; anything else is indexed
// into the store first, or found there, or answers without an index. `progress` and `console` must outlive
// the result.
Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, print::Progress& progress,
                                                        tools::Console& console);

}  // namespace symkit::symlookup
