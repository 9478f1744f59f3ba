// Bytes put together by hand: numbers of either byte order, LEB128, and labels whose offsets are filled in
// when they are known. For test inputs that no compiler emits.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::test {

using Buffer = std::vector<std::uint8_t>;

class Assembler {
 public:
  // A place in the bytes: used before or after place() gives it one.
  struct Label {
    std::size_t number;
  };

  explicit Assembler(Endian endian = Endian::Little, unsigned address_size = 8)
      : endian_(endian), address_size_(address_size) {}

  std::size_t size() const { return bytes_.size(); }
  Endian endian() const { return endian_; }
  unsigned address_size() const { return address_size_; }

  Assembler& number(std::uint64_t value, unsigned width) {
    bytes_.resize(bytes_.size() + width);
    write(bytes_.size() - width, value, width);
    return *this;
  }
  Assembler& u8(std::uint64_t value) { return number(value, 1); }
  Assembler& u16(std::uint64_t value) { return number(value, 2); }
  Assembler& u32(std::uint64_t value) { return number(value, 4); }
  Assembler& u64(std::uint64_t value) { return number(value, 8); }
  Assembler& address(std::uint64_t value) { return number(value, address_size_); }

  Assembler& uleb(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) u8((value & 0x7f) | 0x80);
    return u8(value);
  }

  Assembler& sleb(std::int64_t value) {
    while (value < -64 || value > 63) {
      u8((static_cast<std::uint64_t>(value) & 0x7f) | 0x80);
      value >>= 7;
    }
    return u8(static_cast<std::uint64_t>(value) & 0x7f);
  }

  Assembler& bytes(Bytes bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Assembler& text(std::string_view text) { return bytes(as_bytes(text)); }
  Assembler& cstring(std::string_view string) { return text(string).u8(0); }

  // Cut or filled up with NULs to `width`.
  Assembler& fixed_text(std::string_view string, std::size_t width) {
    text(string.substr(0, width));
    return zeros(width - string.substr(0, width).size());
  }
  Assembler& zeros(std::size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  Assembler& align(std::size_t to) { return zeros((to - bytes_.size() % to) % to); }

  Label label() {
    places_.push_back(unplaced);
    return {places_.size() - 1};
  }
  Assembler& place(Label label) {
    places_[label.number] = bytes_.size();
    return *this;
  }
  Label here() {
    const Label made = label();
    place(made);
    return made;
  }

  // The label's offset from the beginning of the bytes.
  Assembler& offset_of(Label label, unsigned width) { return distance({nowhere}, label, width); }
  // How many bytes `to` lies behind `from`: the length of a DWARF unit, for one.
  Assembler& distance(Label from, Label to, unsigned width) {
    fixups_.push_back({bytes_.size(), width, from.number, to.number});
    return zeros(width);
  }

  Buffer finish() {
    for (const Fixup& fixup : fixups_)
      write(fixup.at, place_of(fixup.to) - place_of(fixup.from), fixup.width);
    fixups_.clear();
    return bytes_;
  }

 private:
  static constexpr std::size_t unplaced = SIZE_MAX;
  static constexpr std::size_t nowhere = SIZE_MAX;

  struct Fixup {
    std::size_t at;
    unsigned width;
    std::size_t from;
    std::size_t to;
  };

  std::size_t place_of(std::size_t label) const {
    if (label == nowhere) return 0;
    if (places_.at(label) == unplaced) throw std::logic_error("a label was used but never placed");
    return places_[label];
  }

  void write(std::size_t at, std::uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i, value >>= 8)
      bytes_[at + (endian_ == Endian::Big ? width - 1 - i : i)] = static_cast<std::uint8_t>(value);
  }

  Endian endian_;
  unsigned address_size_;
  Buffer bytes_;
  std::vector<std::size_t> places_;
  std::vector<Fixup> fixups_;
};

}  // namespace symkit::test
