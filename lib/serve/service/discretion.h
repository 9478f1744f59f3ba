// What strangers are not told: where things lie on this machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/image_source.h"

namespace symkit::service {

// Of every path in a sentence only the name at its end is left. `known`: folders that may have blanks in
// them.
std::string without_folders(std::string_view sentence, const std::vector<std::string>& known = {});

// Where images are from, but why there is none is said without folders.
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
