#include "answers/rewrite/frames_ahead.h"

namespace symkit::rewrite {
namespace {

constexpr std::size_t most_known_lines = 20'000;
constexpr std::uint64_t no_number = 0;  // of a line: the frames are reported without

}  // namespace

// Recognizing a line is faster than reading it again.
std::size_t FramesAhead::note(const io::Line& line) {
  const std::size_t hash = std::hash<std::string_view>()(line.text);
  if (known_lines_.contains(hash)) return frames_.size();
  const std::size_t before = frames_.size();
  walk_.take(line, no_number);
  if (frames_.size() > before && known_lines_.size() < most_known_lines) known_lines_.insert(hash);
  return frames_.size();
}

void FramesAhead::tell() {
  if (!tell_(frames_)) known_lines_.clear();
  frames_.clear();
  texts_.clear();
}

void FramesAhead::frames(FramesOfLine& line) {
  do take_frame(line.frame());
  while (line.next());
}

void FramesAhead::document_line(const DocumentLine& line) {
  if (line.frame != nullptr) take_frame(*line.frame);
}

void FramesAhead::take_frame(const crashlog::Frame& frame) {
  if (!frame.problem.empty()) return;
  FrameReference& kept = frames_.emplace_back(frame);
  kept.image = {
      .name = keep(frame.image.name), .id = frame.image.id, .architecture = frame.image.architecture};
  kept.symbol = keep(frame.symbol);
}

std::string_view FramesAhead::keep(std::string_view text) {
  if (text.empty() || (!texts_.empty() && texts_.back() == text)) return text.empty() ? text : texts_.back();
  return texts_.emplace_back(text);
}

}  // namespace symkit::rewrite
