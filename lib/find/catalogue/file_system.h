// The few questions to the file system that a scan asks, by the quickest call that answers each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "find/catalogue/snapshot.h"

namespace symkit::catalogue {

// An open folder, or none: it may be gone, or not be readable.
class Folder {
 public:
  // Where `may_be_link`, a symbolic link to a folder will do.
  Folder(const std::string& path, bool may_be_link);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  bool opened() const { return descriptor_ >= 0; }
  // Files of the kernel's own making: no images there, and reading some of them does things.
  bool is_made_up() const;
  std::optional<Stamp> stamp() const;
  // Of a regular file in it; not of what a symbolic link points to.
  std::optional<Stamp> stamp_of(std::string_view name) const;

  struct Contents {
    std::vector<std::string> folders;
    std::vector<std::string> files;  // regular ones
  };
  // Each sorted.
  Contents contents() const;

  // Whether a file in it begins like something with images; nothing where it cannot be read.
  std::optional<bool> begins_like_image(std::string_view name) const;

 private:
  int descriptor_ = -1;
};

std::optional<Stamp> folder_stamp(const std::string& path);

// The time of day, in nanoseconds since 1970.
std::int64_t now();

}  // namespace symkit::catalogue
