// The interface that provides indexes for a log's images. The implementation knows stores and folders;
// the caller knows what the log says of an image.
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

// Why an image is considered to be the one in the log.
enum class Grounds : std::uint8_t {
  Id,        // the log has its id
  Name,      // it has that name, and the user named it or its folder
  Evidence,  // it is at the log's path, and nothing in the log contradicts it
  Path,      // it is at the log's path, and the user requires no more
};

struct Match {
  std::shared_ptr<const OpenImage> image;  // null: there is none, see the reason
  std::string reason = {};
  Grounds grounds = Grounds::Id;
  bool may_change = false;                         // with what follows in the log: see revision()
  std::optional<std::uint64_t> load_address = {};  // where it was loaded, according to the user
  // The segments of its code, if the image itself has them and the index, of a debug file, does not.
  std::vector<CodeSegment> segments = {};
};

class ImageSource {
 public:
  virtual ~ImageSource() = default;
  // The answer for an image stays the same while a log is read, unless it says otherwise and the revision
  // changes.
  virtual Match find(const ImageReference& image) = 0;
  virtual unsigned revision(const ImageReference& /*image*/) const { return 0; }

  // Collects evidence on whether the file at the path of an image without an id is that image. If this
  // returns true for one frame of a stack, all of them should be heard before the first is resolved.
  virtual bool hear(const FrameReference& /*frame*/) { return false; }
  // For an image that was not found: whether a file that may be it has a signal trampoline there. The
  // frame above was then interrupted by the signal, whatever the file is.
  virtual bool is_trampoline(const FrameReference& /*frame*/) { return false; }
  // Whether a call ends at the address, so that it can be a return address, according to the file found
  // for the image; nothing if the file is not available.
  virtual std::optional<bool> ends_call(const ImageReference& /*image*/, FileAddress /*address*/,
                                        Architecture /*architecture*/) {
    return std::nullopt;
  }
  virtual void begin_log() {}
};

}  // namespace symkit::symbolize
