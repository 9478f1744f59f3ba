// Gives the index of an image that a log names: takes the best origin that Search offers, and indexes it into
// the store where there is no index yet. One log's and one thread's own; several may share a search.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "intake/intake.h"
#include "locate/log_search.h"
#include "symbolize/image_source.h"

namespace symkit::locate {

class Locator : public symbolize::ImageSource {
 public:
  Locator(std::shared_ptr<const Search> search, intake::Options how);
  Locator(const Places& places, intake::Options how)
      : Locator(std::make_shared<const Search>(places), std::move(how)) {}

  const store::Shelf& store() const { return search_->store(); }

  // Whoever wants to know where each image was found.
  using TellFound = std::function<void(const ImageReference& image, const std::string& path)>;
  void tell_found(TellFound tell) { tell_found_ = std::move(tell); }

  symbolize::Match find(const ImageReference& image) override;
  unsigned revision(const ImageReference& image) const override;
  bool hear(const FrameReference& frame) override { return log_.hear(frame); }
  bool is_trampoline(const FrameReference& frame) override { return log_.is_trampoline(frame); }
  void begin_log() override { log_.begin_log(); }

 private:
  std::shared_ptr<const Search> search_;
  LogSearch log_;
  intake::Options how_;
  TellFound tell_found_ = [](const ImageReference&, const std::string&) {};
  unsigned outages_ = 0;  // how often a store that could not be asked kept an image from being found
  std::chrono::steady_clock::time_point asked_again_;
};

}  // namespace symkit::locate
