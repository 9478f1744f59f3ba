// Adds the records of a symbol file to a draft, line by line. Names and files are given by numbers that
// another part of the file may define, and the end of a PUBLIC is known only when all are: symbols.cpp
// adds these after reading everything.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/breakpad/function_rows.h"
#include "ground/base/line_fields.h"
#include "keep/index/flat_map.h"
#include "keep/index/native_draft.h"

namespace symkit::breakpad {

// The number of records of each kind in a file.
struct Counts {
  std::uint64_t functions = 0;
  std::uint64_t lines = 0;
  std::uint64_t inlined = 0;
  std::uint64_t publics = 0;
  std::uint64_t files = 0;
  std::uint64_t origins = 0;
  std::uint64_t unwinding = 0;  // STACK: skipped
  std::uint64_t broken = 0;     // unreadable

  Counts& operator+=(const Counts& other);
};

class Gatherer {
 public:
  Gatherer(index::Draft& draft, bool of_apple) : draft_(draft), rows_(of_apple) {}
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;

  // A line without its end; `offset`: its position in the file.
  void take(std::string_view line, std::uint64_t offset);
  // The next line is from elsewhere in the file.
  void end_part() { end_function(); }

  // A name that is known from its address on: a PUBLIC, or a FUNC without a size.
  struct Public {
    std::uint64_t address = 0;
    std::uint64_t offset = 0;
    std::string_view name;
  };
  // FILE or INLINE_ORIGIN.
  struct Explained {
    std::uint32_t number = 0;
    std::uint64_t offset = 0;
    std::string_view text;
  };
  const std::vector<Public>& publics() const { return publics_; }
  const std::vector<Explained>& files() const { return files_; }
  const std::vector<Explained>& origins() const { return origins_; }
  const Counts& counts() const { return counts_; }
  std::uint64_t first_broken() const { return first_broken_; }

  // Sets the names and paths of the numbers; empty if they are undefined. Call this before the index is
  // written.
  template <class FileOf, class OriginOf>
  void explain(FileOf file_of, OriginOf origin_of) {
    for (const auto& [number, key] : used_files_) draft_.tell_file(key, file_of(number));
    for (const auto& [number, key] : used_origins_) draft_.tell_name(key, origin_of(number));
  }

 private:
  bool take_record(LineFields record, std::uint64_t offset);
  bool take_function(LineFields record, std::uint64_t offset);
  bool take_line(LineFields record);
  bool take_inlined(LineFields record);
  bool take_public(LineFields record, std::uint64_t offset);
  bool explain(LineFields record, std::uint64_t offset, std::vector<Explained>& into);
  void end_function();
  index::FileKey file(std::uint32_t number);
  index::NameKey origin(std::uint32_t number);
  std::string_view keep(std::string_view text);

  index::Draft& draft_;
  std::pmr::monotonic_buffer_resource texts_;
  FunctionRows rows_;
  bool in_function_ = false;
  struct {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t offset = 0;
    std::string_view name;
  } function_;
  std::vector<Public> publics_;
  std::vector<Explained> files_;
  std::vector<Explained> origins_;
  index::FlatMap file_keys_;  // by number + 1, as 0 is not a valid key
  index::FlatMap origin_keys_;
  std::vector<std::pair<std::uint32_t, index::FileKey>> used_files_;
  std::vector<std::pair<std::uint32_t, index::NameKey>> used_origins_;
  Counts counts_;
  std::uint64_t first_broken_ = UINT64_MAX;
};

}  // namespace symkit::breakpad
