#include "files/container/made_contents.h"

#include <algorithm>
#include <new>

#include "files/container/compressed_section.h"
#include "files/container/section_of_image.h"
#include "ground/base/large_memory.h"
#include "ground/base/words.h"

namespace symkit::container {
MadeContents::MadeContents(const std::vector<Section>& sections, std::vector<bool> relocated,
                           std::shared_ptr<io::UnpackBudget> budget)
    : relocated_(std::move(relocated)), slot_of_(sections.size(), none), budget_(std::move(budget)) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (sections[i].compression != Compression::None || relocated_[i]) slot_of_[i] = count++;
  if (count != 0) slots_ = std::make_unique<Slot[]>(count);
}

Result<Bytes> MadeContents::get(const std::vector<Section>& sections, const Section& section,
                                const Relocate& relocate, const Image::Ready& ready) const {
  const auto index = index_of(section, sections);
  if (!index) return std::unexpected(index.error());
  if (slot_of_[*index] == none) {
    if (ready) ready(section.data, section.data.size());
    return section.data;
  }
  if (!is_believable(section.compression, section.data.size(), section.size))
    return fail(say(section.name, ": broken: claims to unpack to ", section.size, " bytes"));
  Slot& slot = slots_[slot_of_[*index]];
  std::call_once(slot.once, [&] { slot.result = make(slot, section, *index, relocate, ready); });
  if (!slot.result) return std::unexpected(slot.result.error().within(section.name));
  if (ready) ready(*slot.result, slot.result->size());
  return slot.result;
}

Result<Bytes> MadeContents::make(Slot& slot, const Section& section, std::size_t index,
                                 const Relocate& relocate, const Image::Ready& ready) const {
  if (auto allowed = budget_->take(section.size); !allowed) return std::unexpected(allowed.error());
  slot.bytes.reset(new (std::nothrow) std::uint8_t[section.size]);
  if (!slot.bytes) return fail(say("not enough memory for ", section.size, " bytes"));
  const bool bit_by_bit = ready && !relocated_[index];
  // Who reads the beginning may never want the end, and large pages are dear where memory is in pieces.
  if (!bit_by_bit) want_large_pages(slot.bytes.get(), section.size);
  const std::span<std::uint8_t> out(slot.bytes.get(), section.size);
  // Bytes that were reported as final stay, whatever comes after them.
  if (section.compression == Compression::None) {
    std::ranges::copy(section.data, out.begin());
  } else {
    const auto tell = [&](std::size_t bytes) { return ready(Bytes(out), bytes); };
    auto unpacked = bit_by_bit ? unpack(section.compression, section.data, out, tell)
                               : unpack(section.compression, section.data, out);
    if (!unpacked) return std::unexpected(unpacked.error());
  }
  if (relocated_[index])
    if (auto done = relocate(index, out); !done) return std::unexpected(done.error());
  return Bytes(out);
}

}  // namespace symkit::container
