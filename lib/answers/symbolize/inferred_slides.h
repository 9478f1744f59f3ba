// Infers where an image was loaded, for logs with addresses that do not say it: a frame with both a
// function's name and an address shows by how many pages the file was moved. The result is accepted if
// two functions of one stack agree, nothing in that stack contradicts, and all its addresses are in the
// file's code.
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
  // Whether a frame's place must be inferred: the frames of its stack should then be heard before the
  // first is resolved.
  static bool helps(const FrameReference& frame);
  void hear(const FrameReference& frame);
  void clear() {
    heard_.clear();
    readable_.clear();
  }

  // For the frame's image in the frame's stack; nothing if it is uncertain.
  std::optional<Slide> find(const FrameReference& frame, const OpenImage& image);

 private:
  struct Said {
    std::uint64_t address = 0;
    std::string symbol;
    std::optional<std::uint64_t> symbol_offset;
    AddressOf address_of = AddressOf::Instruction;
  };
  // For one image in one stack.
  struct Heard {
    std::vector<Said> all;
    bool is_judged = false;
    std::optional<Slide> slide;
  };
  using Slides = std::vector<std::uint64_t>;

  std::optional<Slide> judge(const std::vector<Said>& all, const OpenImage& image);
  void learn_readable_names(const std::vector<Said>& all, const OpenImage& image);
  // All functions that the log can mean.
  std::vector<ImageOffset> functions_of(const Said& said, const OpenImage& image) const;
  std::optional<Slides> slides_of(const Said& said, const OpenImage& image) const;

  std::string key_;  // of the current frame's image
  ReadableNames readable_;
  std::map<std::pair<std::size_t, std::string>, Heard> heard_;  // by stack and image
};

}  // namespace symkit::symbolize
