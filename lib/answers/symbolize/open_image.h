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

// What a caller knows of an image better than its index; empty: nothing.
struct BetterKnown {
  std::string place = {};         // from which the bytes are, for messages
  std::string called = {};        // an index of a debug file in a .build-id folder has an id as its name
  bool counts_from_load = false;  // for an index in one piece
};

class OpenImage {
 public:
  explicit OpenImage(std::shared_ptr<const NativeImage> whole) : whole_(std::move(whole)) {}

  // Errors name the place from which the bytes are.
  static Result<std::shared_ptr<const OpenImage>> open(io::SharedBlob blob, const std::string& place);
  // Opens an index of either kind, depending on the key. The shelf must outlive the image.
  static Result<std::shared_ptr<const OpenImage>> open(const store::Key& key, io::SharedBlob blob,
                                                       store::Shelf& shelf, const BetterKnown& known = {});

  const index::Facts& facts() const { return whole_ ? whole_->index().facts() : parts_->manifest().facts(); }
  std::string_view name() const { return called_.empty() ? facts().image_name : called_; }

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
  OpenImage() = default;

  std::shared_ptr<const NativeImage> whole_;  // or
  std::unique_ptr<KeptParts> parts_;
  std::string called_;
};

}  // namespace symkit::symbolize
