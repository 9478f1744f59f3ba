// Gives the index of an image that a log names: takes the best origin that Search offers, and indexes it into
// the store where there is no index yet.
#pragma once

#include <memory>

#include "intake/intake.h"
#include "locate/search.h"
#include "symbolize/image_source.h"

namespace symkit::locate {

class Locator : public symbolize::ImageSource {
 public:
  Locator(const Places& places, intake::Options how);

  symbolize::Match find(const ImageReference& image) override;
  unsigned revision(const ImageReference& image) const override { return search_.evidence().revision(image); }
  bool hear(const FrameReference& frame) override { return search_.hear(frame); }
  bool is_trampoline(const FrameReference& frame) override { return search_.is_trampoline(frame); }
  void begin_log() override { search_.begin_log(); }
  const Search& search() const { return search_; }

 private:
  Result<std::shared_ptr<const symbolize::NativeImage>> index(const Candidate& candidate);

  Search search_;
  intake::Options how_;
};

}  // namespace symkit::locate
