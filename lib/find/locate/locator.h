// Gives the index of an image that a log names: takes the best origin that Search offers, and indexes it
// into the store if there is no index yet. For one log and one thread; several locators may share a
// search.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "answers/symbolize/image_source.h"
#include "find/intake/intake.h"
#include "find/locate/log_search.h"

namespace symkit::locate {

class Locator : public symbolize::ImageSource {
 public:
  Locator(std::shared_ptr<const Search> search, intake::Options how);
  Locator(const Places& places, intake::Options how)
      : Locator(std::make_shared<const Search>(places), std::move(how)) {}

  const store::Shelf& store() const { return search_->store(); }

  // Called with the place where each image was found.
  using TellFound = std::function<void(const ImageReference& image, const std::string& path)>;
  void tell_found(TellFound tell) { tell_found_ = std::move(tell); }

  // See Evidence.
  void set_sole_image(std::string key) { log_.set_sole_image(std::move(key)); }
  bool is_sole_image(const ImageReference& image) const { return log_.evidence().is_sole_image(image); }

  symbolize::Match find(const ImageReference& image) override;
  unsigned revision(const ImageReference& image) const override;
  bool hear(const FrameReference& frame) override { return log_.hear(frame); }
  bool is_trampoline(const FrameReference& frame) override { return log_.is_trampoline(frame); }
  std::optional<bool> ends_call(const ImageReference& image, FileAddress address,
                                Architecture architecture) override;
  void begin_log() override { log_.begin_log(); }

 private:
  void note_code(const ImageReference& image, const Origin& origin);

  std::shared_ptr<const Search> search_;
  LogSearch log_;
  intake::Options how_;
  TellFound tell_found_ = [](const ImageReference&, const std::string&) {};
  std::map<std::string, std::string, std::less<>> code_paths_;         // files that may have images' code
  std::map<std::string, std::shared_ptr<Witness>, std::less<>> code_;  // null: the file has none
  std::string key_;
  unsigned outages_ = 0;  // how often a store outage kept an image from being found
  std::chrono::steady_clock::time_point asked_again_;
};

}  // namespace symkit::locate
