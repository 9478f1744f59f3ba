#include "sampling.h"

#include <sys/mman.h>
#include <sys/random.h>

namespace symleak {
namespace {

std::uint64_t next_random() {
  static std::atomic<std::uint64_t> state{0};
  if (state.load(std::memory_order_relaxed) == 0) {
    std::uint64_t seed = 0;
    ask_kernel(SYS_getrandom, &seed, sizeof seed, GRND_NONBLOCK);
    state.store(seed | 1, std::memory_order_relaxed);
  }
  std::uint64_t mixed = state.fetch_add(0x9e3779b97f4a7c15, std::memory_order_relaxed);
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

// The natural logarithm of 2⁶⁴ divided by a random number of 64 bits, to a thousandth: exponentially
// distributed, with a mean of 1.
double random_interval() {
  const std::uint64_t number = next_random() | 1;
  const int zeros = __builtin_clzll(number);
  const double fraction = static_cast<double>(number << zeros << 1) / 18446744073709551616.0;
  const double log_of_fraction = fraction * (1.4249 + fraction * (fraction * 0.1578 - 0.5827));
  return (1 + zeros - log_of_fraction) * 0.6931471805599453;
}

}  // namespace

constinit std::atomic<std::uint32_t> Sampling::counters_[std::size_t{1} << counter_bits] = {};

// It does not matter how many of the block's bytes were chosen. A thread's first interval begins with its
// first block, which it may exceed.
bool Sampling::take(std::uintptr_t address) {
  const bool is_chosen = thread.is_sampling || begin_intervals();
  while (thread.until_sample < 0) thread.until_sample += interval();
  return is_chosen && add(address);
}

std::int64_t Sampling::interval() const {
  return static_cast<std::int64_t>(random_interval() * static_cast<double>(bytes_)) + 1;
}

bool Sampling::begin_intervals() {
  thread.is_sampling = true;
  thread.until_sample += interval();
  return thread.until_sample < 0;
}

std::uintptr_t* Sampling::slot_of(std::uintptr_t address) const {
  std::size_t place = static_cast<std::size_t>((std::uint64_t{address} * 0x9e3779b97f4a7c15) >> 20) & mask_;
  while (addresses_[place] != 0 && addresses_[place] != address) place = (place + 1) & mask_;
  return addresses_ + place;
}

bool Sampling::make_room() {
  if (addresses_ != nullptr && count_ * 2 < mask_) return true;
  const std::size_t size = addresses_ == nullptr ? 4096 : (mask_ + 1) * 2;
  void* memory = mmap(nullptr, size * sizeof(std::uintptr_t), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return addresses_ != nullptr && count_ < mask_;
  std::uintptr_t* const old = addresses_;
  const std::size_t old_size = old == nullptr ? 0 : mask_ + 1;
  addresses_ = static_cast<std::uintptr_t*>(memory);
  mask_ = size - 1;
  for (std::size_t i = 0; i < old_size; ++i)
    if (old[i] != 0) *slot_of(old[i]) = old[i];
  if (old != nullptr) munmap(old, old_size * sizeof(std::uintptr_t));
  return true;
}

bool Sampling::add(std::uintptr_t address) {
  const Holding hold(lock_);
  if (!make_room()) return false;
  std::uintptr_t* slot = slot_of(address);
  if (*slot == 0) {
    *slot = address;
    ++count_;
    counters_[place_of(address)].fetch_add(1, std::memory_order_relaxed);
  }
  return true;
}

bool Sampling::remove(std::uintptr_t address) {
  const Holding hold(lock_);
  if (addresses_ == nullptr) return false;
  std::size_t hole = static_cast<std::size_t>(slot_of(address) - addresses_);
  if (addresses_[hole] == 0) return false;
  --count_;
  counters_[place_of(address)].fetch_sub(1, std::memory_order_relaxed);
  addresses_[hole] = 0;
  // Later entries that were displaced from their own place move up.
  for (std::size_t i = (hole + 1) & mask_; addresses_[i] != 0; i = (i + 1) & mask_) {
    const std::uintptr_t moved = addresses_[i];
    addresses_[i] = 0;
    *slot_of(moved) = moved;
  }
  return true;
}

void Sampling::forget() {
  lock_.reset();
  for (std::size_t i = 0; addresses_ != nullptr && i <= mask_; ++i) addresses_[i] = 0;
  for (auto& counter : counters_)
    if (counter.load(std::memory_order_relaxed) != 0) counter.store(0, std::memory_order_relaxed);
  count_ = 0;
}

}  // namespace symleak
