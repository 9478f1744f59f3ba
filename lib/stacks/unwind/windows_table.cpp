#include "stacks/unwind/windows_table.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "stacks/unwind/x86_64_registers.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t size_of_row = 12;

enum class PrologueCode : std::uint8_t {
  PushRegister = 0,
  AllocateLarge = 1,
  AllocateSmall = 2,
  SetFrame = 3,
  Save = 4,
  SaveFar = 5,
  Epilogue = 6,  // before version 2: an older form of SaveVector
  Spare = 7,
  SaveVector = 8,
  SaveVectorFar = 9,
  MachineFrame = 10,
};

constexpr std::uint8_t is_chained = 4;  // a flag

struct Code {
  std::uint8_t into = 0;  // the address behind the step, from the function's begin
  PrologueCode operation = {};
  std::uint8_t detail = 0;
};

Code read_code(Cursor& at) {
  Code code;
  code.into = at.u8();
  const std::uint8_t rest = at.u8();
  code.operation = static_cast<PrologueCode>(rest & 0xf);
  code.detail = rest >> 4;
  return code;
}

// What follows a code is read, too. Nothing for a step that no register in use depends on.
std::optional<PrologueStep> step_of(const Code& code, unsigned version, Cursor& at) {
  using Kind = PrologueStep::Kind;
  const unsigned number = x86_64::numbers_in_instructions.at(code.detail);
  switch (code.operation) {
    case PrologueCode::PushRegister: return PrologueStep{Kind::Push, number};
    case PrologueCode::AllocateLarge:
      return PrologueStep{Kind::Allocate, 0, code.detail == 0 ? std::uint32_t{at.u16()} * 8 : at.u32()};
    case PrologueCode::AllocateSmall:
      return PrologueStep{Kind::Allocate, 0, std::uint32_t{code.detail} * 8 + 8};
    case PrologueCode::SetFrame: return PrologueStep{Kind::SetFrame};
    case PrologueCode::Save: return PrologueStep{Kind::Save, number, std::uint32_t{at.u16()} * 8};
    case PrologueCode::SaveFar: return PrologueStep{Kind::Save, number, at.u32()};
    case PrologueCode::MachineFrame: return PrologueStep{Kind::MachineFrame, 0, code.detail == 0 ? 0U : 8U};
    case PrologueCode::Epilogue: at.skip(version == 1 ? 2 : 0); return std::nullopt;
    case PrologueCode::SaveVector: at.skip(2); return std::nullopt;
    case PrologueCode::Spare:
    case PrologueCode::SaveVectorFar: at.skip(4); return std::nullopt;
    default: at.fail(); return std::nullopt;
  }
}

}  // namespace

std::size_t WindowsTable::row_count() const { return rows_.size() / size_of_row; }

WindowsTable::Row WindowsTable::row_at(std::size_t index) const {
  Cursor at(rows_, Endian::Little, index * size_of_row);
  Row row;
  row.begin = at.u32();
  row.end = at.u32();
  row.information = at.u32();
  return row;
}

std::optional<WindowsTable::Row> WindowsTable::row_of(std::uint64_t address) const {
  std::size_t first = 0, count = row_count();
  while (count > 0) {
    const std::size_t half = count / 2;
    if (row_at(first + half).begin <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == 0) return std::nullopt;
  const Row row = row_at(first - 1);
  return address < row.end ? std::optional(row) : std::nullopt;
}

std::optional<Prologue> WindowsTable::find(std::uint64_t address) const {
  constexpr unsigned most_links = 32;
  std::optional<Row> row = row_of(address);
  if (!row) return std::nullopt;
  Prologue prologue;
  // A part that stands elsewhere goes on where the function's own prologue is done.
  auto into = static_cast<std::uint32_t>(address - row->begin);
  for (unsigned i = 0; row && i < most_links; ++i) {
    std::optional<Row> next;
    if (!take_steps(*row, into, prologue, next)) return std::nullopt;
    row = next;
    into = UINT32_MAX;
  }
  return row ? std::nullopt : std::optional(prologue);
}

bool WindowsTable::take_steps(const Row& row, std::uint32_t into, Prologue& prologue,
                              std::optional<Row>& next) const {
  constexpr std::uint32_t is_other_row = 1;
  if ((row.information & is_other_row) != 0) {
    Cursor other(at_(row.information & ~is_other_row), Endian::Little);
    next.emplace();
    next->begin = other.u32();
    next->end = other.u32();
    next->information = other.u32();
    return !other.failed();
  }
  Cursor at(at_(row.information), Endian::Little);
  const std::uint8_t head = at.u8(), size = at.u8(), count = at.u8(), frame = at.u8();
  const unsigned version = head & 7, flags = head >> 3;
  if (at.failed() || version == 0 || version > 2) return false;
  if (into < size) prologue.is_complete = false;
  Cursor codes(at.bytes(std::uint64_t{count} * 2), Endian::Little);
  while (!codes.at_end()) {
    const Code code = read_code(codes);
    auto step = step_of(code, version, codes);
    if (codes.failed()) return false;
    if (!step || code.into > into) continue;
    if (step->kind == PrologueStep::Kind::SetFrame) {
      step->number = x86_64::numbers_in_instructions.at(frame & 0xf);
      step->amount = std::uint32_t{frame} >> 4 << 4;
      prologue.frame_register = step->number;
      prologue.frame_offset = step->amount;
    }
    prologue.steps.push_back(*step);
  }
  if ((flags & is_chained) == 0) return !at.failed();
  at.skip(count % 2 * 2);
  next.emplace();
  next->begin = at.u32();
  next->end = at.u32();
  next->information = at.u32();
  return !at.failed();
}

std::vector<std::uint32_t> WindowsTable::changes_in(const Row& row) const {
  std::vector<std::uint32_t> changes = {0};
  if ((row.information & 1) != 0) return changes;
  Cursor at(at_(row.information), Endian::Little);
  const unsigned version = at.u8() & 7;
  changes.push_back(at.u8());
  const std::uint8_t count = at.u8();
  at.skip(1);
  Cursor codes(at.bytes(std::uint64_t{count} * 2), Endian::Little);
  while (!codes.at_end()) {
    const Code code = read_code(codes);
    const bool is_step = step_of(code, version, codes).has_value();
    if (codes.failed()) break;
    if (is_step) changes.push_back(code.into);
  }
  std::ranges::sort(changes);
  const auto repeated = std::ranges::unique(changes);
  changes.erase(repeated.begin(), repeated.end());
  return changes;
}

bool WindowsTable::leads_elsewhere(std::uint64_t from, std::uint64_t to) const {
  const auto here = row_of(from), there = row_of(to);
  if (!there) return true;
  if (here && here->begin == there->begin) return false;
  return to == there->begin && (Cursor(at_(there->information), Endian::Little).u8() >> 3 & is_chained) == 0;
}

}  // namespace symkit::unwind
