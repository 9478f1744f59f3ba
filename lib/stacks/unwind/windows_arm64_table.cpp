#include "stacks/unwind/windows_arm64_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ground/base/cursor.h"
#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/function_rows.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/windows_arm64_step.h"

namespace symkit::unwind {
namespace {

constexpr std::size_t arm64_row_size = 8;
constexpr std::uint32_t instruction_size = 4;

// What a record says before its codes.
struct RecordHead {
  std::uint32_t size = 0;         // of the function
  bool has_one_epilogue = false;  // at its end
  std::uint32_t epilogues = 0;    // or where the only one's codes begin
  std::uint32_t code_words = 0;
};

RecordHead read_head(Cursor& at) {
  const std::uint32_t bits = at.u32();
  RecordHead head{.size = (bits & 0x3ffff) * instruction_size,
                  .has_one_epilogue = (bits >> 21 & 1) != 0,
                  .epilogues = bits >> 22 & 0x1f,
                  .code_words = bits >> 27};
  constexpr std::uint32_t version = 3U << 18;
  if ((bits & version) != 0) at.fail();
  if (head.epilogues == 0 && head.code_words == 0) {
    const std::uint32_t more = at.u32();
    head.epilogues = more & 0xffff;
    head.code_words = more >> 16 & 0xff;
  }
  return head;
}

// How many of a prologue's steps are not done.
std::size_t ahead_in(const Arm64Steps& prologue, std::uint32_t into) {
  const std::size_t executed = into / instruction_size;
  return executed < prologue.instructions ? prologue.instructions - executed : 0;
}

// How many of the steps of an epilogue that begins there are undone; nothing: it does not execute. Its last
// instruction returns.
std::optional<std::size_t> undone_in(const Arm64Steps& epilogue, std::uint32_t begin, std::uint32_t into) {
  if (into < begin) return std::nullopt;
  const std::size_t executed = (into - begin) / instruction_size;
  return executed <= epilogue.instructions ? std::optional(executed) : std::nullopt;
}

std::uint32_t begin_of_last(const Arm64Steps& epilogue, std::uint32_t function_size) {
  const std::size_t size = (epilogue.instructions + 1) * instruction_size;
  return size < function_size ? function_size - static_cast<std::uint32_t>(size) : 0;
}

// An epilogue of several.
struct EpilogueScope {
  std::uint32_t begin = 0;  // from the function's
  std::size_t first_code = 0;
};
constexpr std::size_t bytes_of_scope = 4;

EpilogueScope read_scope(Bytes scopes, std::size_t index) {
  const std::uint32_t bits = Cursor(scopes, Endian::Little, index * bytes_of_scope).u32();
  return {(bits & 0x3ffff) * instruction_size, bits >> 22};
}

// They are in the order of their addresses.
std::optional<EpilogueScope> last_scope_up_to(std::uint32_t into, Bytes scopes) {
  std::size_t first = 0, count = scopes.size() / bytes_of_scope;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (read_scope(scopes, first + half).begin <= into) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first == 0 ? std::nullopt : std::optional(read_scope(scopes, first - 1));
}

// Places in order: those of an instruction each, and the one behind them.
class Changes {
 public:
  void add(std::uint32_t begin, std::size_t instructions, std::uint32_t limit) {
    for (std::uint64_t at = std::max(begin, next_), end = begin + (instructions + 1) * instruction_size;
         at < std::min<std::uint64_t>(end, limit); at += instruction_size) {
      all_.push_back(static_cast<std::uint32_t>(at));
      next_ = all_.back() + instruction_size;
    }
  }
  std::vector<std::uint32_t> all() const { return all_; }

 private:
  std::vector<std::uint32_t> all_ = {0};
  std::uint32_t next_ = instruction_size;
};

}  // namespace

std::optional<WindowsArm64Table::Function> WindowsArm64Table::function_of(std::uint32_t begin,
                                                                          std::uint32_t row) const {
  constexpr std::uint32_t kind = 3, packed = 1, packed_part = 2, is_other_row = 3;
  constexpr unsigned most_links = 32;
  bool is_part_of_other = false;
  for (unsigned i = 0; i < most_links; ++i) {
    if ((row & kind) == packed || (row & kind) == packed_part)
      return Function{begin, PackedArm64(row).size(), row, is_part_of_other};
    if ((row & kind) != is_other_row) {
      Cursor at(at_(row), Endian::Little);
      const RecordHead head = read_head(at);
      return at.failed() ? std::nullopt : std::optional(Function{begin, head.size, row, is_part_of_other});
    }
    Cursor other(at_(row & ~kind), Endian::Little);
    begin = other.u32();
    row = other.u32();
    is_part_of_other = true;
    if (other.failed()) break;
  }
  return std::nullopt;
}

std::optional<WindowsArm64Table::Function> WindowsArm64Table::find(std::uint64_t address) const {
  std::size_t first = 0, count = rows_.size() / arm64_row_size;
  while (count > 0) {
    const std::size_t half = count / 2;
    if (Cursor(rows_, Endian::Little, (first + half) * arm64_row_size).u32() <= address) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == 0) return std::nullopt;
  Cursor at(rows_, Endian::Little, (first - 1) * arm64_row_size);
  const std::uint32_t begin = at.u32();
  const auto found = function_of(begin, at.u32());
  if (!found || found->is_part_of_other) return found;
  return address - found->begin < found->size ? found : std::nullopt;
}

std::optional<WindowsArm64Table::Left> WindowsArm64Table::left_at(const Function& function,
                                                                  std::uint32_t into) const {
  const bool is_record = (function.row & 3) == 0;
  return is_record ? left_of_record(function, into) : left_of_packed(function, into);
}

WindowsArm64Table::Left WindowsArm64Table::left_of_packed(const Function& function, std::uint32_t into) {
  const PackedArm64 packed(function.row);
  Arm64Steps prologue = packed.prologue();
  if (packed.is_part()) return {std::move(prologue)};
  if (const std::size_t ahead = ahead_in(prologue, into); ahead != 0) return {std::move(prologue), ahead};
  Arm64Steps epilogue = packed.epilogue();
  if (const auto undone = undone_in(epilogue, begin_of_last(epilogue, function.size), into))
    return {std::move(epilogue), *undone};
  return {std::move(prologue)};
}

std::optional<WindowsArm64Table::Left> WindowsArm64Table::left_of_record(const Function& function,
                                                                         std::uint32_t into) const {
  Cursor at(at_(function.row), Endian::Little);
  const RecordHead head = read_head(at);
  const Bytes scopes =
      head.has_one_epilogue ? Bytes() : at.bytes(std::uint64_t{head.epilogues} * bytes_of_scope);
  const Bytes codes = at.bytes(std::uint64_t{head.code_words} * 4);
  if (at.failed()) return std::nullopt;
  auto prologue = arm64_steps_of(codes, 0);
  if (!prologue) return std::nullopt;
  if (const std::size_t ahead = ahead_in(*prologue, into); ahead != 0)
    return Left{std::move(*prologue), ahead};
  if (head.has_one_epilogue) {
    auto epilogue = arm64_steps_of(codes, head.epilogues);
    const auto undone =
        epilogue ? undone_in(*epilogue, begin_of_last(*epilogue, function.size), into) : std::nullopt;
    if (undone) return Left{std::move(*epilogue), *undone};
  }
  if (const auto scope = last_scope_up_to(into, scopes)) {
    auto epilogue = arm64_steps_of(codes, scope->first_code);
    const auto undone = epilogue ? undone_in(*epilogue, scope->begin, into) : std::nullopt;
    if (undone) return Left{std::move(*epilogue), *undone};
  }
  return Left{std::move(*prologue)};
}

std::vector<std::uint32_t> WindowsArm64Table::changes_in(const Function& function,
                                                         std::uint32_t limit) const {
  if (function.is_part_of_other) return {0};
  if ((function.row & 3) == 0) return changes_of_record(function.row, limit);
  const PackedArm64 packed(function.row);
  Changes changes;
  if (packed.is_part()) return changes.all();
  changes.add(0, packed.prologue().instructions, limit);
  const Arm64Steps epilogue = packed.epilogue();
  changes.add(begin_of_last(epilogue, function.size), epilogue.instructions + 1, limit);
  return changes.all();
}

std::vector<std::uint32_t> WindowsArm64Table::changes_of_record(std::uint32_t record,
                                                                std::uint32_t limit) const {
  Cursor at(at_(record), Endian::Little);
  const RecordHead head = read_head(at);
  const Bytes scopes =
      head.has_one_epilogue ? Bytes() : at.bytes(std::uint64_t{head.epilogues} * bytes_of_scope);
  const Bytes codes = at.bytes(std::uint64_t{head.code_words} * 4);
  Changes changes;
  const auto prologue = at.failed() ? std::nullopt : arm64_steps_of(codes, 0);
  if (!prologue) return changes.all();
  changes.add(0, prologue->instructions, limit);
  if (head.has_one_epilogue)
    if (const auto steps = arm64_steps_of(codes, head.epilogues))
      changes.add(begin_of_last(*steps, head.size), steps->instructions + 1, limit);
  std::map<std::size_t, std::size_t> instructions;  // by the first code
  for (std::size_t i = 0; i < scopes.size() / bytes_of_scope; ++i) {
    const EpilogueScope scope = read_scope(scopes, i);
    if (scope.begin >= limit) break;
    const auto [known, is_new] = instructions.emplace(scope.first_code, 0);
    if (is_new)
      if (const auto steps = arm64_steps_of(codes, scope.first_code)) known->second = steps->instructions + 1;
    changes.add(scope.begin, known->second, limit);
  }
  return changes.all();
}

void WindowsArm64Table::store_function(const Function& function, std::uint32_t begin, std::uint32_t size,
                                       AskedRules& asked, StoredDraft& draft) const {
  FunctionRows rows(begin, std::uint64_t{begin} + size);
  for (const std::uint32_t change : changes_in(function, size)) {
    const std::uint64_t address = std::uint64_t{begin} + change;
    rows.add_rule(address, asked.rules_of(step({address}, asked.at(address))));
  }
  rows.put(draft);
}

void WindowsArm64Table::store(StoredDraft& draft) const {
  AskedRules asked(*processor_of(Architecture::Arm64));
  const std::size_t count = rows_.size() / arm64_row_size;
  const auto begin_of = [&](std::size_t row) {
    return Cursor(rows_, Endian::Little, row * arm64_row_size).u32();
  };
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t begin = begin_of(i);
    const auto function = function_of(begin, Cursor(rows_, Endian::Little, i * arm64_row_size + 4).u32());
    if (begin < done || !function) continue;
    std::uint64_t size = at_(begin).size();
    if (!function->is_part_of_other) size = std::min<std::uint64_t>(size, function->size);
    if (i + 1 < count && begin_of(i + 1) > begin)
      size = std::min<std::uint64_t>(size, begin_of(i + 1) - begin);
    if (size == 0) continue;
    store_function(*function, begin, static_cast<std::uint32_t>(size), asked, draft);
    done = begin + size;
  }
  draft.note_all_callers();
}

std::optional<Step> WindowsArm64Table::step(const CodePoint& point, const Surroundings& where) const {
  const auto function = find(point.address);
  // Only functions that keep their return address in its register have no entry.
  if (!function) return point.has_called ? std::nullopt : std::optional(undo_arm64({}, where));
  // A part that stands elsewhere has neither a prologue nor an epilogue.
  const std::uint64_t into = function->is_part_of_other ? UINT32_MAX : point.address - function->begin;
  const auto left = left_at(*function, static_cast<std::uint32_t>(into));
  if (!left) return std::nullopt;
  std::vector<Arm64Step> steps;
  std::size_t done = left->done;
  for (const Arm64Step& step : left->steps.steps) {
    if (done == 0) {
      steps.push_back(step);
    } else if (step.is_instruction()) {
      --done;
    }
  }
  return undo_arm64(steps, where);
}

}  // namespace symkit::unwind
