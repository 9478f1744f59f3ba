// Where an image was loaded, for logs that show addresses and do not say it: a frame that has its function's
// name beside its address tells how far the file was moved, by whole pages. Believed where two functions of
// one stack agree, nothing in that stack contradicts, and all its addresses lie in the file's code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/symbolize/open_image.h"
#include "answers/symbolize/readable_names.h"
#include "ground/base/address.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

class InferredSlides {
 public:
  // Whether the log leaves a frame's place to be inferred: then the frames of its stack should be heard
  // before the first of them is resolved.
  static bool helps(const FrameReference& frame);
  // `image_key`: stands for the frame's image.
  void hear(const FrameReference& frame, const std::string& image_key);
  void clear() {
    heard_.clear();
    readable_.clear();
  }

  // Of the frame's image in the frame's stack; nothing where that is not certain.
  std::optional<Slide> find(const FrameReference& frame, const std::string& image_key,
                            const OpenImage& image);

 private:
  struct Said {
    std::uint64_t address = 0;
    std::string symbol;
    std::optional<std::uint64_t> symbol_offset;
    AddressOf address_of = AddressOf::Instruction;
  };
  // Of one image in one stack.
  struct Heard {
    std::vector<Said> all;
    bool is_judged = false;
    std::optional<Slide> slide;
  };
  using Slides = std::vector<std::uint64_t>;

  std::optional<Slide> judge(const std::vector<Said>& all, const std::string& image_key,
                             const OpenImage& image);
  void learn_readable_names(const std::vector<Said>& all, const std::string& image_key,
                            const OpenImage& image);
  // Whichever the log can mean.
  std::vector<ImageOffset> functions_of(const Said& said, const std::string& image_key,
                                        const OpenImage& image) const;
  std::optional<Slides> slides_of(const Said& said, const std::string& image_key,
                                  const OpenImage& image) const;

  ReadableNames readable_;
  std::map<std::pair<std::size_t, std::string>, Heard> heard_;  // by stack and image
};

}  // namespace symkit::symbolize
