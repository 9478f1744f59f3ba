// Where the indexes of a log's images come from. Whoever implements it knows of stores and folders; whoever
// asks knows what the log says of an image.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/symbolize/open_image.h"
#include "ground/base/address.h"
#include "ground/base/architecture.h"
#include "ground/base/code_segment.h"
#include "ground/base/frame_reference.h"

namespace symkit::symbolize {

// Why an image is taken for the one that the log means.
enum class Grounds : std::uint8_t {
  Id,        // the log has its id
  Name,      // it is called so, and the asker named it or where to look
  Evidence,  // it lies where the log says, and what the log says of its code is true of it
  Path,      // it lies where the log says, and the asker wants no more
};

struct Match {
  std::shared_ptr<const OpenImage> image;  // null: there is none, for this reason
  std::string reason = {};
  Grounds grounds = Grounds::Id;
  bool may_change = false;                         // with what the log says further: see revision()
  std::optional<std::uint64_t> load_address = {};  // where the asker says that it was loaded
  // Where its code lies in its file, where the image itself says it and the index, made of a debug file, does
  // not.
  std::vector<CodeSegment> segments = {};
};

class ImageSource {
 public:
  virtual ~ImageSource() = default;
  // The answer for an image does not change while a log is read, but where it says so and the revision does.
  virtual Match find(const ImageReference& image) = 0;
  virtual unsigned revision(const ImageReference& /*image*/) const { return 0; }

  // What a log says of an image without an id may tell whether the file at its path is that image. All frames
  // of a stack should be heard before the first is resolved, if this says true of one.
  virtual bool hear(const FrameReference& /*frame*/) { return false; }
  // Of an image that was not found: whether a file that may well be it has there what a signal handler
  // returns to. The frame above is then what the signal interrupted, whoever that file is.
  virtual bool is_trampoline(const FrameReference& /*frame*/) { return false; }
  // Whether a call ends at the address, so that it may be returned to, as the code of the file says that was
  // found for the image; nothing where that is not at hand.
  virtual std::optional<bool> ends_call(const ImageReference& /*image*/, FileAddress /*address*/,
                                        Architecture /*architecture*/) {
    return std::nullopt;
  }
  virtual void begin_log() {}
};

}  // namespace symkit::symbolize
