// The images that -o names, open for lookups.
#pragma once

#include <memory>
#include <vector>

#include "base/address.h"
#include "common/console.h"
#include "symbolize/native_image.h"
#include "symbolize/resolver.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class Image {
 public:
  Image(std::unique_ptr<symbolize::NativeImage> image, symbolize::Dialect dialect)
      : image_(std::move(image)), resolver_(image_->index(), dialect) {}

  const index::NativeIndex& index() const { return image_->index(); }
  symbolize::Resolver& resolver() { return resolver_; }

 private:
  std::unique_ptr<symbolize::NativeImage> image_;
  symbolize::Resolver resolver_;
};

// An index is opened as it is; anything else is indexed into the store first, or found there.
Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console);

}  // namespace symkit::symlookup
