// Runs of elements, one after the other, each contiguous. Unlike in a vector, nothing moves when memory
// runs out: it is allocated in chunks, and only the current run moves to the next one. A place has 32
// bits: no run begins further than `farthest` from its chunk's begin, however long the run before it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/base/large_memory.h"

namespace symkit::index {

struct RunPlace {
  std::uint32_t chunk = 0;
  std::uint32_t first = 0;
};

template <class T, std::size_t farthest = UINT32_MAX>
class Runs {
 public:
  // Ends the current run and begins the next.
  void begin() {
    first_ = chunks_.empty() ? 0 : chunks_.back().size();
    if (first_ > farthest) add_chunk(1);
  }
  // Room for `count` more elements in the current run.
  void make_room(std::size_t count) {
    if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < count) add_chunk(count);
  }
  void add(const T& element) {
    if (chunks_.empty() || chunks_.back().size() == chunks_.back().capacity()) add_chunk(1);
    chunks_.back().push_back(element);
  }
  void add(const T& one, const T& other) {
    make_room(2);
    chunks_.back().push_back(one);
    chunks_.back().push_back(other);
  }
  // The current run, and the place where it will be found later.
  std::span<const T> present() const {
    return chunks_.empty() ? std::span<const T>() : std::span<const T>(chunks_.back()).subspan(first_);
  }
  RunPlace place() const {
    return {static_cast<std::uint32_t>(chunks_.size()) - 1, static_cast<std::uint32_t>(first_)};
  }
  std::span<const T> run(RunPlace place, std::size_t size) const {
    return size == 0 ? std::span<const T>() : std::span(chunks_[place.chunk]).subspan(place.first, size);
  }

 private:
  using Chunk = std::vector<T>;
  static constexpr std::size_t least = std::max<std::size_t>(1, (std::size_t{64} << 10) / sizeof(T));
  static constexpr std::size_t most = (std::size_t{8} << 20) / sizeof(T);

  void add_chunk(std::size_t room) {
    const std::span<const T> run = present();
    Chunk next;
    const std::size_t usual = chunks_.empty() ? least : std::min(most, chunks_.back().capacity() * 2);
    reserve_large(next, std::max(usual, (run.size() + room) * 2));
    next.assign(run.begin(), run.end());
    chunks_.push_back(std::move(next));
    first_ = 0;
  }

  std::vector<Chunk> chunks_;
  std::size_t first_ = 0;
};

}  // namespace symkit::index
