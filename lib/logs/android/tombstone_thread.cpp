// A thread in the text of a tombstone.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "logs/android/tombstone_writer.h"

namespace symkit::android {
namespace {

struct Flag {
  std::uint64_t bits;
  std::string_view name;
};

// "(PR_MTE_TCF_SYNC, unknown 0x10)", from prctl's flags; `value` keeps the unknown ones.
std::string named_flags(std::span<const Flag> flags, std::uint64_t& value) {
  std::string names;
  for (const Flag& flag : flags) {
    if ((value & flag.bits) == 0) continue;
    names.append(", ").append(flag.name);
    value &= ~flag.bits;
  }
  return names;
}

std::string in_brackets(std::string names, std::uint64_t unknown) {
  if (unknown != 0) names.append(", unknown ").append(hex(unknown));
  return names.empty() ? names : say(" (", std::string_view(names).substr(2), ")");
}

std::string described_control(std::uint64_t value) {
  constexpr std::uint64_t mask_shift = 3, mask = 0xffff << mask_shift;
  constexpr std::array<Flag, 3> flags{
      {{1, "PR_TAGGED_ADDR_ENABLE"}, {2, "PR_MTE_TCF_SYNC"}, {4, "PR_MTE_TCF_ASYNC"}}};
  std::string names = named_flags(flags, value);
  if ((value & mask) != 0) append_hex(names += ", mask 0x", (value & mask) >> mask_shift, 4);
  return in_brackets(std::move(names), value & ~mask);
}

std::string described_keys(std::uint64_t value) {
  constexpr std::array<Flag, 5> flags{{{1, "PR_PAC_APIAKEY"},
                                       {2, "PR_PAC_APIBKEY"},
                                       {4, "PR_PAC_APDAKEY"},
                                       {8, "PR_PAC_APDBKEY"},
                                       {16, "PR_PAC_APGAKEY"}}};
  std::string names = named_flags(flags, value);
  return in_brackets(std::move(names), value);
}

void write_flags(TombstoneWriter& writer, std::string_view name, std::int64_t value,
                 std::string (*described)(std::uint64_t)) {
  if (value == -1) return;
  const auto bits = static_cast<std::uint64_t>(value);
  append_hex(writer.out() += say(name, ": "), bits, 16);
  writer.line(described(bits));
}

// Registers that have a row of their own, after the others.
bool is_special(std::uint32_t architecture, std::string_view name) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
  };
  switch (architecture) {
    case 0:
    case 1: return is_one_of({"ip", "lr", "sp", "pc", "pst"});
    case 2: return is_one_of({"ebp", "esp", "eip"});
    case 3: return is_one_of({"rbp", "rsp", "rip"});
    default: return is_one_of({"ra", "sp", "pc"});
  }
}

void write_row(TombstoneWriter& writer, std::span<const Register* const> row) {
  writer.out() += "  ";
  for (const Register* one : row) {
    append_word(writer.out() += "  ", one->name, 3);
    writer.out() += ' ';
    writer.pointer(one->value);
  }
  writer.line();
}

// "    7fe0 …  0011223344556677 8899aabbccddeeff  .."3DUfw…", sixteen bytes.
void write_memory_row(TombstoneWriter& writer, std::uint64_t address, std::string_view bytes) {
  constexpr std::size_t row = 16;
  writer.out() += "    ";
  writer.pointer(address);
  for (std::size_t i = 0; i < bytes.size(); i += writer.word()) {
    std::uint64_t word = 0;
    const std::string_view part = bytes.substr(i, writer.word());
    for (std::size_t j = 0; j < part.size(); ++j)
      word |= std::uint64_t{static_cast<std::uint8_t>(part[j])} << (8 * j);
    writer.out() += ' ';
    writer.pointer(word);
  }
  writer.out() += "  ";
  for (std::size_t i = 0; i < row; ++i)
    writer.out() += i < bytes.size() && bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '.';
  writer.line();
}

std::uint64_t tagged(const MemoryDump& dump, std::size_t granule) {
  if (granule >= dump.tags.size()) return dump.begin;
  return dump.begin | std::uint64_t{static_cast<std::uint8_t>(dump.tags[granule])} << 56;
}

}  // namespace

void write_header(TombstoneWriter& writer, const TombstoneThread& thread) {
  const Tombstone& tombstone = writer.tombstone();
  std::string command;
  for (const std::string_view word : tombstone.command_line) (command += command.empty() ? "" : " ") += word;
  const std::string_view unknown = "<unknown>";
  const bool is_known = !tombstone.command_line.empty();
  writer.line("Cmdline: ", is_known ? std::string_view(command) : unknown);
  writer.line("pid: ", static_cast<std::int32_t>(tombstone.pid), ", tid: ", thread.id,
              ", name: ", thread.name, "  >>> ", is_known ? tombstone.command_line.front() : unknown, " <<<");
  writer.line("uid: ", static_cast<std::int32_t>(tombstone.uid));
  write_flags(writer, "tagged_addr_ctrl", thread.tagged_address_control, described_control);
  write_flags(writer, "pac_enabled_keys", thread.pointer_keys, described_keys);
}

void write_registers(TombstoneWriter& writer, const TombstoneThread& thread) {
  const std::uint32_t architecture = writer.tombstone().architecture;
  if (architecture_of(architecture) == Architecture::Unknown)
    return writer.line("Unknown architecture ", architecture, " printing thread registers");
  constexpr std::size_t columns = 4;
  std::vector<const Register*> row, special;
  for (const Register& one : thread.registers) {
    (is_special(architecture, one.name) ? special : row).push_back(&one);
    if (row.size() < columns) continue;
    write_row(writer, row);
    row.clear();
  }
  if (!row.empty()) write_row(writer, row);
  write_row(writer, special);
}

void write_frames(TombstoneWriter& writer, const std::vector<Backtrace>& frames, std::size_t number) {
  for (const Backtrace& frame : frames) {
    std::string& out = writer.out();
    append_number(out += "      #", number++, 10, 2, '0');
    out += " pc ";
    writer.pointer(frame.relative_pc);
    (out += "  ") += frame.file;
    if (frame.file_map_offset != 0) out += say(" (offset ", hex(frame.file_map_offset), ")");
    if (!frame.function.empty())
      out += say(" (", frame.function, "+", static_cast<std::int64_t>(frame.function_offset), ")");
    writer.build_id(frame.build_id);
    writer.line();
  }
}

void write_backtrace(TombstoneWriter& writer, const TombstoneThread& thread) {
  writer.line();
  writer.line(thread.backtrace.size(), " total frames");
  writer.line("backtrace:");
  for (const std::string_view note : thread.notes) writer.line("  NOTE: ", note);
  write_frames(writer, thread.backtrace);
}

void write_memory(TombstoneWriter& writer, const TombstoneThread& thread) {
  constexpr std::size_t row = 16;
  for (const MemoryDump& dump : thread.memory) {
    writer.line();
    const std::string mapping = dump.mapping.empty() ? "" : say(" (", dump.mapping, ")");
    writer.line("memory near ", dump.register_name, mapping, ":");
    for (std::size_t at = 0; at < dump.memory.size(); at += row)
      write_memory_row(writer, tagged(dump, at / row) + at, dump.memory.substr(at, row));
  }
}

}  // namespace symkit::android
