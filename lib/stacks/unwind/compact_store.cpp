// What macOS' tables say, as rules. They describe complete frames only: prologues and epilogues are told by
// the instructions of the image.
#include <algorithm>

#include "stacks/unwind/asked_rules.h"
#include "stacks/unwind/compact_step.h"
#include "stacks/unwind/compact_table.h"
#include "stacks/unwind/function_rows.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/x86_exits.h"

namespace symkit::unwind {

class CompactStoring {
 public:
  CompactStoring(const CompactTable& table, StoredDraft& draft)
      : table_(table),
        image_(table.image_),
        draft_(draft),
        asked_(*table.image_.processor),
        work_left_(most_work * (image_.frames.data.size() + 1)) {}

  void store_all() {
    std::uint64_t address = next_begin(0);
    while (address != UINT64_MAX) {
      const auto entry = table_.entries_.find(address);
      std::uint64_t next = next_begin(address + 1);
      if (entry) next = std::min(next, entry->end);
      const Bytes section = image_.code(address);
      const std::uint64_t end = std::min(next, address + section.size());
      if (end > address && !table_.is_in_stub(address))
        store(entry.value_or(CompactEntry{.end = UINT64_MAX}), address, end, section);
      address = next > address && (entry || next != UINT64_MAX) ? next : UINT64_MAX;
    }
    for (const CompactImage::Range& stub : image_.stubs) {
      FunctionRows rows(stub.begin, stub.end);
      rows.add_rule(stub.begin, asked_.rules_of(step_without_frame(asked_.at(stub.begin))));
      rows.put(draft_);
    }
  }

 private:
  static constexpr std::uint64_t most_work = 64;
  static constexpr std::uint64_t longest_begin = 4096;

  // Of a function that is listed, or of the first entry.
  std::uint64_t next_begin(std::uint64_t from) const {
    const auto listed = std::ranges::lower_bound(image_.functions, from);
    std::uint64_t next = listed == image_.functions.end() ? UINT64_MAX : *listed;
    const auto first = table_.entries_.begin();
    if (first && *first >= from) next = std::min(next, *first);
    return next;
  }

  void store(const CompactEntry& entry, std::uint64_t begin, std::uint64_t end, Bytes section) {
    const CodePoint point{begin};
    const CompactFunction function = table_.function_at(entry, point, asked_.image_begin() + begin);
    // Parts that begin elsewhere have their code from there on.
    const std::uint64_t code_begin = function.begin - asked_.image_begin();
    asked_.set_code(code_begin, code_begin == begin ? section : image_.code(code_begin));
    FunctionRows rows(begin, end);
    if (is_compact_reference(entry.encoding, asked_.processor()) || entry.encoding == 0) {
      add_frames(entry, rows);
    } else {
      rows.add_rule(begin, asked_.rules_of(step_by_compact(function, asked_.at(begin))));
    }
    if (entry.encoding != 0 || !image_.functions.empty()) {
      if (asked_.processor().link)
        add_exceptions_arm64(function, rows);
      else
        add_exceptions_x86(function, section.first(end - begin), rows);
    }
    rows.put(draft_);
  }

  void add_frames(const CompactEntry& entry, FunctionRows& rows) {
    const auto found = table_.frame_entry_of(entry, rows.begin());
    if (!found || found->program.size() + found->common_program.size() > work_left_) return;
    work_left_ -= found->program.size() + found->common_program.size();
    each_rules(*found, [&](std::uint64_t address, FrameRules rules) {
      exchange_stack_and_frame(rules, asked_.processor());
      if (address >= rows.end()) return;
      rows.add_rule(std::max(address, rows.begin()),
                    StoredRules{rules, found->return_register, found->is_signal_frame});
    });
  }

  using When = FunctionRows::When;

  void add_exceptions_arm64(const CompactFunction& function, FunctionRows& rows) {
    const unsigned size = 4;
    bool is_in_prologue = true;
    for (std::uint64_t at = rows.begin(); at < rows.end(); at += size) {
      is_in_prologue = is_in_prologue && at - rows.begin() <= longest_begin;
      const auto so_far = is_in_prologue ? step_in_prologue(function, asked_.at(at)) : std::nullopt;
      is_in_prologue = so_far.has_value();
      const auto returning = step_to_return(function, asked_.at(at));
      const auto rules = asked_.rules_of(returning ? returning : so_far);
      if (rules) rows.add_exception(at, at + size, *rules, returning ? When::Returns : When::Begins);
    }
  }

  void add_exceptions_x86(const CompactFunction& function, Bytes code, FunctionRows& rows) {
    std::uint64_t at = rows.begin(), first_push = at;
    for (; at < std::min(rows.end(), rows.begin() + longest_begin); ++at) {
      const auto rules = asked_.rules_of(step_in_prologue(function, asked_.at(at)));
      if (!rules) break;
      if (rules->rules.cfa_offset == asked_.processor().address_size) first_push = at;
      rows.add_exception(at, at + 1, *rules, When::Begins);
    }
    const auto leads_elsewhere = [&](std::uint64_t to) { return to < function.begin || to >= function.end; };
    // Then it may have returned before it needs a frame.
    const bool may_lack_frame = first_push != rows.begin();
    add_exits_x86({code, at - rows.begin(), may_lack_frame}, {.leads_elsewhere = leads_elsewhere}, asked_,
                  rows);
  }

  const CompactTable& table_;
  const CompactImage& image_;
  StoredDraft& draft_;
  AskedRules asked_;
  std::uint64_t work_left_;
};

void CompactTable::store(StoredDraft& draft) const {
  if (image_.processor != nullptr && image_.code) CompactStoring(*this, draft).store_all();
}

}  // namespace symkit::unwind
