// File system queries for a scan, each by the fastest system call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "find/catalogue/snapshot.h"

namespace symkit::catalogue {

// An open folder; not open if it is gone or cannot be read.
class Folder {
 public:
  // `may_be_link`: a symbolic link to a folder is followed.
  Folder(const std::string& path, bool may_be_link);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  bool opened() const { return descriptor_ >= 0; }
  // Whether it is a virtual file system of the kernel: it has no images, and reading some of its files
  // has side effects.
  bool is_made_up() const;
  std::optional<Stamp> stamp() const;
  // The stamp of a regular file in the folder; nothing for a symbolic link.
  std::optional<Stamp> stamp_of(std::string_view name) const;

  struct Contents {
    std::vector<std::string> folders;
    std::vector<std::string> files;  // regular ones
  };
  // Each list is sorted.
  Contents contents() const;

  // Whether a file in the folder begins like one with images; nothing if it cannot be read.
  std::optional<bool> begins_like_image(std::string_view name) const;

 private:
  int descriptor_ = -1;
};

std::optional<Stamp> folder_stamp(const std::string& path);

// The time of day, in nanoseconds since 1970.
std::int64_t now();

}  // namespace symkit::catalogue
