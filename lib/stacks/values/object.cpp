#include "stacks/values/object.h"

#include <algorithm>
#include <array>
#include <utility>

namespace symkit::values {
namespace {

// Bits in a row of bytes, whose number need not be one of whole bytes.
class BitSink {
 public:
  void take(Bytes bytes, std::uint64_t from, std::uint64_t count) {
    for (std::uint64_t i = from; i < from + count; ++i) {
      const bool is_set = (bytes[i / 8] >> i % 8 & 1U) != 0;
      if (is_set) (at_ < 64 ? bits_.low : bits_.high) |= std::uint64_t{1} << at_ % 64;
      ++at_;
    }
  }
  Bits bits() const { return bits_; }

 private:
  Bits bits_;
  std::uint64_t at_ = 0;
};

Known<void> take_memory(const unwind::Memory& memory, std::uint64_t address, std::uint64_t from,
                        std::uint64_t count, BitSink& sink) {
  const std::uint64_t first = from / 8, size = (from + count + 7) / 8 - first;
  const Bytes bytes = memory.at(address + first, size);
  if (bytes.size() < size) return std::unexpected(Lack::NotDumped);
  sink.take(bytes, from % 8, count);
  return {};
}

}  // namespace

Object::Object(const unwind::Memory& memory, std::vector<Piece> pieces) : memory_(&memory) {
  if (pieces.size() == 1 && pieces.front().address && pieces.front().from == 0)
    address_ = *pieces.front().address;
  else
    pieces_ = std::make_shared<const std::vector<Piece>>(std::move(pieces));
}

std::optional<std::uint64_t> Object::address() const {
  return pieces_ == nullptr ? std::optional(address_) : std::nullopt;
}

Object Object::at(std::uint64_t offset) const {
  Object part = *this;
  part.address_ += offset;
  return part;
}

Known<Bits> Object::bits(std::uint64_t from, unsigned size) const {
  BitSink sink;
  if (size > 128) return std::unexpected(Lack::NotUnderstood);
  if (pieces_ == nullptr) {
    if (auto taken = take_memory(*memory_, address_, from, size, sink); !taken)
      return std::unexpected(taken.error());
    return sink.bits();
  }
  if (address_ > UINT64_MAX / 16) return std::unexpected(Lack::OptimizedOut);
  std::uint64_t begin = address_ * 8 + from, left = size;
  for (const Piece& piece : *pieces_) {
    if (left == 0) break;
    if (begin >= piece.size) {
      begin -= piece.size;
      continue;
    }
    const std::uint64_t count = std::min(left, piece.size - begin);
    if (piece.lack) return std::unexpected(*piece.lack);
    if (piece.pointee) return std::unexpected(Lack::OptimizedOut);
    if (piece.address) {
      if (auto taken = take_memory(*memory_, *piece.address, piece.from + begin, count, sink); !taken)
        return std::unexpected(taken.error());
    } else {
      if (piece.from + begin + count > piece.bytes.size() * 8) return std::unexpected(Lack::OptimizedOut);
      sink.take(piece.bytes, piece.from + begin, count);
    }
    left -= count;
    begin = 0;
  }
  if (left != 0) return std::unexpected(Lack::OptimizedOut);
  return sink.bits();
}

std::optional<Pointee> Object::pointee() const {
  if (pieces_ == nullptr) return std::nullopt;
  std::uint64_t begin = address_ * 8;
  for (const Piece& piece : *pieces_) {
    if (begin < piece.size) return piece.pointee;
    begin -= piece.size;
  }
  return std::nullopt;
}

}  // namespace symkit::values
