// From a path to the images behind it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "container/image.h"

namespace symkit::container {

// An opened file and the images in it: one for ELF, PE and thin Mach-O, one a slice for a fat Mach-O. Images
// point into the file: they live as long as it does.
class File {
 public:
  virtual ~File() = default;
  virtual const std::string& path() const = 0;
  // What the image is called in logs: the file's name, without ".debug".
  virtual std::string name() const = 0;
  virtual const std::vector<std::unique_ptr<Image>>& images() const = 0;
  // Pages of the file that are not needed any more leave memory; they come back if touched. Of so many equal
  // parts one, as it takes its time and several threads can share it.
  virtual void release_pages(std::size_t part = 0, std::size_t parts = 1) const = 0;
};

// Does the beginning of a file look like ELF, Mach-O, PE or PDB? Cheap: for walking folders.
bool looks_like_image(Bytes beginning);

// ELF, Mach-O thin or fat, PE or PDB. Errors name the file and say what it is instead.
Result<std::unique_ptr<File>> open_file(const std::string& path);

// The files to open for a path: a .dSYM bundle's Contents/Resources/DWARF/*, otherwise the path itself. What
// lies in a bundle beside images and is none is passed over, and said.
Result<std::vector<std::string>> files_of(
    const std::string& path, const WarningSink& warn = [](const std::string&) {});

// From memory; `bytes` must outlive the File. `path` is for messages and the name.
Result<std::unique_ptr<File>> open_bytes(Bytes bytes, const std::string& path);

}  // namespace symkit::container
