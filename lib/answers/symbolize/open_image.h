// An open image: an index in one piece, or in parts that are fetched on demand. Lookups are thread-safe.
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

  // Errors name the place from which the bytes are.
  static Result<std::shared_ptr<const OpenImage>> open(io::SharedBlob blob, const std::string& place);
  // Opens an index in parts by its manifest. The shelf with the parts must outlive the image. `called`:
  // the image's name, if the caller knows better than the index; else empty.
  static Result<std::shared_ptr<const OpenImage>> open_parts(const io::SharedBlob& manifest,
                                                             store::Shelf& shelf, const std::string& place,
                                                             std::string called = {});
  // Opens an index of either kind, depending on the key.
  static Result<std::shared_ptr<const OpenImage>> open(const store::Key& key, io::SharedBlob blob,
                                                       store::Shelf& shelf);

  const index::Facts& facts() const { return whole_ ? whole_->index().facts() : parts_->manifest().facts(); }
  std::string_view name() const {
    if (whole_) return whole_->name();
    return called_.empty() ? facts().image_name : called_;
  }

  // The part for an offset, and the range of offsets that it covers, inclusive. It is kept while
  // referenced.
  struct Part {
    std::shared_ptr<const NativeImage> image;  // null: there is nothing for the offset
    ImageOffset first = {};
    ImageOffset last = {UINT64_MAX};

    bool holds(ImageOffset offset) const { return first <= offset && offset <= last; }
  };
  // An error says that there is such a part but it is unavailable.
  Result<Part> part(ImageOffset offset) const;

  // The complete index, if it is in one piece; null if it is in parts.
  const index::NativeIndex* whole() const { return whole_ ? &whole_->index() : nullptr; }

  // The parts of an index in parts; null for an index in one piece.
  KeptParts* parts() const { return parts_.get(); }

  // As in NativeIndex.
  Result<std::vector<ImageOffset>> functions_named(std::string_view name) const;

 private:
  OpenImage(std::unique_ptr<KeptParts> parts, std::string called)
      : parts_(std::move(parts)), called_(std::move(called)) {}

  std::shared_ptr<const NativeImage> whole_;  // or
  std::unique_ptr<KeptParts> parts_;
  std::string called_;
};

}  // namespace symkit::symbolize
