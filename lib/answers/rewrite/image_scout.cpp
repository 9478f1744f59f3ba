#include "answers/rewrite/image_scout.h"

#include "answers/rewrite/walk_through.h"

namespace symkit::rewrite {
namespace {

// If a log names more images than this, some are reported twice.
constexpr std::size_t most_told = 100'000;

}  // namespace

Result<void> ImageScout::read(io::Input& log) {
  return walk_through(*this, log, known_of_log_, [this] { return is_to_stop_.load(); });
}

void ImageScout::frames(FramesOfLine& line) {
  do take(line.frame());
  while (line.next());
}

void ImageScout::document_line(const DocumentLine& line) {
  if (line.frame != nullptr) take(*line.frame);
}

void ImageScout::take(const crashlog::Frame& frame) {
  if (frame.may_be_data || !frame.problem.empty()) return;
  write_key(frame.image, key_);
  if (told_.contains(key_)) return;
  if (told_.size() == most_told) told_.clear();
  told_.insert(key_);
  found_(frame.image);
}

}  // namespace symkit::rewrite
