// The events of a recording in the order in which they happened, merged from its lanes. Only one block of
// each lane is in memory, whatever the size of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ground/base/cursor.h"
#include "reports/heap/recording.h"

namespace symkit::heap {

struct Event {
  format::EventKind kind = format::EventKind::Other;
  bool is_unmap = false;  // for kind Other
  std::uint64_t sequence = 0;
  std::uint64_t time = 0;  // nanoseconds since the beginning
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint32_t stack = 0;
  std::uint64_t from = 0;  // for Moved
};

class Events {
 public:
  // The recording must outlive it. Invalid data is added to `damage`.
  Events(const Recording& recording, Damage& damage);
  ~Events();
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  // Returns false at the end.
  bool next(Event& event);

 private:
  class Lane;
  void put_back(Lane& lane);

  Damage& damage_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<Lane*> waiting_;  // a heap, with the lane of the next event in front
};

}  // namespace symkit::heap
