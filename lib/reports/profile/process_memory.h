// What was mapped where, in each process and at each time, as perf's records tell: what is mapped over
// something ends it, a program that is executed ends all, and a child begins with what its parent had.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/profile/profile.h"

namespace symkit::profile {

class ProcessMemory {
 public:
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t from = 0;  // times
    std::uint64_t until = UINT64_MAX;
    std::uint32_t mapping = none;  // of the profile
  };

  // In the order of time.
  void map(std::uint32_t process, std::uint64_t time, Piece piece);
  void execute(std::uint32_t process, std::uint64_t time);
  void fork(std::uint32_t process, std::uint32_t parent, std::uint64_t time);

  // Null where nothing is known.
  const Piece* find(std::uint32_t process, std::uint64_t address, std::uint64_t time) const;
  // How many pieces were looked at so far: in what was made to be slow, too many.
  std::uint64_t looked_at() const { return looked_at_; }

 private:
  struct Process {
    std::vector<Piece> pieces;
    std::uint32_t parent = 0;
    std::uint64_t born = 0;  // what its parent had then counts, if it has one
    std::uint64_t executed = 0;
    bool has_parent = false;
  };
  Process& last_called(std::uint32_t number);

  std::unordered_map<std::uint32_t, std::vector<Process>> processes_;  // numbers come again
  mutable std::uint64_t looked_at_ = 0;
};

}  // namespace symkit::profile
