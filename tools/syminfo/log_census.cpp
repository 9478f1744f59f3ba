#include "syminfo/log_census.h"

#include "answers/rewrite/walk_through.h"

namespace symkit::syminfo {
namespace {

// More than any process has; limits memory, whatever the log contains.
constexpr std::size_t most_images = 100'000;

}  // namespace

Result<void> LogCensus::read(io::Input& input) {
  return rewrite::walk_through(*this, input, {}, [] { return false; });
}

void LogCensus::frames(rewrite::FramesOfLine& line) {
  do count(line.frame());
  while (line.next());
}

void LogCensus::document_line(const rewrite::DocumentLine& line) {
  if (line.frame != nullptr) count(*line.frame);
}

void LogCensus::count(const crashlog::Frame& frame) {
  if (frame.may_be_data) return;
  ++frames_;
  hear_(frame);
  const bool nameless = frame.image.id.empty() && frame.image.name.empty() && frame.image.path.empty();
  if (!frame.problem.empty() || nameless) {
    ++hopeless_[std::string(nameless && frame.problem.empty() ? "the log does not name the image"
                                                              : frame.problem)];
    return;
  }
  LoggedImage& image = image_of(frame.image);
  ++image.frames;
  if (!image.load_address) image.load_address = frame.load_address;
}

void LogCensus::image(const crashlog::ListedImage& listed) {
  LoggedImage& image = listed_image({listed.name, listed.path, listed.id, listed.architecture});
  if (image.path.empty()) image.path = listed.path;
  if (image.load_address || listed.is_inner_piece) return;
  image.load_address = listed.load_address ? *listed.load_address : listed.begin;
}

// Frames with the same data about their image are in one image, as in symlookup.
LoggedImage& LogCensus::image_of(const ImageReference& in_log) {
  ImageReference image = in_log;
  image.release = {};  // only some lines of a log have it
  write_key(image, key_);
  if (const auto at = exact_.find(key_); at != exact_.end()) {
    LoggedImage& known = images_[at->second];
    if (known.release.empty()) known.release = in_log.release;
    return known;
  }
  const std::string id = image.id.hex();
  // The frame has the name, and the list the path.
  const auto same_id = id.empty() ? by_id_.end() : by_id_.find(id + '\0' + std::string(image.name));
  if (same_id != by_id_.end()) return images_[same_id->second];
  if (images_.size() == most_images) return rest_ = LoggedImage{};
  const std::size_t number = images_.size();
  images_.push_back({std::string(image.name), std::string(image.path), image.id, image.architecture});
  images_.back().archive_offset = in_log.archive_offset;
  images_.back().release = in_log.release;
  exact_.emplace(key_, number);
  by_path_.emplace(image.path.empty() ? image.name : image.path, number);
  if (!id.empty()) by_id_.emplace(id + '\0' + std::string(image.name), number);
  return images_.back();
}

// A list of mappings follows frames that may have had more data about their image, or less.
LoggedImage& LogCensus::listed_image(const ImageReference& image) {
  const auto known = by_path_.find(std::string(image.path.empty() ? image.name : image.path));
  if (known == by_path_.end()) return image_of(image);
  LoggedImage& same_path = images_[known->second];
  const bool other_processor = image.architecture != Architecture::Unknown &&
                               same_path.architecture != Architecture::Unknown &&
                               image.architecture != same_path.architecture;
  if (other_processor || (!image.id.empty() && !same_path.id.empty())) return image_of(image);
  return same_path;
}

}  // namespace symkit::syminfo
