// The files of a dump's images: programs, debug files, and Breakpad's symbol files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "find/locate/provider.h"
#include "find/locate/search.h"
#include "keep/fetch/downloads.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/unwind/table.h"
#include "symcore/options.h"

namespace symkit::symcore {

// Files are believed by their build ids only: those in the named folders, and those at the paths that the
// dump has, which are opened as symlookup opens those that logs name.
ImageReference reference_of(const dumps::LoadedImage& image);

class ImageFiles {
 public:
  ImageFiles(const Options& options, const locate::Places& places);

  // Programs and debug files, which may be of the image.
  std::vector<std::string> of(const dumps::LoadedImage& image) const;
  // What a server has, once it is here.
  std::vector<std::string> remote(const dumps::LoadedImage& image) const;
  // What symbol files with the image's id have for unwinding.
  unwind::Tables tables_of(const dumps::LoadedImage& image, Architecture architecture) const;

 private:
  std::vector<std::string> symbol_files(const dumps::LoadedImage& image) const;

  bool may_open_;
  std::string root_;  // of a running process, which may be in a container
  std::unique_ptr<locate::Provider> folders_;
  std::unique_ptr<locate::Provider> layouts_;    // where symbol files are found without a scan
  std::shared_ptr<fetch::Downloads> downloads_;  // null: nothing is fetched
};

}  // namespace symkit::symcore
