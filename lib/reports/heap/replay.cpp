#include "reports/heap/replay.h"

#include <algorithm>
#include <cmath>

namespace symkit::heap {
namespace {

using format::EventKind;

constexpr std::uint64_t short_life = 100;
constexpr std::uint64_t page_size = 4096;

class Replayer {
 public:
  Replayer(Replay& replay, std::uint64_t most_stacks, BlockWatcher* watcher, Inherited* inherited)
      : replay_(replay), most_stacks_(most_stacks), watcher_(watcher), inherited_(inherited) {
    replay_.by_stack.resize(1);
  }

  void apply(const Event& event) {
    ++replay_.events;
    replay_.last_sequence = event.sequence;
    replay_.last_time = std::max(replay_.last_time, event.time);
    switch (event.kind) {
      case EventKind::Allocate: allocate(event); break;
      case EventKind::Free: release(event); break;
      case EventKind::Moving: begin_move(event); break;
      case EventKind::Moved:
        moving_.erase(event.from);
        if (inherited_ != nullptr) inherited_->erase(event.from);
        allocate(event);
        break;
      case EventKind::Unmoved: take_back(event); break;
      case EventKind::Map: replay_.mapped.map(pages_of(event), event.stack); break;
      default: replay_.mapped.unmap(pages_of(event));
    }
  }

  // Adds up what each stack has mapped.
  void count_mapped() {
    for (const auto& [begin, rest] : replay_.mapped.by_begin()) {
      for (Counts* tally : {&this->tally(rest.stack), &replay_.total}) {
        tally->mapped_bytes += rest.end - begin;
        ++tally->mappings;
      }
    }
  }

 private:
  // Complete pages, as the kernel maps them; none if sizes of a damaged file wrap around the end of
  // memory.
  static MemoryRange pages_of(const Event& event) {
    if (event.size > UINT64_MAX - page_size - event.address) return {};
    return {event.address, (event.address + event.size + page_size - 1) / page_size * page_size};
  }

  Counts& tally(std::uint32_t stack) {
    if (stack > most_stacks_) return replay_.by_stack[0];
    if (stack >= replay_.by_stack.size()) replay_.by_stack.resize(stack + 1);
    return replay_.by_stack[stack];
  }

  void count(const LiveBlock& block, const Share& share) {
    for (Counts* tally : {&this->tally(block.stack), &replay_.total}) {
      tally->live += share.blocks;
      tally->live_bytes += share.bytes;
    }
    if (watcher_ != nullptr) watcher_->came(block, replay_.last_time);
    if (replay_.total.live_bytes <= replay_.peak_bytes) return;
    replay_.peak_bytes = replay_.total.live_bytes;
    replay_.peak_sequence = replay_.last_sequence;
  }
  void uncount(const LiveBlock& block) {
    const Share share = replay_.share_of(block.size);
    for (Counts* tally : {&this->tally(block.stack), &replay_.total}) {
      tally->live -= share.blocks;
      tally->live_bytes -= share.bytes;
    }
    if (watcher_ != nullptr) watcher_->went(block, replay_.last_time);
  }

  void allocate(const Event& event) {
    if (event.address == 0) return;
    // Its end was not seen: it was freed where the recorder could not record.
    if (const LiveBlock* old = replay_.blocks.find(event.address)) uncount(*old);
    const LiveBlock block = {event.size, event.sequence, event.stack};
    replay_.blocks.put(event.address, block);
    const Share share = replay_.share_of(event.size);
    for (Counts* tally : {&this->tally(event.stack), &replay_.total}) {
      tally->allocations += share.blocks;
      tally->allocated_bytes += share.bytes;
    }
    count(block, share);
  }

  void release(const Event& event) {
    const LiveBlock* block = replay_.blocks.find(event.address);
    if (block == nullptr) {
      ++replay_.unknown_frees;
      if (inherited_ != nullptr) inherited_->erase(event.address);
      return;
    }
    uncount(*block);
    if (event.sequence - block->sequence <= short_life) {
      const Amount blocks = replay_.share_of(block->size).blocks;
      tally(block->stack).short_lived += blocks;
      replay_.total.short_lived += blocks;
    }
    replay_.blocks.erase(event.address);
  }

  void begin_move(const Event& event) {
    const LiveBlock* block = replay_.blocks.find(event.address);
    if (block == nullptr) {
      ++replay_.unknown_frees;
      return;
    }
    moving_.put(event.address, *block);
    uncount(*block);
    replay_.blocks.erase(event.address);
  }
  void take_back(const Event& event) {
    const LiveBlock* moving = moving_.find(event.address);
    if (moving == nullptr) return;
    const LiveBlock block = *moving;
    moving_.erase(event.address);
    replay_.blocks.put(event.address, block);
    count(block, replay_.share_of(block.size));
  }

  Replay& replay_;
  std::uint64_t most_stacks_;
  BlockWatcher* watcher_;
  Inherited* inherited_;
  AddressMap<LiveBlock> moving_;
};

Amount amount_of(double number) { return {static_cast<unsigned __int128>(number * Amount::scale)}; }

}  // namespace

Share Replay::share_of(std::uint64_t size) const {
  if (sample == 0) return {{Amount::scale}, {static_cast<unsigned __int128>(size) * Amount::scale}};
  const double blocks = 1 / -std::expm1(-static_cast<double>(size | 1) / static_cast<double>(sample));
  return {amount_of(blocks), amount_of(blocks * static_cast<double>(size))};
}

void Counts::add(const Counts& other) {
  allocations += other.allocations;
  allocated_bytes += other.allocated_bytes;
  live += other.live;
  live_bytes += other.live_bytes;
  short_lived += other.short_lived;
  mapped_bytes += other.mapped_bytes;
  mappings += other.mappings;
}

Replay replay(const Recording& recording, Damage& damage, std::uint64_t until, BlockWatcher* watcher,
              Inherited* inherited) {
  Replay result;
  std::uint64_t most_stacks = 0;
  for (const RecordedBlock& block : recording.blocks())
    if (block.header.kind == format::BlockKind::Stacks)
      most_stacks += format::block_room / sizeof(format::StackRecord);
  Replayer replayer(result, most_stacks, watcher, inherited);
  result.sample = recording.header().sample;
  Events events(recording, damage);
  for (Event event; events.next(event) && event.sequence <= until;) replayer.apply(event);
  replayer.count_mapped();
  return result;
}

}  // namespace symkit::heap
