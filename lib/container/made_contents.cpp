#include "container/made_contents.h"

#include <new>

#include "base/words.h"

namespace symkit::container {
namespace {

// A hostile file can let a hundred sections share the same compressed bytes. All that is ever made of one
// file stays below what its whole length could unpack to.
std::uint64_t budget_for(std::size_t file_size) {
  constexpr std::uint64_t ratio = 1032;
  constexpr std::uint64_t floor = 16 << 20;
  return file_size * ratio + floor;
}

}  // namespace

MadeContents::MadeContents(const std::vector<bool>& made, std::size_t file_size)
    : slot_of_(made.size(), none), budget_(budget_for(file_size)) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made[i]) slot_of_[i] = count++;
  if (count != 0) slots_ = std::make_unique<Slot[]>(count);
}

Result<Bytes> MadeContents::get(std::size_t section, std::uint64_t size, const Fill& fill) const {
  Slot& slot = slots_[slot_of_[section]];
  std::call_once(slot.once, [&] { slot.result = make(slot, size, fill); });
  return slot.result;
}

Result<Bytes> MadeContents::make(Slot& slot, std::uint64_t size, const Fill& fill) const {
  std::uint64_t left = budget_.load(std::memory_order_relaxed);
  do {
    if (size > left) return fail("unpacks to more than a file of this length can hold");
  } while (!budget_.compare_exchange_weak(left, left - size, std::memory_order_relaxed));
  slot.bytes.reset(new (std::nothrow) std::uint8_t[size]);
  if (!slot.bytes) return fail(say("not enough memory for ", size, " bytes"));
  const std::span<std::uint8_t> out(slot.bytes.get(), size);
  if (auto filled = fill(out); !filled) {
    slot.bytes.reset();
    return std::unexpected(filled.error());
  }
  return Bytes(out);
}

}  // namespace symkit::container
