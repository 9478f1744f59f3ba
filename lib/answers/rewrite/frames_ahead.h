// Reports a log's frames before they are read, so that everything they need can be requested at once.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "answers/rewrite/visitor.h"
#include "answers/rewrite/walk.h"
#include "ground/io/text_ahead.h"

namespace symkit::rewrite {

class FramesAhead final : public io::LinesAhead, private Visitor {
 public:
  // A frame has its image's name, id and processor, its place, and its symbol. Frames of a line that
  // occurred earlier in the log are not reported again, until this returns false: what they needed may be
  // gone by then.
  using Tell = std::function<bool(std::span<const FrameReference> frames)>;
  FramesAhead(const crashlog::Knowledge& known, Tell tell) : tell_(std::move(tell)), walk_(*this, known) {}

  void begin(io::Input& source) override { walk_.begin(source); }
  void tell() override;

 private:
  std::size_t note(const io::Line& line) override;
  void finish() override { walk_.finish(); }
  void pass(std::string_view /*bytes*/) override {}
  void frames(FramesOfLine& line) override;
  void document_line(const DocumentLine& line) override;
  void take_frame(const crashlog::Frame& frame);
  std::string_view keep(std::string_view text);

  Tell tell_;
  Walk walk_;
  std::vector<FrameReference> frames_;
  std::deque<std::string> texts_;                // what the frames view
  std::unordered_set<std::size_t> known_lines_;  // lines with frames, by their hashes
};

}  // namespace symkit::rewrite
