#include "rewrite/image_scout.h"

#include "io/lines.h"
#include "rewrite/walk.h"

namespace symkit::rewrite {
namespace {

// Of a log that names more some are told twice.
constexpr std::size_t most_told = 100'000;

}  // namespace

Result<void> ImageScout::read(io::Input& log) {
  Walk walk(*this, known_of_log_);
  walk.begin(log);
  io::Lines lines(log);
  while (!is_to_stop_) {
    if (walk.take_plain(lines)) continue;
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    walk.take(**line);
  }
  walk.finish();
  return {};
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
