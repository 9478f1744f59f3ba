// The images that -o names, open for lookups.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_resolver.h"
#include "answers/symbolize/open_image.h"
#include "answers/symbolize/resolver.h"
#include "common/console.h"
#include "find/intake/intake.h"
#include "ground/base/address.h"
#include "ground/print/progress.h"
#include "keep/store/shelf.h"
#include "symlookup/options.h"

namespace symkit::symlookup {

class Image {
 public:
  // `path`: of the file that was named; empty: an index. `store`: null, or where the parts are of an image in
  // parts.
  Image(std::shared_ptr<const symbolize::OpenImage> image, std::string path,
        std::shared_ptr<store::Shelf> store, symbolize::Dialect dialect, symbolize::NameStyle names,
        symbolize::Keep keep);

  const std::shared_ptr<const symbolize::OpenImage>& shared() const { return image_; }
  const std::string& path() const { return path_; }
  const index::Facts& facts() const { return image_->facts(); }

 private:
  friend class ImageDesk;

  std::shared_ptr<store::Shelf> store_;
  std::shared_ptr<const symbolize::OpenImage> image_;
  std::string path_;
  symbolize::Dialect dialect_;
  symbolize::NameStyle names_;
  std::optional<symbolize::Texts> texts_;  // of an image in one piece: all desks share them
};

// One thread's own, to look up in an image. What it gives is valid until it is asked again.
class ImageDesk {
 public:
  explicit ImageDesk(Image& image);

  const symbolize::Resolution* resolve(ImageOffset offset);
  // Why nobody can tell what is at the last offset; empty: somebody could.
  std::string_view trouble() const;

  // Some that will be asked for next, in one question where the image is in parts.
  void expect(std::span<const ImageOffset> offsets);
  // Of an image in one piece, which finds several at once; else null.
  symbolize::Resolver* whole() { return whole_ ? &*whole_ : nullptr; }

 private:
  const Image& image_;
  std::optional<symbolize::Resolver> whole_;  // or
  std::optional<symbolize::ImageResolver> parts_;
};

// How images are indexed on the way. `progress` and `console` must outlive what is returned.
intake::Options how_to_index(const Options& options, print::Progress& progress, tools::Console& console);

// Where in an image of this text base an address lies, as the options say what addresses are.
std::optional<ImageOffset> offset_of(std::uint64_t address, const Options& options, FileAddress text_base,
                                     Architecture architecture);

symbolize::Dialect dialect_of(Format format);
symbolize::NameStyle name_style_of(const Options& options);
// How many names are shown of functions that share their code.
std::size_t folded_names_wanted(const Options& options);

// An index is opened as it is; an archive of several images is left to the log; anything else is indexed into
// the store first, or found there.
Result<std::vector<std::unique_ptr<Image>>> open_images(const Options& options, tools::Console& console);

}  // namespace symkit::symlookup
