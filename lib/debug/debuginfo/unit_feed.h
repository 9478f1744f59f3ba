// Hands units out to workers: as soon as their bytes are decompressed, and, once all are there, the
// largest first, so that no worker is left with a large one at the end.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "files/dwarf/unit.h"

namespace symkit::debuginfo {

class UnitFeed {
 public:
  // For the thread that decompresses .debug_info: its first `final_bytes` bytes are final; and no more
  // will come.
  void add(Bytes info, Endian endian, std::size_t final_bytes);
  void finish();
  // Takes a complete list of units.
  void take(dwarf::UnitList list);

  // The next unit; waits until there is one. Nothing when all were handed out.
  std::optional<dwarf::UnitHeader> next();

  // To be read only after until_whole(): until then it grows.
  const dwarf::UnitList& list() const { return list_; }
  void until_whole();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  dwarf::UnitReader reader_;
  dwarf::UnitList list_;
  std::size_t handed_out_ = 0;        // how many of the list, while it grows
  std::vector<std::uint32_t> order_;  // of the rest, when it is complete; the next one last
  bool whole_ = false;
};

}  // namespace symkit::debuginfo
