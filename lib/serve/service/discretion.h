// Hides from clients where files are on this machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_source.h"

namespace symkit::service {

// Reduces every path in a sentence to its last name. `known`: folders whose names may contain blanks.
std::string without_folders(std::string_view sentence, const std::vector<std::string>& known = {});

// Another source's images, with folders removed from the reasons why images are missing.
class DiscreetImages final : public symbolize::ImageSource {
 public:
  DiscreetImages(symbolize::ImageSource& images, std::vector<std::string> known)
      : images_(images), known_(std::move(known)) {}

  symbolize::Match find(const ImageReference& image) override;
  unsigned revision(const ImageReference& image) const override { return images_.revision(image); }
  bool hear(const FrameReference& frame) override { return images_.hear(frame); }
  bool is_trampoline(const FrameReference& frame) override { return images_.is_trampoline(frame); }
  void begin_log() override { images_.begin_log(); }

 private:
  symbolize::ImageSource& images_;
  std::vector<std::string> known_;
};

}  // namespace symkit::service
