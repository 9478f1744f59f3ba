#include "symcore/image_files.h"

#include <utility>

#include "debug/breakpad/module.h"
#include "find/locate/file_offer.h"
#include "find/locate/providers.h"
#include "ground/base/object_path.h"
#include "ground/base/words.h"
#include "keep/fetch/wanted.h"
#include "symcore/symbol_file.h"

namespace symkit::symcore {
namespace {

bool is_symbol_file(const std::string& path) { return !breakpad::image_of(without_folders(path)).empty(); }

}  // namespace

ImageReference reference_of(const dumps::LoadedImage& image) {
  return {.name = without_folders(image.path),
          .path = image.path,
          .id = image.id,
          .debug_name = without_folders(image.debug_name),
          .code_id = image.code_id};
}

ImageFiles::ImageFiles(const Options& options, const locate::Places& places)
    : may_open_(!options.places.no_local),
      root_(options.process == 0 ? "" : say("/proc/", options.process, "/root")),
      folders_(locate::symbol_folders(places.symbols, places.look, locate::FileOffer({}, {}))),
      layouts_(locate::breakpad_folders(places.symbols)),
      downloads_(places.downloads) {}

std::vector<std::string> ImageFiles::of(const dumps::LoadedImage& image) const {
  std::vector<std::string> paths;
  if (may_open_ && image.path.starts_with('/')) paths.push_back(root_ + image.path);
  for (std::string& path : folders_->files_of(reference_of(image), image.id))
    if (!is_symbol_file(path)) paths.push_back(std::move(path));
  return paths;
}

// Those in the folders, else what a server has.
std::vector<std::string> ImageFiles::symbol_files(const dumps::LoadedImage& image) const {
  const ImageReference reference = reference_of(image);
  std::vector<std::string> paths = layouts_->files_of(reference, image.id);
  if (paths.empty())
    for (std::string& path : folders_->files_of(reference, image.id))
      if (is_symbol_file(path)) paths.push_back(std::move(path));
  if (!paths.empty() || !downloads_) return paths;
  if (auto fetched = downloads_->get(fetch::Wanted::of(reference))) paths.push_back(std::move(*fetched));
  return paths;
}

std::vector<std::string> ImageFiles::remote(const dumps::LoadedImage& image) const {
  if (!downloads_) return {};
  const auto fetched = downloads_->get(fetch::Wanted::code_of(reference_of(image)));
  return fetched ? std::vector{*fetched} : std::vector<std::string>();
}

unwind::Tables ImageFiles::tables_of(const dumps::LoadedImage& image, Architecture architecture) const {
  unwind::Tables tables;
  if (image.id.empty()) return tables;
  for (const std::string& path : symbol_files(image))
    if (auto table = table_in_symbol_file(path, image, architecture)) {
      tables.push_back(std::move(table));
      break;
    }
  return tables;
}

}  // namespace symkit::symcore
