#include "stacks/unwind/breakpad_table.h"

#include <algorithm>

#include "ground/base/each_line.h"
#include "ground/base/line_fields.h"
#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/breakpad_rules.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::unwind {
namespace {

constexpr std::string_view mark = "STACK ";
constexpr std::size_t part_size = std::size_t{8} << 20;
// Real functions have some hundreds of changes, in lines of some hundreds of characters.
constexpr std::size_t most_changes = 10'000, longest_line = 16'384;
// Of programs that follow each other.
constexpr std::size_t most_in_function = 32;

}  // namespace

BreakpadTable::BreakpadTable(const Text& text, Architecture architecture, std::uint64_t begin)
    : text_(text.text), owner_(text.owner), architecture_(architecture), begin_(begin) {
  for (std::size_t at = 0; at < text_.size(); at += part_size) {
    const std::string_view part = text_.substr(at, part_size);
    find_lines(at, at + part.size());
    text.has_read(part);
  }
  // Of several lines for one place the first counts.
  for (Lines* const lines : {&rules_, &programs_, &sizes_})
    std::ranges::stable_sort(*lines, {}, &Line::begin);
}

// Those that begin between two places.
void BreakpadTable::find_lines(std::size_t from, std::size_t to) {
  const std::string_view all = text_.substr(0, std::min(to + mark.size() - 1, text_.size()));
  for (std::size_t at = from; (at = all.find(mark, at)) != std::string_view::npos; at += mark.size())
    if (at == 0 || text_[at - 1] == '\n') take(line_at(at), at);
}

std::string_view BreakpadTable::line_at(std::uint64_t offset) const {
  std::string_view rest = text_.substr(offset, longest_line);
  return take_line(rest);
}

void BreakpadTable::take(std::string_view line, std::uint64_t offset) {
  LineFields fields(line.substr(mark.size()));
  if (fields.word("CFI")) {
    if (!fields.word("INIT")) return;
    const std::uint64_t begin = fields.hex();
    if (!fields.failed()) rules_.push_back({begin, offset});
  } else if (fields.word("WIN")) {
    if (const auto program = read_windows_program(fields.take_rest()))
      (program->words.empty() ? sizes_ : programs_).push_back({program->begin, offset});
  }
}

std::optional<WindowsProgram> BreakpadTable::program_of(const Line& line) const {
  constexpr std::size_t to_fields = std::string_view("STACK WIN ").size();
  return read_windows_program(line_at(line.offset).substr(to_fields));
}

// Lines may lie in each other: each says how the rest of its function is left.
std::optional<WindowsProgram> BreakpadTable::program_in(const Lines& lines, std::uint64_t address) const {
  constexpr int most_nested = 16;
  auto at = std::ranges::upper_bound(lines, address, {}, &Line::begin);
  for (int i = 0; i < most_nested && at != lines.begin(); ++i) {
    --at;
    while (at != lines.begin() && std::prev(at)->begin == at->begin) --at;
    const auto program = program_of(*at);
    if (program && address - program->begin < program->size) return program;
  }
  return std::nullopt;
}

std::optional<WindowsProgram> BreakpadTable::program_at(std::uint64_t address) const {
  if (architecture_ != Architecture::X86) return std::nullopt;
  if (auto found = program_in(programs_, address)) return found;
  return program_in(sizes_, address);
}

// Where the lines of the function begin.
std::optional<std::uint64_t> BreakpadTable::rules_for(std::uint64_t address) const {
  auto at = std::ranges::upper_bound(rules_, address, {}, &Line::begin);
  if (at == rules_.begin()) return std::nullopt;
  at = std::ranges::lower_bound(rules_, std::prev(at)->begin, {}, &Line::begin);
  constexpr std::size_t to_fields = std::string_view("STACK CFI INIT ").size();
  LineFields fields(line_at(at->offset).substr(to_fields));
  const std::uint64_t begin = fields.hex(), size = fields.hex();
  return !fields.failed() && address - begin < size ? std::optional(at->offset) : std::nullopt;
}

std::optional<Step> BreakpadTable::by_rules(std::uint64_t address, const Surroundings& where) const {
  const auto offset = rules_for(address);
  if (!offset) return std::nullopt;
  BreakpadRules rules(architecture_);
  std::string_view rest = text_.substr(*offset);
  for (std::size_t i = 0; i < most_changes && !rest.empty(); ++i) {
    const bool is_first = i == 0;
    LineFields fields(take_line(rest));
    if (!fields.word("STACK") || !fields.word("CFI") || fields.word("INIT") != is_first) break;
    if (fields.hex() > address) break;
    if (is_first) fields.hex();  // the size
    if (fields.failed() || !rules.add(fields.take_rest())) return std::nullopt;
  }
  return Step{rules.caller(where)};
}

// Nearly all expressions are sums, which are kept as those of other tables.
void BreakpadTable::store_function(std::uint64_t offset, AskedRules& asked, StoredDraft& draft) const {
  BreakpadRules rules(architecture_);
  std::string_view rest = text_.substr(offset);
  bool is_whole = true;
  for (std::size_t i = 0; i < most_changes && !rest.empty(); ++i) {
    const bool is_first = i == 0;
    LineFields fields(take_line(rest));
    if (!fields.word("STACK") || !fields.word("CFI") || fields.word("INIT") != is_first) break;
    const std::uint64_t address = begin_ + fields.hex();
    if (is_first) draft.begin({.begin = address, .end = address + fields.hex()});
    is_whole = !fields.failed() && rules.add(fields.take_rest());
    if (!is_whole) break;
    const auto caller = rules.caller(asked.at(address));
    if (const auto kept = asked.rules_of(caller ? std::optional(Step{caller}) : std::nullopt)) {
      draft.add(address, *kept);
    } else {
      draft.add_text(address, rules.text());
    }
  }
  draft.end(is_whole);
}

// From each place where a line begins or ends to the next, one of them counts. Those without a gap between
// them are kept as one function.
void BreakpadTable::store_programs(StoredDraft& draft) const {
  if (architecture_ != Architecture::X86) return;
  std::vector<std::uint64_t> places;
  for (const Lines* const lines : {&programs_, &sizes_})
    for (const Line& line : *lines)
      if (const auto program = program_of(line); program && program->size <= UINT32_MAX) {
        places.push_back(program->begin);
        places.push_back(program->begin + program->size);
      }
  std::ranges::sort(places);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  for (std::size_t first = 0; first + 1 < places.size(); ++first) {
    std::vector<WindowsProgram> programs;
    while (first + programs.size() + 1 < places.size() && programs.size() < most_in_function) {
      const auto program = program_at(places[first + programs.size()]);
      if (!program) break;
      programs.push_back(*program);
    }
    if (programs.empty()) continue;
    draft.begin({.begin = begin_ + places[first], .end = begin_ + places[first + programs.size()]});
    for (std::size_t i = 0; i < programs.size(); ++i)
      draft.add_program(begin_ + places[first + i], programs[i]);
    draft.end(true);
    first += programs.size() - 1;
  }
}

void BreakpadTable::store(StoredDraft& draft) const {
  store_programs(draft);
  const Processor* const processor = processor_of(architecture_);
  if (processor == nullptr) return;
  AskedRules asked(*processor);
  for (std::size_t i = 0; i < rules_.size(); ++i)
    if (i == 0 || rules_[i].begin != rules_[i - 1].begin) store_function(rules_[i].offset, asked, draft);
}

std::optional<Step> BreakpadTable::step(const CodePoint& point, const Surroundings& where) const {
  const std::uint64_t address = point.address - begin_;
  if (const auto program = program_at(address))
    if (const auto caller = caller_by_windows_program(*program, point, where)) return Step{caller};
  return by_rules(address, where);
}

bool BreakpadTable::has_function(std::uint64_t address) const {
  return rules_for(address - begin_) || program_at(address - begin_);
}

std::uint32_t BreakpadTable::parameters_at(std::uint64_t address) const {
  const auto program = program_at(address - begin_);
  return program ? program->parameters : 0;
}

}  // namespace symkit::unwind
