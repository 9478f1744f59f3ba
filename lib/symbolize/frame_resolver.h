// A frame of a log in, the functions behind it out: finds the image's index, turns the log's terms into an
// offset in it, steps back from return addresses and looks up. A miss has its reason.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/frame_reference.h"
#include "base/return_address.h"
#include "symbolize/frame_answer.h"
#include "symbolize/function_finder.h"
#include "symbolize/image_resolver.h"
#include "symbolize/image_source.h"
#include "symbolize/inferred_slides.h"

namespace symkit::symbolize {

class FrameResolver {
 public:
  FrameResolver(ImageSource& source, Dialect dialect, NameStyle names = NameStyle::Readable)
      : source_(source), dialect_(dialect), names_(names) {}

  // A log is read from its beginning.
  void begin_log();
  // Before a frame's stack is resolved: whether what is said of this one must be heard out first.
  bool hear(const FrameReference& frame);

  // Valid until the next call.
  FrameAnswer resolve(const FrameReference& frame);

 private:
  struct Known {
    Match match;
    std::unique_ptr<ImageResolver> resolver;
    unsigned revision = 0;
  };
  using Images = std::map<std::string, Known, std::less<>>;
  bool is_stale(const Known& known, const ImageReference& image) const;
  Images::iterator forget(Images::iterator image);
  Known& known(const ImageReference& image);
  void look_up(const FrameReference& frame, const Known& image, FrameAnswer& answer);
  void compare_names(const FrameReference& frame, const OpenImage& image, FrameAnswer& answer);
  // Whether the symbol that the log has, and what it counts from there, lead to the place, too.
  bool counts_from_its_symbol(const FrameReference& frame, const OpenImage& image, std::uint64_t offset);
  std::optional<ImageOffset> offset_of(const FrameReference& frame, const Match& match, FrameAnswer& answer);
  std::optional<ImageOffset> inferred_offset(const FrameReference& frame, const OpenImage& image,
                                             FrameAnswer& answer);
  std::optional<ImageOffset> offset_by_symbol(const FrameReference& frame, const OpenImage& image);

  ImageSource& source_;
  Dialect dialect_;
  NameStyle names_;
  Images images_;
  std::string key_;
  std::string last_key_;
  Known* last_ = nullptr;
  std::string_view why_no_offset_;
  std::string trouble_;
  FunctionFinder functions_;
  CallFinder calls_;
  InferredSlides slides_;
};

}  // namespace symkit::symbolize
