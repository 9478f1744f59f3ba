#include "reports/profile/process_memory.h"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace symkit::profile {
namespace {

// More distant ancestors have nothing in common with a process.
constexpr unsigned most_ancestors = 64;

}  // namespace

ProcessMemory::Process& ProcessMemory::last_called(std::uint32_t number) {
  std::vector<Process>& all = processes_[number];
  return all.empty() ? all.emplace_back() : all.back();
}

void ProcessMemory::map(std::uint32_t process, std::uint64_t time, Piece piece) {
  std::vector<Piece>& pieces = last_called(process).pieces;
  piece.from = time;
  // Libraries are mapped one after the other: a covered piece is near the end, or does not exist.
  constexpr std::size_t most_looked_at = 1024;
  for (Piece& older : std::views::reverse(pieces) | std::views::take(most_looked_at))
    if (older.until > time && older.begin < piece.end && piece.begin < older.end) older.until = time;
  pieces.push_back(piece);
}

void ProcessMemory::execute(std::uint32_t process, std::uint64_t time) {
  Process& its = last_called(process);
  its.executed = time;
  for (Piece& piece : its.pieces) piece.until = std::min(piece.until, time);
}

void ProcessMemory::fork(std::uint32_t process, std::uint32_t parent, std::uint64_t time) {
  if (process == parent) return;
  processes_[process].push_back({.pieces = {}, .parent = parent, .born = time, .has_parent = true});
}

// A piece ends the earlier ones that it covers, so at most one applies.
const ProcessMemory::Piece* ProcessMemory::find(std::uint32_t process, std::uint64_t address,
                                                std::uint64_t time) const {
  for (unsigned generation = 0; generation < most_ancestors; ++generation) {
    const auto found = processes_.find(process);
    if (found == processes_.end()) return nullptr;
    const auto behind = std::ranges::upper_bound(found->second, time, {}, &Process::born);
    if (behind == found->second.begin()) return nullptr;
    const Process& its = *std::prev(behind);
    for (const Piece& piece : std::views::reverse(its.pieces)) {
      ++looked_at_;
      const bool was_there = piece.from <= time && time < piece.until;
      if (was_there && piece.begin <= address && address < piece.end) return &piece;
    }
    const bool was_executed = its.executed != 0 && its.executed <= time;
    if (!its.has_parent || was_executed) return nullptr;
    process = its.parent;
    time = std::min(time, its.born);
  }
  return nullptr;
}

}  // namespace symkit::profile
