// What happened while perf recorded: which code each process had mapped when, and how threads were called.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ground/base/cursor.h"
#include "ground/base/image_id.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/process_memory.h"
#include "reports/profile/profile.h"
#include "stacks/samples/image_files.h"
#include "stacks/samples/stack_unwinder.h"

namespace symkit::profile::perf {

// Processes have numbers from 0; the kernel's mappings belong to none.
inline constexpr std::uint32_t kernel_process = UINT32_MAX;

// Mappings go to the profile, and images to the files.
class History {
 public:
  History(const File& file, Profile& profile, samples::ImageFiles& images)
      : file_(file), profile_(profile), images_(images) {}

  // Every record of the file, and then settle().
  void note(const Record& record);
  void settle();

  const ProcessMemory& memory() const { return memory_; }
  // As the profile's mappings.
  std::span<const samples::CodeMapping> code() const { return code_; }
  // 0: it has none.
  TextId name_of_thread(std::uint32_t thread, std::uint64_t time) const;

 private:
  struct Happened {
    std::uint64_t time = 0;
    std::uint32_t type = 0;
    std::uint32_t process = 0;
    std::uint32_t parent = 0;
    std::uint32_t thread = 0;  // the one that was named, or that began
    std::uint32_t parent_thread = 0;
    bool executed = false;
    ProcessMemory::Piece piece = {};
    TextId name = 0;
  };

  bool note_mapping(const Record& record, Cursor& at, Happened& it);
  ImageId build_id_of(std::string_view path) const;
  std::uint32_t mapping_number(const Mapping& mapping, const samples::RecordedImage& image);
  std::uint32_t image_number(const samples::RecordedImage& image);

  const File& file_;
  Profile& profile_;
  samples::ImageFiles& images_;
  ProcessMemory memory_;
  std::vector<Happened> happened_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, TextId, TextId>, std::uint32_t> mappings_;
  std::vector<samples::CodeMapping> code_;
  std::map<samples::RecordedImage, std::uint32_t> image_numbers_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint64_t, TextId>>> names_;  // of threads
};

}  // namespace symkit::profile::perf
