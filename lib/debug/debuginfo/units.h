// Distributes the units of one image to workers: each processes one after the other, as soon as its bytes
// are decompressed. All readers of debug information go through here.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "debug/debuginfo/companions.h"
#include "debug/debuginfo/debug_sections.h"
#include "debug/debuginfo/effort.h"
#include "debug/debuginfo/first_time.h"
#include "debug/debuginfo/unit_feed.h"
#include "files/container/image.h"
#include "files/dwarf/entry_names.h"
#include "ground/base/diagnostics.h"
#include "ground/base/result.h"

namespace symkit::debuginfo {

inline constexpr std::string_view used = "used";

struct WalkOptions {
  unsigned jobs = 1;
  // Receives errors, one call at a time; `fate` describes what happens to the rest: "what came first is
  // used".
  WarningSink warn = [](const std::string&) {};
  std::string_view fate = used;
  // Called from workers as bytes of .debug_info are done.
  std::function<void(std::uint64_t)> advanced = [](std::uint64_t) {};
  // The same for other files that skeletons refer to. Their total size is unknown.
  std::function<void(std::uint64_t)> advanced_elsewhere = [](std::uint64_t) {};
  // Called now and then while sections are decompressed: pages of the file that were read may leave
  // memory.
  std::function<void()> release_pages = [] {};
  // Called now and then, from any worker: most units in these bytes of .debug_info will not be read
  // again.
  std::function<void(Bytes)> done_with = [](Bytes) {};
  // Whether the remaining work is pointless.
  std::function<bool()> is_in_vain = [] { return false; };
};

// A warning about a unit.
std::string told_broken(const dwarf::UnitHeader& unit, std::string_view fate);

// Shared by all workers.
class Units {
 public:
  // Workers decompress the sections; .debug_info is handed out meanwhile. `companions` may be null.
  explicit Units(const container::Image& image, Companions* companions = nullptr)
      : companions_(companions),
        unpacked_(std::in_place, image, supplementary()),
        effort_(unpacked_->size()) {
    grow_for_supplementary();
  }
  // For sections that are ready; `size`: their total size.
  Units(const dwarf::Sections& sections, dwarf::UnitList list, std::uint64_t size,
        Companions* companions = nullptr)
      : companions_(companions), given_(sections), effort_(size) {
    feed_.take(std::move(list));
    grow_for_supplementary();
  }
  // For units that are found one by one (unit_finder.h): the list is read once an entry refers to another
  // unit. Before that, `complete` completes .debug_info.
  Units(const dwarf::Sections& sections, std::uint64_t size, Companions* companions,
        std::function<void()> complete)
      : companions_(companions), given_(sections), effort_(size), complete_(std::move(complete)) {
    grow_for_supplementary();
  }

  const dwarf::Sections& sections() const { return unpacked_ ? unpacked_->sections() : given_; }
  const dwarf::UnitList& list() const { return feed_.list(); }
  // Reads the names of entries; one for each worker.
  dwarf::EntryNames names() {
    return {sections(), feed_.list(), [this] { until_whole(); }, supplementary()};
  }
  // Returns when the list is complete.
  void until_whole();
  Effort& effort() { return effort_; }
  // The rest of a skeleton in another file, if that was found.
  std::optional<SplitUnit> split(const dwarf::Unit& skeleton);

  // Each worker calls take(number, header) for unit after unit; false means that the unit is broken.
  Result<void> walk(const WalkOptions& options,
                    const std::function<bool(unsigned, const dwarf::UnitHeader&)>& take);

 private:
  const dwarf::DebugFile* supplementary() const {
    return companions_ == nullptr ? nullptr : companions_->supplementary();
  }
  void grow_for_supplementary() {
    if (const dwarf::DebugFile* shared = supplementary()) effort_.grow(shared->sections.info.size());
  }
  void tell_done(const dwarf::UnitHeader& unit, const WalkOptions& options);
  void unpack(unsigned worker, const WalkOptions& options);
  void unpack_info(const WalkOptions& options);

  Companions* companions_;
  dwarf::Sections given_;
  std::optional<DebugSections> unpacked_;
  UnitFeed feed_;
  Effort effort_;
  std::function<void()> complete_;
  std::once_flag listed_;
  FirstTime is_new_file_;
  std::atomic<std::uint64_t> done_bytes_ = 0;   // of units
  std::atomic<std::uint64_t> split_bytes_ = 0;  // of split units handed out, not yet reported
};

// The same with one worker object per thread, made by `make` from the thread's number: a std::unique_ptr
// to something with bool take(const dwarf::UnitHeader&).
template <class Make>
auto for_each_unit(Units& units, const WalkOptions& options, Make make)
    -> Result<std::vector<decltype(make(0U))>> {
  std::vector<decltype(make(0U))> workers;
  for (unsigned worker = 0; worker < std::max(1U, options.jobs); ++worker) workers.push_back(make(worker));
  const auto walked = units.walk(options, [&](unsigned worker, const dwarf::UnitHeader& header) {
    return workers[worker]->take(header);
  });
  if (!walked) return std::unexpected(walked.error());
  return workers;
}

}  // namespace symkit::debuginfo
