// The images that -o names, open for lookups.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/address.h"
#include "common/console.h"
#include "intake/intake.h"
#include "print/progress.h"
#include "symbolize/native_image.h"
#include "symbolize/resolver.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class Image {
 public:
  Image(std::shared_ptr<const symbolize::NativeImage> image, symbolize::Dialect dialect,
        symbolize::NameStyle names)
      : image_(std::move(image)), texts_(image_->index(), dialect, names) {}

  const std::shared_ptr<const symbolize::NativeImage>& shared() const { return image_; }
  const index::NativeIndex& index() const { return image_->index(); }
  // For a resolver of one's own.
  symbolize::Texts& texts() { return texts_; }

 private:
  std::shared_ptr<const symbolize::NativeImage> image_;
  symbolize::Texts texts_;
};

// How images are indexed on the way. `progress` and `console` must outlive what is returned.
intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console);

// Where in an image of this text base an address lies, as the options say what addresses are.
std::optional<ImageOffset> offset_of(std::uint64_t address, const Options& options, FileAddress text_base,
                                     Architecture architecture);

symbolize::Dialect dialect_of(Format format);
symbolize::NameStyle name_style_of(const Options& options);

// An index is opened as it is; an archive of several images is left to the log; anything else is indexed into
// the store first, or found there.
Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console);

}  // namespace symkit::symlookup
