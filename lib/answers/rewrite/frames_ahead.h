// A log as it is, whose frames are told to somebody before they come, so that what they need can be asked for
// at once.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "answers/rewrite/visitor.h"
#include "answers/rewrite/walk.h"
#include "ground/io/text_ahead.h"

namespace symkit::rewrite {

class FramesAhead final : public io::TextAhead::Listener, private Visitor {
 public:
  // Of a frame it has the image's name, id and processor, the place, and the symbol. Frames of a line that
  // stood in the log before are not told again, until it gives false: what they needed may have gone.
  using Tell = std::function<bool(std::span<const FrameReference> frames)>;
  static std::unique_ptr<io::Input> before(std::unique_ptr<io::Input> log, const crashlog::Knowledge& known,
                                           Tell tell);

  void begin(io::Input& source) override { walk_.begin(source); }
  bool take(std::string_view text) override;
  void end() override;
  void tell() override;

 private:
  FramesAhead(const crashlog::Knowledge& known, Tell tell) : tell_(std::move(tell)), walk_(*this, known) {}

  void pass(std::string_view /*bytes*/) override {}
  void frames(FramesOfLine& line) override;
  void document_line(const DocumentLine& line) override;
  void take_line(std::string_view line);
  void take_frame(const crashlog::Frame& frame);
  std::string_view keep(std::string_view text);

  Tell tell_;
  Walk walk_;
  std::string line_;          // the last line so far, whose end has not come
  bool within_line_ = false;  // its beginning was taken already
  std::vector<FrameReference> frames_;
  std::deque<std::string> texts_;                // what they view
  std::unordered_set<std::size_t> known_lines_;  // with frames, by their hashes
};

}  // namespace symkit::rewrite
