// Lists of a process's mappings, as in /proc/PID/maps and gdb. An image is mapped in several pieces; the
// piece that begins with the file's first byte shows where the image was loaded.
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

// A line of /proc/PID/maps: "7fb819a00000-7fb819a01000 r-xp 00001000 fe:00 314792
// /usr/lib/libkiosk.so". Nothing if it is not such a line; no path if the mapping is not of a file that
// still exists.
std::optional<MemoryMapping> read_maps_line(std::string_view text);

// The images in a text like /proc/PID/maps. An error if no line of it can be read.
Result<ImageList> read_process_maps(std::string_view text);

class MemoryMappings {
 public:
  void clear() { path_.clear(); }
  // Mappings are added in the order in which they are listed, which is that of addresses. If the first
  // piece of an image was not listed, it is known which part of the file the others hold, but not where
  // the image was loaded.
  void add(const MemoryMapping& mapping, Report& report);

 private:
  std::string path_;
  std::uint64_t load_address_ = 0;
};

}  // namespace symkit::crashlog
