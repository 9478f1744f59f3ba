// An open image: an index in one piece, or in parts that are fetched on demand; or an image that has no
// index yet. Lookups are thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_part.h"
#include "answers/symbolize/kept_parts.h"
#include "answers/symbolize/native_image.h"
#include "answers/symbolize/unprepared.h"
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
  OpenImage(std::shared_ptr<Unprepared> unprepared, std::string called)
      : unprepared_(std::move(unprepared)), called_(std::move(called)) {}

  // Errors name the place from which the bytes are.
  static Result<std::shared_ptr<const OpenImage>> open(io::SharedBlob blob, const std::string& place);
  // Opens an index of either kind, depending on the key. The shelf must outlive the image.
  static Result<std::shared_ptr<const OpenImage>> open(const store::Key& key, io::SharedBlob blob,
                                                       store::Shelf& shelf, const BetterKnown& known = {});

  const index::Facts& facts() const {
    if (unprepared_) return unprepared_->facts();
    return whole_ ? whole_->index().facts() : parts_->manifest().facts();
  }
  // Whether a signal handler returns to the address.
  bool is_trampoline(ImageOffset offset) const {
    return unprepared_ ? unprepared_->is_trampoline(offset) : facts().is_trampoline(offset);
  }
  std::string_view name() const { return called_.empty() ? facts().image_name : called_; }

  // The part for an offset. It is kept while referenced. An error says that there is such a part but it is
  // unavailable.
  using Part = ImagePart;
  Result<Part> part(ImageOffset offset) const;

  // The complete index, if it is there in one piece; else null.
  const index::NativeIndex* whole() const { return whole_ ? &whole_->index() : nullptr; }

  // The same, for who needs all of it: an image without an index is prepared.
  const index::NativeIndex* needed_whole() const;

  // The parts of an index in parts; else null.
  KeptParts* parts() const { return parts_.get(); }

  // An image without an index; else null.
  Unprepared* unprepared() const { return unprepared_.get(); }

  // As in NativeIndex.
  Result<std::vector<ImageOffset>> functions_named(std::string_view name) const;

 private:
  OpenImage() = default;

  std::shared_ptr<const NativeImage> whole_;  // or
  std::unique_ptr<KeptParts> parts_;          // or
  std::shared_ptr<Unprepared> unprepared_;
  std::string called_;
};

}  // namespace symkit::symbolize
