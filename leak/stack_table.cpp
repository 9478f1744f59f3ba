#include "stack_table.h"

#include <bit>
#include <cstring>
#include <sys/mman.h>

#include "thread.h"

namespace symleak {
namespace {

constexpr std::uint64_t first_size = 1024;

const std::uint64_t* frames_of(const format::StackRecord& stack) {
  return reinterpret_cast<const std::uint64_t*>(&stack + 1);
}

// Four independent chains: a processor multiplies several numbers at once.
std::uint64_t hash_of(const Frames& frames, std::uint32_t generation) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  std::uint64_t sums[4] = {frames.count, generation, frames.flags, 0};
  std::size_t i = 0;
  for (; i + 4 <= frames.count; i += 4)
    for (std::size_t j = 0; j < 4; ++j) sums[j] = std::rotl((sums[j] ^ frames.addresses[i + j]) * factor, 31);
  for (; i < frames.count; ++i) sums[0] = std::rotl((sums[0] ^ frames.addresses[i]) * factor, 31);
  std::uint64_t sum = 0;
  for (const std::uint64_t part : sums) sum = std::rotl((sum ^ part) * factor, 27);
  return (sum ^ sum >> 29) | 1;
}

}  // namespace

// A thread often allocates in the same place again: its last stack is compared first.
std::uint32_t StackTable::number_of(const Frames& frames) {
  const std::uint32_t generation = images_.generation();
  const auto* last = static_cast<const format::StackRecord*>(thread.last_stack);
  if (last != nullptr && thread.fork == forks_ && is_same(*last, frames, generation)) return last->number;
  const std::uint64_t hash = hash_of(frames, generation);
  const Table* table = table_.load(std::memory_order_acquire);
  const auto* stack = table == nullptr ? nullptr : find(*table, hash, frames, generation);
  if (stack == nullptr) stack = add(hash, frames, generation);
  thread.last_stack = stack;
  thread.fork = forks_;
  return stack == nullptr ? 0 : stack->number;
}

std::uint32_t StackTable::number_of(const void* last_stack, std::uintptr_t begins_at) const {
  const auto* stack = static_cast<const format::StackRecord*>(last_stack);
  if (stack == nullptr || forks_ != 0 || stack->count == 0 || stack->generation != images_.generation())
    return 0;
  return frames_of(*stack)[0] == begins_at ? stack->number : 0;
}

bool StackTable::is_same(const format::StackRecord& stack, const Frames& frames, std::uint32_t generation) {
  return stack.count == frames.count && stack.generation == generation && stack.flags == frames.flags &&
         std::memcmp(frames_of(stack), frames.addresses, frames.count * sizeof(std::uint64_t)) == 0;
}

const format::StackRecord* StackTable::find(const Table& table, std::uint64_t hash, const Frames& frames,
                                            std::uint32_t generation) {
  for (std::uint64_t i = hash >> 7;; ++i) {
    const Slot& slot = table.slots[i & table.mask];
    const std::uint64_t here = slot.hash.load(std::memory_order_acquire);
    if (here == 0) return nullptr;
    if (here != hash) continue;
    if (is_same(*slot.stack, frames, generation)) return slot.stack;
  }
}

void StackTable::put(Table& table, std::uint64_t hash, const format::StackRecord* stack) {
  std::uint64_t i = hash >> 7;
  while (table.slots[i & table.mask].hash.load(std::memory_order_relaxed) != 0) ++i;
  Slot& slot = table.slots[i & table.mask];
  slot.stack = stack;
  slot.hash.store(hash, std::memory_order_release);
}

StackTable::Table* StackTable::make_table(std::uint64_t size) {
  void* memory = mmap(nullptr, sizeof(Table) + static_cast<std::size_t>(size) * sizeof(Slot),
                      PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* table = static_cast<Table*>(memory);
  table->mask = size - 1;
  return table;
}

// Half of the slots stay free. A replaced table stays, as readers may be using it.
bool StackTable::make_room() {
  Table* old = table_.load(std::memory_order_relaxed);
  if (old != nullptr && count_ * 2 < old->mask) return true;
  Table* table = make_table(old == nullptr ? first_size : (old->mask + 1) * 4);
  if (table == nullptr) return old != nullptr && count_ < old->mask;
  for (std::uint64_t i = 0; old != nullptr && i <= old->mask; ++i) {
    const std::uint64_t hash = old->slots[i].hash.load(std::memory_order_relaxed);
    if (hash != 0) put(*table, hash, old->slots[i].stack);
  }
  table_.store(table, std::memory_order_release);
  return true;
}

format::StackRecord* StackTable::write(const Frames& frames, std::uint32_t generation) {
  const std::size_t size = sizeof(format::StackRecord) + frames.count * sizeof(std::uint64_t);
  if (block_ == nullptr || block_->used + size > format::block_room) {
    if (block_ != nullptr) Recording::close(block_);
    block_ = recording_.claim(format::BlockKind::Stacks);
    if (block_ == nullptr) return nullptr;
  }
  auto* stack = reinterpret_cast<format::StackRecord*>(contents_of(block_) + block_->used);
  *stack = {.number = count_ + 1,
            .count = static_cast<std::uint16_t>(frames.count),
            .flags = frames.flags,
            .generation = generation,
            .believed = static_cast<std::uint32_t>(frames.count)};
  std::memcpy(stack + 1, frames.addresses, frames.count * sizeof(std::uint64_t));
  if (frames.is_guess)
    stack->believed = static_cast<std::uint32_t>(images_.count_believable(frames.addresses, frames.count));
  const auto used = static_cast<std::uint32_t>(block_->used + size);
  std::atomic_ref(block_->used).store(used, std::memory_order_release);
  ++count_;
  return stack;
}

const format::StackRecord* StackTable::add(std::uint64_t hash, const Frames& frames,
                                           std::uint32_t generation) {
  const Holding hold(lock_);
  const Table* table = table_.load(std::memory_order_relaxed);
  if (table != nullptr)
    if (const auto* stack = find(*table, hash, frames, generation)) return stack;
  images_.note(frames.addresses, frames.count);
  const format::StackRecord* stack = make_room() ? write(frames, generation) : nullptr;
  if (stack == nullptr) {
    std::atomic_ref(recording_.header()->stacks_dropped).fetch_add(1);
    return nullptr;
  }
  put(*table_.load(std::memory_order_relaxed), hash, stack);
  return stack;
}

void StackTable::close() {
  const Holding hold(lock_);
  if (block_ != nullptr) Recording::close(block_);
  block_ = nullptr;
  images_.close();
}

// Old tables, and the blocks they point into, are the parent's; the child's copy of that memory stays.
void StackTable::forget() {
  lock_.reset();
  ++forks_;
  table_.store(nullptr, std::memory_order_relaxed);
  count_ = 0;
  block_ = nullptr;
}

}  // namespace symleak
