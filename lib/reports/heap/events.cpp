#include "reports/heap/events.h"

#include <algorithm>
#include <map>

namespace symkit::heap {
namespace {

constexpr std::size_t most_lanes = 256;

using format::EventKind;

}  // namespace

// One lane: its blocks one after the other, and the current event.
class Events::Lane {
 public:
  explicit Lane(Damage& damage) : damage_(damage) {}

  void add(const RecordedBlock& block) { blocks_.push_back(&block); }
  void sort() {
    std::ranges::stable_sort(blocks_, {}, [](const RecordedBlock* block) { return block->header.sequence; });
  }

  // Returns false if there are no more events.
  bool advance() {
    for (;;) {
      if (read_event()) return true;
      if (next_block_ == blocks_.size()) return false;
      begin_block(*blocks_[next_block_++]);
    }
  }
  const Event& event() const { return event_; }

 private:
  void begin_block(const RecordedBlock& block) {
    at_ = Cursor(Recording::contents_of(block, room_), Endian::Little);
    event_ = {};
    event_.sequence = block.header.sequence;
    event_.time = block.header.time;
    address_ = 0;
  }

  std::uint64_t read_address() {
    const std::uint64_t number = at_.uleb();
    address_ += (number >> 1 ^ (~(number & 1) + 1)) << 3;
    return address_;
  }
  void read_size_and_stack() {
    event_.size = at_.uleb();
    event_.stack = static_cast<std::uint32_t>(at_.uleb());
  }

  // Returns false if the block has no more events, or only invalid ones.
  bool read_event() {
    while (!at_.at_end()) {
      const std::uint8_t first = at_.u8();
      const auto kind = static_cast<EventKind>(first & ((1U << format::kind_bits) - 1));
      std::uint64_t distance = first >> format::kind_bits;
      if (distance == format::distance_escape) distance += at_.uleb();
      if (kind == EventKind::Other) {
        const auto what = static_cast<format::OtherEvent>(at_.u8());
        if (what == format::OtherEvent::Time) {
          event_.time += at_.uleb();
          continue;
        }
        if (what != format::OtherEvent::Unmap) return give_up();
      }
      event_.kind = kind;
      event_.sequence += distance + 1;
      read_rest();
      return !at_.failed() || give_up();
    }
    return false;
  }

  void read_rest() {
    event_.is_unmap = false;
    event_.address = read_address();
    switch (event_.kind) {
      case EventKind::Allocate:
      case EventKind::Map: read_size_and_stack(); break;
      case EventKind::Moved:
        read_size_and_stack();
        event_.from = read_address();
        break;
      case EventKind::Free:
      case EventKind::Moving:
      case EventKind::Unmoved: break;
      case EventKind::Other:
        event_.is_unmap = true;
        event_.size = at_.uleb();
        break;
      default: at_.fail();
    }
  }

  bool give_up() {
    ++damage_.unread;
    at_ = {};
    return false;
  }

  Damage& damage_;
  std::vector<const RecordedBlock*> blocks_;
  std::size_t next_block_ = 0;
  std::vector<std::uint8_t> room_;
  Cursor at_;
  Event event_;
  std::uint64_t address_ = 0;
};

Events::Events(const Recording& recording, Damage& damage) : damage_(damage) {
  std::map<std::uint32_t, Lane*> by_number;
  for (const RecordedBlock& block : recording.blocks()) {
    if (block.header.kind != format::BlockKind::Events) continue;
    Lane*& lane = by_number[block.header.lane];
    if (lane == nullptr) {
      if (lanes_.size() == most_lanes) {
        by_number.erase(block.header.lane);
        ++damage_.unread;
        continue;
      }
      lane = lanes_.emplace_back(std::make_unique<Lane>(damage_)).get();
    }
    lane->add(block);
  }
  for (const auto& lane : lanes_) {
    lane->sort();
    put_back(*lane);
  }
}

Events::~Events() = default;

namespace {

// For heaps, whose greatest element is in front.
constexpr auto comes_later = [](const auto* left, const auto* right) {
  return left->event().sequence > right->event().sequence;
};

}  // namespace

void Events::put_back(Lane& lane) {
  if (!lane.advance()) return;
  waiting_.push_back(&lane);
  std::ranges::push_heap(waiting_, comes_later);
}

bool Events::next(Event& event) {
  if (waiting_.empty()) return false;
  std::ranges::pop_heap(waiting_, comes_later);
  Lane& lane = *waiting_.back();
  waiting_.pop_back();
  event = lane.event();
  put_back(lane);
  return true;
}

}  // namespace symkit::heap
