#include "stacks/dumps/small_core.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "files/container/elf_format.h"
#include "stacks/dumps/core_notes.h"

namespace symkit::dumps {
namespace {

namespace elf = container::elf;

struct Piece {
  std::uint32_t flags = 0;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  Bytes bytes = {};
};

// The numbers of a file whose addresses have 32 or 64 bits.
class LittleEndian {
 public:
  explicit LittleEndian(bool is_wide) : is_wide_(is_wide) {}

  void half(std::uint64_t value) { put(value, 2); }
  void u32(std::uint64_t value) { put(value, 4); }
  void word(std::uint64_t value) { put(value, is_wide_ ? 8 : 4); }
  void bytes(Bytes more) { bytes_.insert(bytes_.end(), more.begin(), more.end()); }

  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void put(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  bool is_wide_;
  std::vector<std::uint8_t> bytes_;
};

class SmallCore {
 public:
  SmallCore(const elf::ElfFile& core, const unwind::Memory& memory) : core_(core), memory_(memory) {}

  std::vector<std::uint8_t> of(const AddressSet& kept, std::size_t most_notes) {
    take_notes(most_notes);
    std::vector<elf::ProgramHeader> segments = core_.segments;
    std::ranges::stable_sort(segments, {}, &elf::ProgramHeader::address);
    for (const elf::ProgramHeader& segment : segments)
      if (segment.type == elf::segment_type::load) take_segment(segment, kept);
    return written();
  }

 private:
  std::vector<CoreNote> all_notes() const {
    std::vector<CoreNote> all;
    std::uint64_t left = core_.bytes.size();  // many headers may lead to the same notes
    for (const elf::ProgramHeader& segment : core_.segments) {
      if (segment.type != elf::segment_type::note || segment.offset > core_.bytes.size()) continue;
      // As many as there are, if they are cut off.
      const Bytes rest = core_.bytes.subspan(static_cast<std::size_t>(segment.offset));
      const Bytes notes =
          rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), segment.file_size)));
      if (notes.size() > left) continue;
      left -= notes.size();
      each_core_note(notes, core_.endian, [&](const CoreNote& note) { all.push_back(note); });
    }
    return all;
  }

  // What tells of the process, then the registers of threads that stacks are found by, then the others.
  void take_notes(std::size_t most) {
    const std::vector<CoreNote> all = all_notes();
    std::vector<bool> is_kept(all.size());
    std::size_t size = 0;
    const auto keep_if = [&](auto is_wanted) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_kept[i] || !is_wanted(all[i]) || all[i].whole.size() > most - size) continue;
        is_kept[i] = true;
        size += all[i].whole.size();
      }
    };
    keep_if([](const CoreNote& note) { return note.is(core_note::auxiliary_vector); });
    keep_if([](const CoreNote& note) { return note.is(core_note::status_of_thread); });
    keep_if([](const CoreNote& note) {
      return note.is(core_note::program) || note.is(core_note::signal_information);
    });
    keep_if([](const CoreNote& note) { return note.is(core_note::floats); });
    keep_if([](const CoreNote&) { return true; });
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_kept[i]) notes_.insert(notes_.end(), all[i].whole.begin(), all[i].whole.end());
  }

  // Code is in its file, but that there is code has to be said.
  void take_segment(const elf::ProgramHeader& segment, const AddressSet& kept) {
    const bool is_code = (segment.flags & elf::segment_flag::executable) != 0;
    const std::uint64_t begin = std::max(segment.address, taken_),
                        end = segment.address + segment.memory_size;
    if (end <= begin) return;
    taken_ = end;
    std::uint64_t at = begin;
    const auto add = [&](std::uint64_t from, std::uint64_t to, Bytes bytes) {
      if (pieces_.size() < most_pieces) pieces_.push_back({segment.flags, from, to - from, bytes});
    };
    auto part = kept.parts().upper_bound(begin);
    if (part != kept.parts().begin()) --part;
    for (; part != kept.parts().end() && part->first < end; ++part) {
      const std::uint64_t from = std::max(part->first, at), to = std::min(part->second, end);
      if (from >= to) continue;
      const Bytes bytes = memory_.at(from, to - from);
      if (bytes.empty()) continue;
      if (is_code && from > at) add(at, from, {});
      at = from + bytes.size();
      add(from, at, bytes);
    }
    if (is_code && at < end) add(at, end, {});
  }

  std::vector<std::uint8_t> written() {
    const std::size_t header_size = core_.wide ? 64 : 52, row_size = core_.wide ? 56 : 32;
    std::uint64_t offset = header_size + (pieces_.size() + 1) * row_size;
    LittleEndian out(core_.wide);
    write_header(out, header_size, row_size);
    write_row(out, elf::segment_type::note, {0, 0, 0, notes_}, offset);
    offset += notes_.size();
    for (const Piece& piece : pieces_) {
      write_row(out, elf::segment_type::load, piece, offset);
      offset += piece.bytes.size();
    }
    out.bytes(notes_);
    for (const Piece& piece : pieces_) out.bytes(piece.bytes);
    return out.take();
  }

  void write_header(LittleEndian& out, std::size_t header_size, std::size_t row_size) const {
    constexpr std::size_t identity = 16;
    out.bytes(core_.bytes.first(identity));
    out.half(elf::file_type::core);
    out.half(core_.machine);
    out.u32(1);             // version
    out.word(0);            // entry point
    out.word(header_size);  // where the rows are
    out.word(0);            // no sections
    out.u32(core_.flags);
    out.half(header_size);
    out.half(row_size);
    out.half(pieces_.size() + 1);
    for (int i = 0; i < 3; ++i) out.half(0);  // no sections
  }

  void write_row(LittleEndian& out, std::uint32_t type, const Piece& piece, std::uint64_t offset) const {
    out.u32(type);
    if (core_.wide) out.u32(piece.flags);
    out.word(offset);
    out.word(piece.begin);
    out.word(0);  // the physical address
    out.word(piece.bytes.size());
    out.word(piece.size);
    if (!core_.wide) out.u32(piece.flags);
    out.word(1);  // alignment
  }

  static constexpr std::size_t most_pieces = 60'000;  // what the header's number can say

  const elf::ElfFile& core_;
  const unwind::Memory& memory_;
  std::vector<std::uint8_t> notes_;
  std::vector<Piece> pieces_;
  std::uint64_t taken_ = 0;  // up to there; segments that overlap are a lie
};

}  // namespace

std::vector<std::uint8_t> small_core(const elf::ElfFile& core, const AddressSet& kept,
                                     const unwind::Memory& memory, std::size_t most_notes) {
  return SmallCore(core, memory).of(kept, most_notes);
}

}  // namespace symkit::dumps
