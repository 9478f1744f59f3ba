// The mappings of a process and the tags of its memory, in the text of a tombstone.

#include "logs/android/tombstone_writer.h"

namespace symkit::android {
namespace {

// 0000007b'1234abcd
void write_split_pointer(TombstoneWriter& writer, std::uint64_t address) {
  if (writer.word() == 4) return writer.pointer(address);
  append_hex(writer.out(), address >> 32, 8);
  writer.out() += '\'';
  append_hex(writer.out(), address & 0xffffffff, 8);
}

void write_piece(TombstoneWriter& writer, const MappedPiece& piece) {
  std::string& out = writer.out();
  write_split_pointer(writer, piece.begin);
  out += '-';
  write_split_pointer(writer, piece.end - 1);
  out += say(" ", piece.read ? "r" : "-", piece.write ? "w" : "-", piece.execute ? "x" : "-", "  ");
  append_hex(out, piece.offset, 8, ' ');
  append_hex(out += "  ", piece.end - piece.begin, 8, ' ');
  if (!piece.name.empty()) {
    (out += "  ") += piece.name;
    writer.build_id(piece.build_id);
    if (piece.load_bias != 0) out += say(" (load bias ", hex(piece.load_bias), ")");
  }
  writer.line();
}

// Marks once where the fault's address is among the mappings, which come in the order of addresses.
class FaultMarker {
 public:
  explicit FaultMarker(TombstoneWriter& writer) : writer_(writer) {
    const auto& signal = writer.tombstone().signal;
    pending_ = signal && signal->has_fault_address;
    if (pending_) address_ = writer.without_tag(signal->fault_address);
  }

  void begin(std::string_view heading, const MappedPiece& first) {
    if (!pending_) return writer_.line(heading);
    if (address_ >= first.begin) return writer_.line(heading, " (fault address prefixed with --->)");
    writer_.line(heading);
    say_where("before");
  }
  // The text before this mapping.
  std::string_view mark(const MappedPiece& piece) {
    if (pending_ && address_ < piece.begin) say_where("between");
    if (!pending_ || address_ >= piece.end) return "    ";
    pending_ = false;
    return "--->";
  }
  void end() {
    if (pending_) say_where("after");
  }

 private:
  void say_where(std::string_view where) {
    writer_.out() += "--->Fault address falls at ";
    write_split_pointer(writer_, address_);
    writer_.line(" ", where, where == "between" ? " mapped regions" : " any mapped regions");
    pending_ = false;
  }

  TombstoneWriter& writer_;
  std::uint64_t address_ = 0;
  bool pending_ = false;  // the place has not been marked yet
};

constexpr std::size_t granule = 16, columns = 16;

// A row of tags, which begins with its address: "    =>0x7b12…: 4  4 [3] .  . "
class TagRow {
 public:
  TagRow(const MemoryDump& memory, std::uint64_t fault) : memory_(memory), fault_(fault) {}

  // Continues after the tags that were written before.
  void write(TombstoneWriter& writer, std::uint64_t address, std::size_t& written) {
    std::string row;
    bool has_fault = false;
    for (std::size_t column = 0; column < columns; ++column) {
      const std::uint64_t place = address + column * granule;
      if (place - memory_.begin >= memory_.tags.size() * granule || written == memory_.tags.size()) {
        row += " . ";
        continue;
      }
      const bool is_fault = place == fault_;
      has_fault = has_fault || is_fault;
      row += is_fault ? '[' : ' ';
      append_hex(row, static_cast<std::uint8_t>(memory_.tags[written++]));
      row += is_fault ? ']' : ' ';
    }
    if (row.back() == ' ') row.pop_back();
    writer.line(has_fault ? "    =>" : "      ", hex(address), ":", row);
  }

 private:
  const MemoryDump& memory_;
  std::uint64_t fault_;
};

}  // namespace

void write_mappings(TombstoneWriter& writer) {
  const auto& mappings = writer.tombstone().mappings;
  if (mappings.empty()) return writer.line("No memory maps found");
  FaultMarker fault(writer);
  fault.begin(say("memory map (", mappings.size(), mappings.size() == 1 ? " entry):" : " entries):"),
              mappings.front());
  for (const MappedPiece& piece : mappings) {
    writer.out() += fault.mark(piece);
    write_piece(writer, piece);
  }
  fault.end();
}

void write_tags(TombstoneWriter& writer) {
  const auto& signal = writer.tombstone().signal;
  if (!signal || !signal->has_fault_address || !signal->fault_memory || signal->fault_memory->tags.empty())
    return;
  const MemoryDump& memory = *signal->fault_memory;
  writer.line();
  writer.line("Memory tags around the fault address (", hex(signal->fault_address), "), one tag per ",
              granule, " bytes:");
  TagRow row(memory, writer.without_tag(signal->fault_address) & ~std::uint64_t{granule - 1});
  std::size_t written = 0;
  // Each row but the first has as many tags as columns, so there are not many more rows than this.
  const std::size_t most_rows = memory.tags.size() / columns + 2;
  for (std::size_t i = 0; i < most_rows && written < memory.tags.size(); ++i)
    row.write(writer, (memory.begin + i * columns * granule) & ~std::uint64_t{columns * granule - 1},
              written);
}

}  // namespace symkit::android
