// Lists of a process's mappings, as /proc/PID/maps and gdb have them. An image is mapped in several pieces;
// the one that begins with the file's first byte says where the image was loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "logs/crashlog/report.h"

namespace symkit::crashlog {

struct MemoryMapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t file_offset = 0;
  std::string_view path;
  ImageId id = {};
};

// A line of /proc/PID/maps: "7fb819a00000-7fb819a01000 r-xp 00001000 fe:00 314792   /usr/lib/libkiosk.so".
// Nothing where it is none; without a path where the mapping is of no file that is still there.
std::optional<MemoryMapping> read_maps_line(std::string_view text);

// The images in a text as /proc/PID/maps. An error where no line of it is one of these.
Result<ImageList> read_process_maps(std::string_view text);

class MemoryMappings {
 public:
  void clear() { path_.clear(); }
  // In the order in which they are listed, which is that of addresses. Of pieces whose first one was not
  // listed it is known what they hold of the file, and not where it was loaded.
  void add(const MemoryMapping& mapping, Report& report);

 private:
  std::string path_;
  std::uint64_t load_address_ = 0;
};

}  // namespace symkit::crashlog
