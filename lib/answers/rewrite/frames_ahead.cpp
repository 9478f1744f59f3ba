#include "answers/rewrite/frames_ahead.h"

#include <utility>

namespace symkit::rewrite {
namespace {

// Frames that are reported together.
constexpr std::size_t most_frames = 1'000;
constexpr std::size_t most_known_lines = 20'000;
constexpr std::size_t longest_line = std::size_t{16} << 20;
constexpr std::uint64_t no_number = 0;  // of a line: the frames are reported without

}  // namespace

std::unique_ptr<io::Input> FramesAhead::before(std::unique_ptr<io::Input> log,
                                               const crashlog::Knowledge& known, Tell tell) {
  return io::TextAhead::before(std::move(log),
                               std::unique_ptr<FramesAhead>(new FramesAhead(known, std::move(tell))));
}

bool FramesAhead::take(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool ends = end != std::string_view::npos;
    const std::string_view piece = text.substr(0, ends ? end + 1 : end);
    text.remove_prefix(piece.size());
    if (ends && line_.empty()) {
      take_line(piece);
      continue;
    }
    line_ += piece;
    if (!ends && line_.size() < longest_line) break;
    walk_.take({line_, !within_line_, ends}, no_number);
    within_line_ = !ends;
    line_.clear();
  }
  return frames_.size() < most_frames;
}

// Recognizing a line is faster than reading it again.
void FramesAhead::take_line(std::string_view line) {
  const std::size_t hash = std::hash<std::string_view>()(line);
  const bool begins = !std::exchange(within_line_, false);
  if (known_lines_.contains(hash)) return;
  const std::size_t before = frames_.size();
  walk_.take({line, begins, true}, no_number);
  if (frames_.size() > before && known_lines_.size() < most_known_lines) known_lines_.insert(hash);
}

void FramesAhead::end() {
  if (!line_.empty()) walk_.take({line_, !within_line_, true}, no_number);
  line_.clear();
  walk_.finish();
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
