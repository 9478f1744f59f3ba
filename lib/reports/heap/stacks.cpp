#include "reports/heap/stacks.h"

#include <algorithm>
#include <tuple>

#include "ground/base/cursor.h"

namespace symkit::heap {

Stacks::Stacks(const Recording& recording, Damage& damage) {
  for (const RecordedBlock& block : recording.blocks())
    if (block.header.kind == format::BlockKind::Stacks)
      most_stacks_ += block.header.used / sizeof(format::StackRecord);
  std::vector<std::uint8_t> room;
  for (const RecordedBlock& block : recording.blocks()) {
    const Bytes contents = Recording::contents_of(block, room);
    if (block.header.kind == format::BlockKind::Stacks && !read_stacks(contents)) ++damage.unread;
    if (block.header.kind == format::BlockKind::Images && !read_images(contents)) ++damage.unread;
  }
  std::ranges::sort(images_, {}, [](const Image& image) { return std::tie(image.generation, image.begin); });
}

bool Stacks::read_stacks(Bytes contents) {
  for (Cursor at(contents, Endian::Little); !at.at_end();) {
    const std::uint32_t number = at.u32();
    const std::uint16_t count = at.u16();
    const std::uint16_t flags = at.u16();
    const std::uint32_t generation = at.u32();
    const std::uint32_t believed = at.u32();
    Cursor frames(at.bytes(count * sizeof(std::uint64_t)), Endian::Little);
    // Missing blocks leave gaps in the numbers, but never more numbers than the file has room for stacks.
    if (at.failed() || number == 0 || number > most_stacks_ + format::block_size * 16 || believed > count)
      return false;
    if (records_.size() < number) records_.resize(number);
    records_[number - 1] = {frames_.size(), believed, generation, flags, believed < count};
    for (std::uint32_t i = 0; i < believed; ++i) frames_.push_back(frames.u64());
  }
  return true;
}

bool Stacks::read_images(Bytes contents) {
  for (Cursor at(contents, Endian::Little); !at.at_end();) {
    Image image;
    image.generation = at.u32();
    const std::uint16_t id_size = at.u16();
    const std::uint16_t path_size = at.u16();
    image.begin = at.u64();
    image.end = at.u64();
    image.slide = at.u64();
    image.id = ImageId::from_bytes(at.bytes(id_size)).value_or(ImageId());
    const Bytes path = at.bytes(path_size);
    at.skip((8 - at.offset() % 8) % 8);
    if (at.failed() || image.end < image.begin) return false;
    image.path.assign(reinterpret_cast<const char*>(path.data()), path.size());
    images_.push_back(std::move(image));
  }
  return true;
}

Stack Stacks::stack(std::uint32_t number) const {
  if (number == 0 || number > records_.size()) return {};
  const Record& record = records_[number - 1];
  return {std::span(frames_).subspan(record.begin, record.count), record.generation,
          (record.flags & format::stack_is_cut) != 0,
          record.is_broken || (record.flags & format::stack_is_broken) != 0};
}

const Image* Stacks::image_of(std::uint32_t generation, std::uint64_t address) const {
  const auto next =
      std::ranges::upper_bound(images_, std::tie(generation, address), {},
                               [](const Image& image) { return std::tie(image.generation, image.begin); });
  if (next == images_.begin()) return nullptr;
  const Image& image = *std::prev(next);
  return image.generation == generation && address - image.begin < image.end - image.begin ? &image : nullptr;
}

}  // namespace symkit::heap
