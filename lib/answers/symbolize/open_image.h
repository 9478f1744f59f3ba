// What there is to answer from of one image, open: an index in one part, or in many of which those are
// fetched that are asked for. Any number of threads may look up in it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/kept_parts.h"
#include "answers/symbolize/native_image.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "keep/index/facts.h"
#include "keep/store/shelf.h"

namespace symkit::symbolize {

class OpenImage {
 public:
  explicit OpenImage(std::shared_ptr<const NativeImage> whole) : whole_(std::move(whole)) {}

  // Errors name the place that the bytes are from.
  static Result<std::shared_ptr<const OpenImage>> open(io::SharedBlob blob, const std::string& place);
  // An index in parts, by its manifest. The shelf has the parts and must outlive the image. `called`: where
  // the asker knows better than the index; else empty.
  static Result<std::shared_ptr<const OpenImage>> open_parts(const io::SharedBlob& manifest,
                                                             store::Shelf& shelf, const std::string& place,
                                                             std::string called = {});
  // Whichever of the two the key is of.
  static Result<std::shared_ptr<const OpenImage>> open(const store::Key& key, io::SharedBlob blob,
                                                       store::Shelf& shelf);

  const index::Facts& facts() const { return whole_ ? whole_->index().facts() : parts_->manifest().facts(); }
  std::string_view name() const {
    if (whole_) return whole_->name();
    return called_.empty() ? facts().image_name : called_;
  }

  // The part that answers for an offset, and for which others it does; both ends are within. It stays for as
  // long as somebody has it.
  struct Part {
    std::shared_ptr<const NativeImage> image;  // null: nothing is known of the offset
    ImageOffset first = {};
    ImageOffset last = {UINT64_MAX};

    bool holds(ImageOffset offset) const { return first <= offset && offset <= last; }
  };
  // An error says that there is such a part, but that it is not to be had.
  Result<Part> part(ImageOffset offset) const;

  // All of it, where that is at hand: not of an index in parts.
  const index::NativeIndex* whole() const { return whole_ ? &whole_->index() : nullptr; }

  // Where the parts are fetched from, of an index in parts; else null.
  KeptParts* parts() const { return parts_.get(); }

  // As NativeIndex has it.
  Result<std::vector<ImageOffset>> functions_named(std::string_view name) const;

 private:
  OpenImage(std::unique_ptr<KeptParts> parts, std::string called)
      : parts_(std::move(parts)), called_(std::move(called)) {}

  std::shared_ptr<const NativeImage> whole_;  // or
  std::unique_ptr<KeptParts> parts_;
  std::string called_;
};

}  // namespace symkit::symbolize
