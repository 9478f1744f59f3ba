#include "events.h"

#include <atomic>

#include "thread.h"

namespace symleak {

// One event: reserves its number, and holds the lane until it is written.
class Events::Writer {
 public:
  Writer(Events& events, format::EventKind kind, bool with_time = false)
      : lane_(events.lane()), hold_(lane_.lock) {
    std::atomic_ref counter(events.recording_.header()->sequence);
    const std::uint64_t sequence = is_single_threaded() ? counter.load(std::memory_order_relaxed) + 1
                                                        : counter.fetch_add(1, std::memory_order_relaxed) + 1;
    if (is_single_threaded()) counter.store(sequence, std::memory_order_relaxed);
    if (lane_.next >= lane_.end && !events.begin_block(lane_, sequence)) {
      std::atomic_ref(events.recording_.header()->events_dropped).fetch_add(1);
      return;
    }
    at_ = lane_.next;
    if (with_time) note_time(events.recording_.now());
    head(kind, sequence);
  }
  ~Writer() {
    if (at_ == nullptr) return;
    lane_.next = at_;
    const auto used = static_cast<std::uint32_t>(at_ - contents_of(lane_.block));
    std::atomic_ref(lane_.block->used).store(used, std::memory_order_release);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  explicit operator bool() const { return at_ != nullptr; }

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at_++ = static_cast<unsigned char>(value | 0x80);
    *at_++ = static_cast<unsigned char>(value);
  }
  // The distance between two addresses is minus that between their inverted values.
  void address(Hidden address) {
    const auto distance =
        static_cast<std::int64_t>(lane_.inverted >> 3) - static_cast<std::int64_t>(address.inverted() >> 3);
    lane_.inverted = address.inverted();
    number(static_cast<std::uint64_t>(distance) << 1 ^ static_cast<std::uint64_t>(distance >> 63));
  }
  void block(const Block& block) {
    address(block.address);
    number(block.size);
    number(block.stack);
  }
  void other(format::OtherEvent what) { *at_++ = static_cast<unsigned char>(what); }

 private:
  void head(format::EventKind kind, std::uint64_t sequence) {
    const std::uint64_t distance = sequence - lane_.sequence - 1;
    lane_.sequence = sequence;
    const auto low = static_cast<unsigned char>(kind);
    if (distance < format::distance_escape) {
      *at_++ = static_cast<unsigned char>(distance << format::kind_bits | low);
    } else {
      *at_++ = static_cast<unsigned char>(format::distance_escape << format::kind_bits | low);
      number(distance - format::distance_escape);
    }
  }
  void note_time(std::uint64_t now) {
    if (now <= lane_.time) return;
    *at_++ = static_cast<unsigned char>(format::EventKind::Other);
    other(format::OtherEvent::Time);
    number(now - lane_.time);
    lane_.time = now;
  }

  Lane& lane_;
  Holding hold_;
  unsigned char* at_ = nullptr;
};

// Threads are assigned lanes in turn, and keep theirs.
Events::Lane& Events::lane() {
  if (__builtin_expect(thread.lane == 0, 0))
    thread.lane = static_cast<std::uint16_t>(std::atomic_ref(threads_).fetch_add(1) % lane_count + 1);
  return lanes_[thread.lane - 1];
}

void Events::end_block(Lane& lane) {
  if (lane.block != nullptr) Recording::close_for_good(lane.block);
  lane.block = nullptr;
  lane.next = lane.end = nullptr;
}

bool Events::begin_block(Lane& lane, std::uint64_t sequence) {
  end_block(lane);
  lane.block = recording_.claim(format::BlockKind::Events);
  if (lane.block == nullptr) return false;
  lane.sequence = sequence - 1;
  lane.time = recording_.now();
  lane.inverted = ~std::uintptr_t{0};
  lane.block->lane = static_cast<std::uint32_t>(&lane - lanes_);
  lane.block->sequence = lane.sequence;
  lane.block->time = lane.time;
  lane.next = contents_of(lane.block);
  lane.end = lane.next + format::block_room - format::largest_event;
  return true;
}

void Events::allocated(const Block& block) {
  Writer event(*this, format::EventKind::Allocate, true);
  if (event) event.block(block);
}

void Events::freed(Hidden address) {
  Writer event(*this, format::EventKind::Free);
  if (event) event.address(address);
}

void Events::moving(Hidden address) {
  Writer event(*this, format::EventKind::Moving);
  if (event) event.address(address);
}

void Events::moved(const Block& block, Hidden from) {
  Writer event(*this, format::EventKind::Moved, true);
  if (!event) return;
  event.block(block);
  event.address(from);
}

void Events::unmoved(Hidden address) {
  Writer event(*this, format::EventKind::Unmoved);
  if (event) event.address(address);
}

void Events::mapped(const Block& block) {
  Writer event(*this, format::EventKind::Map, true);
  if (event) event.block(block);
}

void Events::unmapped(Hidden address, std::size_t size) {
  Writer event(*this, format::EventKind::Other, true);
  if (!event) return;
  event.other(format::OtherEvent::Unmap);
  event.address(address);
  event.number(size);
}

void Events::forget() {
  for (Lane& lane : lanes_) {
    lane.lock.reset();
    lane.block = nullptr;
    lane.next = lane.end = nullptr;
  }
}

void Events::close() {
  for (Lane& lane : lanes_) {
    const Holding hold(lane.lock);
    end_block(lane);
  }
}

}  // namespace symleak
