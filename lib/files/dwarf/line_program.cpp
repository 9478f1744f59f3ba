#include "files/dwarf/line_program.h"

#include <algorithm>
#include <utility>

#include "files/dwarf/constants.h"
#include "files/dwarf/deleted.h"
#include "ground/base/line_and_column.h"

namespace symkit::dwarf {
namespace {

// The state of a program. Includes copies of the header's numbers: with a reference, they would be read
// again after each row that is written.
struct Registers {
  explicit Registers(const LineProgramHeader& header)
      : minimum_instruction(header.minimum_instruction),
        operations_per_instruction(header.operations_per_instruction),
        opcode_base(header.opcode_base),
        begins_as_statement(header.default_is_statement) {
    restart();
  }

  void restart() {
    address = operation = 0;
    file = line = 1;
    column = discriminator = 0;
    is_statement = begins_as_statement;
    is_rising = true;
  }

  void advance(std::uint64_t operations) {
    if (operations_per_instruction <= 1) {
      address += operations * minimum_instruction;
      return;
    }
    operation += operations;
    address += minimum_instruction * (operation / operations_per_instruction);
    operation %= operations_per_instruction;
  }

  std::uint64_t address = 0;
  std::uint64_t operation = 0;  // within a very long instruction word
  std::uint32_t file = 1;
  std::uint32_t line = 1;
  std::uint32_t column = 0;
  std::uint32_t discriminator = 0;  // only if kept
  bool is_statement = true;
  bool is_rising = true;  // for the addresses of the current sequence
  std::uint64_t minimum_instruction;
  std::uint64_t operations_per_instruction;
  std::uint8_t opcode_base;
  bool begins_as_statement;
};

// A range of 0 is broken: special opcodes then advance by line_base alone, as in LLVM.
unsigned line_range(const LineProgramHeader& header) {
  return header.line_range == 0 ? 256 : header.line_range;
}

// These two are inlined, so that the state stays in processor registers.
[[gnu::always_inline]] inline void run_standard(std::uint8_t opcode, Cursor& at,
                                                const LineProgramHeader& header, Registers& now) {
  switch (opcode) {
    case DW_LNS_advance_pc: now.advance(at.uleb()); break;
    case DW_LNS_advance_line: now.line += static_cast<std::uint32_t>(at.sleb()); break;
    case DW_LNS_set_file: now.file = static_cast<std::uint32_t>(at.uleb()) & 0x7fffffff; break;
    case DW_LNS_set_column: now.column = static_cast<std::uint32_t>(at.uleb()); break;
    case DW_LNS_negate_stmt: now.is_statement = !now.is_statement; break;
    case DW_LNS_const_add_pc: now.advance((255U - now.opcode_base) / line_range(header)); break;
    case DW_LNS_fixed_advance_pc:
      now.address += at.u16();
      now.operation = 0;
      break;
    case DW_LNS_set_basic_block:
    case DW_LNS_set_prologue_end:
    case DW_LNS_set_epilogue_begin: break;
    case DW_LNS_set_isa: at.skip_leb(); break;
    default:
      for (unsigned i = 0; i < header.operand_counts[opcode]; ++i) at.skip_leb();
  }
}

// Whether the sequence ends here.
template <bool keeps_discriminators>
[[gnu::always_inline]] inline bool run_extended(Cursor& at, Registers& now, std::vector<LineFile>& files) {
  const std::uint64_t length = at.uleb();
  if (at.failed() || length == 0) return false;
  const std::size_t next =
      at.offset() + static_cast<std::size_t>(std::min<std::uint64_t>(length, at.remaining()));
  const std::uint8_t opcode = at.u8();
  if (opcode == DW_LNE_set_address) {
    now.address = at.unsigned_of(static_cast<unsigned>(length - 1));
    now.operation = 0;
  } else if (opcode == DW_LNE_define_file) {
    const std::string_view name = at.cstring();
    files.push_back({Text::ended(name), at.uleb()});
  } else if (keeps_discriminators && opcode == DW_LNE_set_discriminator) {
    now.discriminator = static_cast<std::uint32_t>(at.uleb());
  }
  if (!at.failed()) at.seek(next);
  return opcode == DW_LNE_end_sequence;
}

}  // namespace

// Writes rows one after the other. A row without news is written, too, but overwritten by the next one,
// unless that has the same address, which makes both count. No branches, because they would be
// unpredictable.
class LineProgram::Writer {
 public:
  Writer(LineProgram& program, LineRows wanted)
      : program_(program),
        next_(program.rows_.data()),
        wanted_(wanted),
        with_columns_(wanted == LineRows::ChangesWithColumns),
        leaves_out_(wanted != LineRows::All) {
    find_limit();
  }

  [[gnu::always_inline]] void add(Registers& now) {
    if (next_ >= limit_) [[unlikely]] {
      next_ = program_.more_room(next_);
      find_limit();
    }
    const std::uint32_t file_and_statement = now.file << 1 | (now.is_statement ? 1U : 0U);
    const std::uint32_t line = with_columns_ ? LineAndColumn{now.line, now.column}.packed() : now.line;
    const std::uint64_t said = std::uint64_t{file_and_statement} << 32 | line;
    now.is_rising &= now.address >= address_;
    const bool is_alone = now.address != address_;
    next_ += static_cast<unsigned>(is_held_) & static_cast<unsigned>(!is_alone);
    is_held_ = (said == said_) & is_alone & is_alone_ & leaves_out_;
    is_alone_ = is_alone;
    said_ = said;
    address_ = now.address;
    *next_ = {now.address, line, file_and_statement};
    next_ += is_held_ ? 0 : 1;
  }

  // After the last row.
  const LineRow* end() const { return next_; }
  bool leaves_out() const { return leaves_out_; }
  // The next sequence begins after this many rows.
  void restart(std::size_t kept) {
    start_at(kept);
    leaves_out_ = wanted_ != LineRows::All;
  }
  // Repeats the sequence, with all of its rows.
  void repeat(std::size_t kept) {
    start_at(kept);
    leaves_out_ = false;
  }

 private:
  void start_at(std::size_t kept) {
    next_ = program_.rows_.data() + kept;
    address_ = 0;
    is_held_ = is_alone_ = false;
  }
  // Each step keeps at most one row written before, and writes one.
  void find_limit() {
    const std::size_t size = program_.rows_.size();
    limit_ = program_.rows_.data() + (size < 2 ? 0 : size - 1);
  }

  LineProgram& program_;
  LineRow* next_;
  LineRow* limit_ = nullptr;
  std::uint64_t address_ = 0;  // of the last row
  std::uint64_t said_ = 0;     // in it: line, then file and whether it is a statement
  bool is_held_ = false;       // it is to be overwritten
  bool is_alone_ = false;      // so far, the only one at its address
  LineRows wanted_;
  bool with_columns_;
  bool leaves_out_;  // in the current sequence, rows without news
};

void LineProgram::clear() {
  sequences_.clear();
  notes_.clear();
  discriminators_.clear();
  sequence_start_ = 0;
}

void LineProgram::run(Cursor at, const LineProgramHeader& header, std::uint8_t unit_address_size,
                      LineRows wanted, std::vector<LineFile>& files) {
  unit_address_size_ = unit_address_size;
  prepare_special_opcodes(header);
  clear();
  if (keeps_discriminators_)
    run_opcodes<true>(at, header, wanted, files);
  else
    run_opcodes<false>(at, header, wanted, files);
  std::ranges::stable_sort(sequences_, {}, &LineSequence::end);
}

template <bool keeps_discriminators>
void LineProgram::run_opcodes(Cursor at, const LineProgramHeader& header, LineRows wanted,
                              std::vector<LineFile>& files) {
  Registers now(header);
  Writer rows(*this, wanted);
  Cursor begin = at;  // of the current sequence
  const auto add_row = [&rows, this](Registers& row) {
    rows.add(row);
    if (keeps_discriminators) note_discriminator(row.address, std::exchange(row.discriminator, 0));
  };
  std::size_t named = files.size();
  while (!at.at_end()) {
    const std::uint8_t opcode = at.u8();
    if (opcode >= now.opcode_base) {
      const SpecialOpcode special = special_opcodes_[opcode];
      now.advance(special.operations);
      now.line += static_cast<std::uint32_t>(special.lines);
      add_row(now);
    } else if (opcode == DW_LNS_copy) {
      add_row(now);
    } else if (opcode != DW_LNS_extended) {
      run_standard(opcode, at, header, now);
    } else if (run_extended<keeps_discriminators>(at, now, files)) {
      if (!now.is_rising && rows.leaves_out()) {  // after sorting, rows that were left out would count
        at = begin;
        files.resize(named);
        rows.repeat(sequence_start_);
      } else {
        end_sequence(rows.end(), now.address, now.is_rising, begin.offset());
        begin = at;
        named = files.size();
        rows.restart(sequence_start_);
      }
      now.restart();
      notes_.clear();
    }
  }
  if (at.failed()) fault("it ends within an instruction");
  // A sequence without an end does not say where its code ends.
  if (rows.end() != rows_.data() + sequence_start_) fault("its last sequence has no end");
}

// Programs of one compiler all use the same ones.
void LineProgram::prepare_special_opcodes(const LineProgramHeader& header) {
  const std::array<int, 3> kind = {header.line_base, header.line_range, header.opcode_base};
  if (kind == special_opcodes_of_) return;
  special_opcodes_of_ = kind;
  for (unsigned opcode = header.opcode_base; opcode < special_opcodes_.size(); ++opcode) {
    const unsigned adjusted = opcode - header.opcode_base;
    const unsigned lines = header.line_range == 0 ? 0 : adjusted % line_range(header);
    special_opcodes_[opcode] = {static_cast<std::uint8_t>(adjusted / line_range(header)),
                                static_cast<std::int16_t>(header.line_base + static_cast<int>(lines))};
  }
}

LineRow* LineProgram::more_room(LineRow* next) {
  const auto used = static_cast<std::size_t>(next - rows_.data());
  rows_.resize(std::max<std::size_t>(1024, rows_.size() * 2));
  return rows_.data() + used;
}

void LineProgram::end_sequence(const LineRow* behind, std::uint64_t end, bool is_rising,
                               std::uint64_t program) {
  const std::span<LineRow> rows(rows_.data() + sequence_start_, rows_.data() + (behind - rows_.data()));
  // Checked before sorting: a sequence deleted at -1 continues at 0.
  if (rows.empty() || is_deleted(rows.front().address, unit_address_size_)) return;
  if (faults_ != nullptr) note_order(rows, end);
  // Rows are in the order of their addresses; a stable sort repairs a broken program.
  if (!is_rising) std::ranges::stable_sort(rows, {}, &LineRow::address);
  if (rows.front().address >= end) return;
  sequences_.push_back({rows.front().address, end, sequence_start_, rows.size(), program});
  sequence_start_ += rows.size();
  if (is_rising) take_discriminators(end);
}

// Of several rows at one address the last one counts.
void LineProgram::note_discriminator(std::uint64_t address, std::uint32_t value) {
  if (!notes_.empty() && notes_.back().address == address)
    notes_.back().value = value;
  else if (value != 0 || (!notes_.empty() && notes_.back().value != 0))
    notes_.push_back({address, value});
}

void LineProgram::take_discriminators(std::uint64_t end) {
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    const std::uint64_t next = i + 1 < notes_.size() ? notes_[i + 1].address : end;
    if (notes_[i].value != 0 && notes_[i].address < next)
      discriminators_.push_back({notes_[i].address, next, notes_[i].value});
  }
}

void LineProgram::fault(std::string_view what) const {
  if (faults_ != nullptr) faults_->push_back({.kind = LineFault::Kind::Program, .what = what});
}

// For the sequence that is about to end.
void LineProgram::note_order(std::span<const LineRow> rows, std::uint64_t end) const {
  LineFault found{.kind = LineFault::Kind::Order, .begin = rows.front().address};
  std::uint64_t before = 0;
  const auto meet = [&](std::uint64_t address) {
    if (address < before && found.rows++ == 0) found.address = address;
    before = address;
  };
  for (const LineRow& row : rows) meet(row.address);
  meet(end);
  if (found.rows != 0) faults_->push_back(found);
}

}  // namespace symkit::dwarf
