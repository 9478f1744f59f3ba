// The debug information of a file's stack frames: its own, or that of its debug file.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "debug/companions/companions.h"
#include "debug/locals/locals.h"
#include "dropin/object_files.h"
#include "files/container/open.h"
#include "find/locate/candidates.h"
#include "find/locate/debug_file.h"

namespace symkit::dropin {

struct ObjectFile::Frames {
  std::unique_ptr<container::File> file = {};
  std::unique_ptr<debuginfo::Companions> companions = {};
  std::unique_ptr<locals::Locals> locals = {};  // null: there is none
};

ObjectFile::ObjectFile(std::string path, std::shared_ptr<const symbolize::OpenImage> image,
                       symbolize::NameStyle names, symbolize::Dialect dialect,
                       std::vector<std::string> debug_folders)
    : path_(std::move(path)),
      debug_folders_(std::move(debug_folders)),
      image_(std::move(image)),
      resolver_(image_, dialect, names),
      names_(names),
      variables_(image_) {}

ObjectFile::~ObjectFile() = default;

std::vector<locals::LaidOut> ObjectFile::frame_at(std::uint64_t address) {
  if (frames_ == nullptr) frames_ = open_frames();
  return frames_->locals == nullptr ? std::vector<locals::LaidOut>() : frames_->locals->layout_at(address);
}

std::unique_ptr<ObjectFile::Frames> ObjectFile::open_frames() const {
  std::vector<std::string> paths = {path_};
  for (const locate::Candidate& image : locate::candidates_in_file(path_))
    for (const std::string& folder : debug_folders_)
      if (auto found = locate::debug_file_of(image, folder)) paths.push_back(std::move(found->path));
  auto frames = std::make_unique<Frames>();
  for (const std::string& path : paths) {
    auto file = container::open_file(path);
    if (!file) continue;
    for (const auto& image : (*file)->images()) {
      const bool is_it = image->architecture() == facts().architecture;
      if (!is_it || image->debug_section("debug_info") == nullptr) continue;
      frames->file = std::move(*file);
      frames->companions = companions::companions_of(*image, {.path = path}, {.folders = debug_folders_});
      frames->locals =
          std::make_unique<locals::Locals>(*image, frames->companions.get(), debuginfo::Lines::Wanted);
      return frames;
    }
  }
  return frames;
}

}  // namespace symkit::dropin
