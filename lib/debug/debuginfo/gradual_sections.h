// The image's debug sections, of which .debug_info is decompressed only as far as it is needed, on a
// thread of its own: for reading a few units.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "debug/debuginfo/debug_sections.h"
#include "files/container/image.h"
#include "files/dwarf/debug_file.h"
#include "files/dwarf/sections.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

class GradualSections {
 public:
  // `supplementary`: the file that the image shares with others, or null.
  GradualSections(const container::Image& image, const dwarf::DebugFile* supplementary, Lines lines);
  // What was not decompressed until now will never be: the image has to be opened again for that.
  ~GradualSections();

  static constexpr std::uint64_t everything = UINT64_MAX;
  // Returns when the first bytes of .debug_info and all other sections are there.
  Result<void> await(std::uint64_t bytes_of_info);
  // Lets .debug_info be completed, whoever needs it.
  void let_go();

  // To be read as far as it was awaited.
  const dwarf::Sections& sections() const { return sections_.sections(); }
  std::uint64_t size() const { return sections_.size(); }

 private:
  void make_info();

  DebugSections sections_;
  bool is_gradual_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t wanted_ = 0;  // of .debug_info
  std::uint64_t made_ = 0;
  bool is_stopped_ = false;
  bool is_done_ = false;
  bool has_others_ = false;
  std::jthread maker_;
};

}  // namespace symkit::debuginfo
