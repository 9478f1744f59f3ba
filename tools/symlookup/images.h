// The images that -o names, open for lookups.
#pragma once

#include <memory>
#include <vector>

#include "base/address.h"
#include "common/console.h"
#include "intake/intake.h"
#include "symbolize/native_image.h"
#include "symbolize/resolver.h"
#include "symlookup/options.h"
#include "text/progress.h"

namespace symkit::symlookup {

class Image {
 public:
  Image(std::shared_ptr<const symbolize::NativeImage> image, symbolize::Dialect dialect)
      : image_(std::move(image)), resolver_(image_->index(), dialect) {}

  const std::shared_ptr<const symbolize::NativeImage>& shared() const { return image_; }
  const index::NativeIndex& index() const { return image_->index(); }
  symbolize::Resolver& resolver() { return resolver_; }

 private:
  std::shared_ptr<const symbolize::NativeImage> image_;
  symbolize::Resolver resolver_;
};

// How images are indexed on the way. `progress` and `console` must outlive what is returned.
intake::Options how_to_index(text::Progress& progress, tools::Console& console);

symbolize::Dialect dialect_of(Format format);

// An index is opened as it is; anything else is indexed into the store first, or found there.
Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console);

}  // namespace symkit::symlookup
