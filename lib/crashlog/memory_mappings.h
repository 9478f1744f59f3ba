// Lists of a process's mappings, as /proc/PID/maps and gdb have them. An image is mapped in several pieces;
// the one that begins with the file's first byte says where the image was loaded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "crashlog/report.h"

namespace symkit::crashlog {

struct MemoryMapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t file_offset = 0;
  std::string_view path;
  ImageId id = {};
};

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
