#include "find/locate/log_ahead.h"

#include <set>
#include <vector>

#include "answers/symbolize/parts_ahead.h"

namespace symkit::locate {
namespace {

// If a log names more images, some are requested again.
constexpr std::size_t most_images = 20'000;

}  // namespace

bool LogAhead::expect(std::span<const FrameReference> frames) {
  look_for_images(frames);
  symbolize::PartsAhead parts;
  for (const FrameReference& frame : frames)
    if (const auto image = images_.find(frame.image.id); image != images_.end() && image->second)
      parts.add(frame, image->second);
  parts.fetch();
  // Nothing is dropped until the memory is full, and it then stays nearly full.
  const symbolize::PartMemory& kept = symbolize::PartMemory::of_process();
  return kept.bytes() < kept.most() / 16 * 15;
}

void LogAhead::look_for_images(std::span<const FrameReference> frames) {
  std::set<ImageId> unknown;
  for (const FrameReference& frame : frames)
    if (!frame.image.id.empty() && !images_.contains(frame.image.id)) unknown.insert(frame.image.id);
  if (unknown.empty()) return;
  if (images_.size() + unknown.size() > most_images) images_.clear();
  const std::vector<ImageId> ids(unknown.begin(), unknown.end());
  search_->stored().look_ahead(ids);
  for (const ImageId& id : ids)
    if (const auto head = search_->stored().find(id)) images_.emplace(id, head->image);
}

}  // namespace symkit::locate
