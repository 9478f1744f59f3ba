#include "reports/heap/reach.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace symkit::heap {
namespace {

enum class State : std::uint8_t { Unreached, Reached, Indirect };

constexpr std::size_t read_at_once = std::size_t{1} << 20;

class Search {
 public:
  Search(std::span<const MemoryRange> blocks, const ReadMemory& read, unsigned word_size)
      : blocks_(blocks), read_(read), word_size_(word_size), states_(blocks.size(), State::Unreached) {
    if (blocks_.empty()) return;
    low_ = blocks_.front().begin;
    high_ = blocks_.back().end;
  }

  void from_roots(const Roots& roots) {
    unused_ = roots.unused;
    for (const std::uint64_t word : roots.words) mark(word, State::Reached);
    for (const MemoryRange& range : roots.ranges) scan(range, State::Reached);
    for (const MemoryRange& range : roots.allocator)
      for_each_pointer(range, [&](std::size_t block, std::uint64_t word) {
        if (word != head_behind(blocks_[block])) mark_block(block, State::Reached);
      });
    follow(State::Reached);
  }

  // Orders the remaining blocks: those to which no other points come first, then the first of each cycle.
  void sort_unreached() {
    std::vector<bool> is_pointed_to(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (states_[i] == State::Unreached)
        for_each_pointer(blocks_[i], [&](std::size_t other, std::uint64_t) {
          if (other != i) is_pointed_to[other] = true;
        });
    for (const bool in_rings : {false, true})
      for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (states_[i] == State::Unreached && is_pointed_to[i] == in_rings && !is_direct(i)) lead_from(i);
  }

  std::vector<Unreached> unreached() const {
    std::vector<Unreached> found;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (states_[i] != State::Reached) found.push_back({blocks_[i].begin, states_[i] == State::Indirect});
    return found;
  }

 private:
  // glibc's layout of memory: a header of two words, and pieces at multiples of two words.
  std::uint64_t head_behind(const MemoryRange& block) const {
    const std::uint64_t two_words = std::uint64_t{2} * word_size_;
    const std::uint64_t size = block.end - block.begin + word_size_ + two_words - 1;
    return block.begin - two_words + std::max(size / two_words * two_words, 2 * two_words);
  }
  bool is_direct(std::size_t block) const { return !direct_.empty() && direct_[block]; }

  void lead_from(std::size_t block) {
    direct_.resize(blocks_.size());
    direct_[block] = true;
    scan(blocks_[block], State::Indirect);
    follow(State::Indirect);
  }

  // The block into which the word points.
  std::optional<std::size_t> block_at(std::uint64_t word) const {
    if (word < low_ || word >= high_) return std::nullopt;
    const auto next = std::ranges::upper_bound(blocks_, word, {}, &MemoryRange::begin);
    if (next == blocks_.begin()) return std::nullopt;
    const auto block = std::prev(next);
    if (word >= block->end) return std::nullopt;
    return static_cast<std::size_t>(block - blocks_.begin());
  }

  void mark(std::uint64_t word, State state) {
    if (const auto block = block_at(word)) mark_block(*block, state);
  }
  void mark_block(std::size_t block, State state) {
    if (states_[block] != State::Unreached || is_direct(block)) return;
    states_[block] = state;
    to_follow_.push_back(block);
  }

  void follow(State state) {
    while (!to_follow_.empty()) {
      const MemoryRange block = blocks_[to_follow_.back()];
      to_follow_.pop_back();
      scan(block, state);
    }
  }
  void scan(const MemoryRange& range, State state) {
    for_each_pointer(range, [&](std::size_t block, std::uint64_t) { mark_block(block, state); });
  }

  template <class Use>
  void for_each_pointer(const MemoryRange& range, Use use) {
    const std::uint64_t mask = word_size_ - 1;
    for (std::uint64_t at = (range.begin + mask) & ~mask; at + word_size_ <= range.end;) {
      const std::uint64_t left = (range.end - at) & ~mask;
      const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left, read_at_once));
      bytes_.resize(size);
      read_used(at);
      for (std::size_t i = 0; i < size; i += word_size_) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes_.data() + i, word_size_);
        if (const auto block = block_at(word)) use(*block, word);
      }
      at += size;
    }
  }

  void read_used(std::uint64_t address) {
    read_(address, bytes_);
    const std::uint64_t end = address + bytes_.size();
    for (auto range = std::ranges::upper_bound(unused_, address, {}, &MemoryRange::end);
         range != unused_.end() && range->begin < end; ++range) {
      const std::uint64_t begin = std::max(range->begin, address);
      std::memset(bytes_.data() + (begin - address), 0, std::min(range->end, end) - begin);
    }
  }

  std::span<const MemoryRange> blocks_;
  const ReadMemory& read_;
  unsigned word_size_;
  std::vector<State> states_;
  std::vector<bool> direct_;
  std::vector<std::size_t> to_follow_;
  std::vector<std::uint8_t> bytes_;
  std::span<const MemoryRange> unused_;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

}  // namespace

std::vector<Unreached> find_unreached(std::span<const MemoryRange> blocks, const Roots& roots,
                                      const ReadMemory& read, unsigned word_size) {
  Search search(blocks, read, word_size);
  search.from_roots(roots);
  search.sort_unreached();
  return search.unreached();
}

}  // namespace symkit::heap
