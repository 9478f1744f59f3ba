#include "dwarf/functions.h"

#include <array>
#include <memory>

namespace symkit::dwarf {
namespace {

// Deeper nesting than any compiler writes; beyond it a unit counts as broken.
constexpr std::size_t deepest_nesting = 4096;

bool is_c(std::uint16_t language) {
  return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 ||
         language == DW_LANG_C11 || language == DW_LANG_C17;
}

class Walk {
 public:
  Walk(const Unit& unit, RangeAllowance& allowance, FunctionSink& sink)
      : unit_(unit),
        allowance_(allowance),
        sink_(sink),
        at_(unit.cursor_at(unit.header().first_entry)),
        classes_hold_no_code_(is_c(unit.language)) {}

  bool run() {
    if (at_.at_end()) return true;
    do {
      if (!step()) return false;
    } while (!levels_.empty() && !at_.at_end());
    while (!levels_.empty()) leave();
    return !at_.failed();
  }

 private:
  // One open entry: what its children belong to.
  struct Level {
    std::uint32_t call = 0;    // the enclosing inlined call, 0: the function itself
    bool is_function = false;  // closes functions_[open_ - 1]
    bool in_function = false;  // its children lie in functions_[open_ - 1]
  };

  bool step() {
    const std::uint64_t entry = at_.offset();
    const std::uint64_t code = at_.uleb();
    if (code == 0) {
      if (levels_.empty()) return false;
      leave();
      return !at_.failed();
    }
    const Abbreviation* abbreviation = unit_.abbreviations().find(code);
    if (abbreviation == nullptr) return false;
    enter(entry, *abbreviation);
    return !at_.failed() && levels_.size() <= deepest_nesting;
  }

  void enter(std::uint64_t entry, const Abbreviation& abbreviation) {
    Level level = levels_.empty() ? Level{} : levels_.back();
    level.is_function = false;
    if (abbreviation.role == EntryRole::Function && abbreviation.has_code) {
      open_function(entry, abbreviation);
      level = {.call = 0, .is_function = true, .in_function = true};
      if (!abbreviation.has_children) close_function();
    } else if (abbreviation.role == EntryRole::Inlined && level.in_function) {
      level.call = add_call(entry, abbreviation, level.call);
    } else {
      if (abbreviation.role == EntryRole::Function) level.in_function = false;
      if (skip_with_children(abbreviation)) return;
    }
    if (abbreviation.has_children) levels_.push_back(level);
  }

  // Steps over an entry; where it says where its next sibling is and nothing of use lies between, to there.
  bool skip_with_children(const Abbreviation& abbreviation) {
    const bool barren = abbreviation.role == EntryRole::Type ||
                        (abbreviation.role == EntryRole::Scope && classes_hold_no_code_) ||
                        (abbreviation.role == EntryRole::Function && abbreviation.is_declaration);
    if (!barren || !abbreviation.has_children || !abbreviation.has_sibling) {
      unit_.abbreviations().skip(abbreviation, at_);
      return false;
    }
    Cursor there = at_;
    there.skip(abbreviation.sibling_offset);
    const Value sibling = unit_.read(there, {DW_AT_sibling, abbreviation.sibling_form, 0});
    // Only forward and within the unit: a sibling that lies is not followed.
    const bool is_ahead = sibling.kind == Value::Kind::Reference && sibling.number >= there.offset() &&
                          sibling.number < unit_.header().end;
    if (!is_ahead || there.failed()) {
      unit_.abbreviations().skip(abbreviation, at_);
      return false;
    }
    at_.seek(sibling.number);
    return true;
  }

  void open_function(std::uint64_t entry, const Abbreviation& abbreviation) {
    if (open_ == functions_.size()) functions_.push_back(std::make_unique<Function>());
    Function& function = *functions_[open_++];
    function.entry = entry;
    function.name = {};
    function.ranges.clear();
    function.calls.clear();
    function.inlined.clear();
    CodeAttributes code;
    for (const AttributeSpec& spec : unit_.abbreviations().specs(abbreviation)) {
      const Value value = unit_.read(at_, spec);
      if (!code.take(spec.attribute, value)) function.name.take(spec.attribute, value);
    }
    append_ranges(unit_, code, allowance_, function.ranges);
  }

  std::uint32_t add_call(std::uint64_t entry, const Abbreviation& abbreviation, std::uint32_t parent) {
    Function& function = *functions_[open_ - 1];
    InlinedCall call{.parent = parent, .entry = entry, .name = {}};
    CodeAttributes code;
    for (const AttributeSpec& spec : unit_.abbreviations().specs(abbreviation)) {
      const Value value = unit_.read(at_, spec);
      if (code.take(spec.attribute, value) || call.name.take(spec.attribute, value)) continue;
      if (spec.attribute == DW_AT_call_file) call.call_file = static_cast<std::uint32_t>(value.number);
      if (spec.attribute == DW_AT_call_line) call.call_line = static_cast<std::uint32_t>(value.number);
    }
    function.calls.push_back(call);
    const auto number = static_cast<std::uint32_t>(function.calls.size());
    ranges_.clear();
    append_ranges(unit_, code, allowance_, ranges_);
    for (const Range& range : ranges_) function.inlined.push_back({range.begin, range.end, number});
    return number;
  }

  void leave() {
    const bool was_function = levels_.back().is_function;
    levels_.pop_back();
    if (was_function) close_function();
  }

  void close_function() {
    const Function& function = *functions_[--open_];
    if (!function.ranges.empty()) sink_.take(function);
  }

  const Unit& unit_;
  RangeAllowance& allowance_;
  FunctionSink& sink_;
  Cursor at_;
  bool classes_hold_no_code_;
  std::vector<Level> levels_;
  std::vector<std::unique_ptr<Function>> functions_;  // [0, open_) are open; the rest keep their memory
  std::size_t open_ = 0;
  std::vector<Range> ranges_;
};

}  // namespace

bool NameAttributes::take(Attribute attribute, const Value& value) {
  const std::uint64_t target = value.kind == Value::Kind::Reference ? value.number : 0;
  switch (attribute) {
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name: linkage_name = value.text; return true;
    case DW_AT_name: name = value.text; return true;
    case DW_AT_specification: specification = target; return true;
    case DW_AT_abstract_origin: abstract_origin = target; return true;
    default: return false;
  }
}

bool walk_functions(const Unit& unit, RangeAllowance& allowance, FunctionSink& sink) {
  return Walk(unit, allowance, sink).run();
}

}  // namespace symkit::dwarf
