#include "reports/profile/process_memory.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace symkit::profile {
namespace {

// More distant ancestors have nothing in common with a process.
constexpr unsigned most_ancestors = 64;

// Pieces of memory, of which those that come first hide the others.
class Layers {
 public:
  void add_below(std::uint64_t begin, std::uint64_t end, std::uint32_t mapping) {
    auto next = pieces_.upper_bound(begin);
    if (next != pieces_.begin()) begin = std::max(begin, std::prev(next)->second.end);
    for (; begin < end && next != pieces_.end() && next->first < end; ++next) {
      if (begin < next->first) pieces_.emplace_hint(next, begin, Piece{next->first, mapping});
      begin = std::max(begin, next->second.end);
    }
    if (begin < end) pieces_.emplace_hint(next, begin, Piece{end, mapping});
  }

  std::vector<samples::CodePiece> pieces() const {
    std::vector<samples::CodePiece> all;
    all.reserve(pieces_.size());
    for (const auto& [begin, piece] : pieces_) all.push_back({begin, piece.end, piece.mapping});
    return all;
  }

 private:
  struct Piece {
    std::uint64_t end = 0;
    std::uint32_t mapping = none;
  };
  std::map<std::uint64_t, Piece> pieces_;  // by begin
};

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

// The one that had the number then.
const ProcessMemory::Process* ProcessMemory::called(std::uint32_t number, std::uint64_t time) const {
  const auto found = processes_.find(number);
  if (found == processes_.end()) return nullptr;
  const auto behind = std::ranges::upper_bound(found->second, time, {}, &Process::born);
  return behind == found->second.begin() ? nullptr : &*std::prev(behind);
}

ProcessMemory::View ProcessMemory::view(std::uint32_t process, std::uint64_t time) const {
  View view;
  const auto note = [&](std::uint64_t event) {
    if (event <= time)
      view.from = std::max(view.from, event);
    else
      view.until = std::min(view.until, event);
  };
  if (const auto found = processes_.find(process); found != processes_.end()) {
    const auto next = std::ranges::upper_bound(found->second, time, {}, &Process::born);
    if (next != found->second.end()) note(next->born);
  }
  Layers layers;
  std::uint64_t then = time;
  for (unsigned generation = 0; generation < most_ancestors; ++generation) {
    const Process* const its = called(process, then);
    if (its == nullptr) break;
    constexpr std::uint64_t cost_of_piece = 16;
    looked_at_.fetch_add(its->pieces.size() * cost_of_piece + 1, std::memory_order_relaxed);
    // What ancestors had when the process was born does not change any more.
    if (generation == 0)
      for (const std::uint64_t event : {its->born, its->executed}) note(event);
    for (const Piece& piece : std::views::reverse(its->pieces)) {
      if (generation == 0) note(piece.from);
      if (generation == 0) note(piece.until);
      if (piece.from <= then && then < piece.until) layers.add_below(piece.begin, piece.end, piece.mapping);
    }
    const bool was_executed = its->executed != 0 && its->executed <= then;
    if (!its->has_parent || was_executed) break;
    process = its->parent;
    then = std::min(then, its->born);
  }
  view.pieces = samples::CodePieces(layers.pieces());
  return view;
}

}  // namespace symkit::profile
