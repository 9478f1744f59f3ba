// What Windows' table on x86_64 says, as rules: prologues by their codes, epilogues by their instructions.
#include <algorithm>

#include "ground/base/cursor.h"
#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/function_rows.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/windows_table.h"
#include "stacks/unwind/x86_exits.h"

namespace symkit::unwind {

void WindowsTable::store_row(const Row& row, AskedRules& asked, StoredDraft& draft) const {
  const Bytes section = at_(row.begin);
  const Bytes code = section.first(std::min<std::size_t>(section.size(), row.end - row.begin));
  asked.set_code(row.begin, section);
  FunctionRows rows(row.begin, row.end);
  std::uint32_t prologue = 0;
  for (const std::uint32_t change : changes_in(row)) {
    const std::uint64_t address = std::uint64_t{row.begin} + change;
    rows.add_rule(address, asked.rules_of(step({address, true}, asked.at(address))));
    prologue = change;
  }
  const auto leads_elsewhere = [&](std::uint64_t to) {
    return this->leads_elsewhere(row.begin, to - asked.image_begin());
  };
  add_exits_x86({.code = code, .from = prologue}, {.leads_elsewhere = leads_elsewhere, .marks_jumps = true},
                asked, rows);
  rows.put(draft);
}

void WindowsTable::store(StoredDraft& draft) const {
  AskedRules asked(*processor_of(Architecture::X86_64));
  const std::size_t count = row_count();
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Row row = row_at(i);
    if (i + 1 < count) row.end = std::min(row.end, row_at(i + 1).begin);
    if (row.begin < end || row.begin >= row.end) continue;
    store_row(row, asked, draft);
    end = row.end;
  }
  draft.note_all_callers();
}

}  // namespace symkit::unwind
