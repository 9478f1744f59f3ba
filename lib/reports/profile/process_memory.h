// The memory mappings of each process over time, from perf's records: a new mapping ends those it covers,
// executing a program ends all, and a child process begins with its parent's.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/profile/profile.h"
#include "stacks/samples/stack_unwinder.h"

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

  // Must be called in the order of time.
  void map(std::uint32_t process, std::uint64_t time, Piece piece);
  void execute(std::uint32_t process, std::uint64_t time);
  void fork(std::uint32_t process, std::uint32_t parent, std::uint64_t time);

  // What a process had at a time, by address, and as long as it was so.
  struct View {
    std::uint64_t from = 0;  // times
    std::uint64_t until = UINT64_MAX;
    samples::CodePieces pieces = {};

    bool holds_at(std::uint64_t time) const { return from <= time && time < until; }
  };
  View view(std::uint32_t process, std::uint64_t time) const;

  // How much was examined so far, about the number of comparisons: too many for input crafted to be slow.
  std::uint64_t looked_at() const { return looked_at_.load(std::memory_order_relaxed); }

 private:
  struct Process {
    std::vector<Piece> pieces;
    std::uint32_t parent = 0;
    std::uint64_t born = 0;  // its parent's mappings at this time apply, if it has a parent
    std::uint64_t executed = 0;
    bool has_parent = false;
  };
  Process& last_called(std::uint32_t number);
  const Process* called(std::uint32_t number, std::uint64_t time) const;

  std::unordered_map<std::uint32_t, std::vector<Process>> processes_;  // numbers are reused
  mutable std::atomic<std::uint64_t> looked_at_ = 0;
};

}  // namespace symkit::profile
