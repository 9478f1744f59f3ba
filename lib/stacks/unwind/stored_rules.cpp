#include "stacks/unwind/stored_rules.h"

#include <algorithm>
#include <array>

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"

namespace symkit::unwind {
namespace {

constexpr std::uint8_t stored_signal_frame = 1, stored_signed = 2, stored_cfa_expression = 4,
                       stored_as_text = 8, stored_as_program = 16, stored_saves_frame_pointer = 32;
constexpr unsigned kind_bits = 3;
constexpr std::uint64_t kind_mask = 7;

// Most programs are these.
constexpr std::array<std::string_view, 3> frequent_programs = {
    "$T0 $ebp = $eip $T0 4 + ^ = $ebp $T0 ^ = $esp $T0 8 + =", "$T0 .raSearch = $eip $T0 ^ = $esp $T0 4 + =",
    "$T0 $ebp = $T2 $esp = $T1 .raSearchStart = $eip $T1 ^ = $ebp $T0 = $esp $T1 4 + ="};

// Without what is computed last, if no frame needs it: " $23 $T0 4 - ^ =".
std::string_view words_in_use(std::string_view words) {
  constexpr std::string_view ending = " - ^ =";
  const auto trimmed = [](std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); };
  for (words = trimmed(words); words.ends_with(ending); words = trimmed(words)) {
    const std::size_t begin = words.find_last_of('$', words.rfind('$') - 1);
    constexpr std::size_t unnamed = 2;  // digits of a register that is told by its number
    if (begin == std::string_view::npos) break;
    const std::string_view last = words.substr(begin + 1);
    const bool is_unnamed = last.size() > unnamed && last[0] == '2' && last[1] >= '0' && last[1] <= '9';
    if (!is_unnamed || !last.substr(unnamed).starts_with(" $T")) break;
    words = words.substr(0, begin);
  }
  return words;
}

bool has_offset(Rule::Kind kind) {
  return kind == Rule::Kind::Saved || kind == Rule::Kind::Value || kind == Rule::Kind::InRegister;
}
bool has_expression(Rule::Kind kind) {
  return kind == Rule::Kind::SavedAtExpression || kind == Rule::Kind::ValueOfExpression;
}

}  // namespace

std::vector<std::uint8_t> stored(const StoredRules& all) {
  const FrameRules& rules = all.rules;
  const bool by_expression = !rules.cfa_expression.empty();
  index::Buffer out = {static_cast<std::uint8_t>((all.is_signal_frame ? stored_signal_frame : 0) |
                                                 (rules.is_signed ? stored_signed : 0) |
                                                 (by_expression ? stored_cfa_expression : 0))};
  index::put_varint(out, all.return_register);
  if (by_expression) {
    index::put_text(out, as_text(rules.cfa_expression));
  } else {
    index::put_varint(out, rules.cfa_register);
    index::put_varint(out, index::zigzag(rules.cfa_offset));
  }
  for (std::uint64_t number = 0; number < rules.registers.size(); ++number) {
    const Rule& rule = rules.registers[number];
    if (rule.kind == Rule::Kind::Unsaid) continue;
    index::put_varint(out, number << kind_bits | static_cast<std::uint64_t>(rule.kind));
    if (has_offset(rule.kind)) index::put_varint(out, index::zigzag(rule.offset));
    if (has_expression(rule.kind)) index::put_text(out, as_text(rule.expression));
  }
  return out;
}

std::vector<std::uint8_t> stored_text(std::string_view rules) {
  std::vector<std::uint8_t> out = {stored_as_text};
  out.insert(out.end(), rules.begin(), rules.end());
  return out;
}

std::optional<std::string_view> text_in(Bytes bytes) {
  if (bytes.empty() || bytes.front() != stored_as_text) return std::nullopt;
  return as_text(bytes.subspan(1));
}

std::vector<std::uint8_t> stored_program(const WindowsProgram& program) {
  index::Buffer out = {static_cast<std::uint8_t>(
      stored_as_program | (program.saves_frame_pointer ? stored_saves_frame_pointer : 0))};
  const std::string_view words = words_in_use(program.words);
  const bool needs_sizes = words.empty() || words.contains('.');
  index::put_varint(out, program.parameters);
  index::put_varint(out, needs_sizes ? program.saved : 0);
  index::put_varint(out, needs_sizes ? program.locals : 0);
  const auto known = std::ranges::find(frequent_programs, words);
  out.push_back(static_cast<std::uint8_t>(known - frequent_programs.begin()));
  if (known == frequent_programs.end()) out.insert(out.end(), words.begin(), words.end());
  return out;
}

std::optional<WindowsProgram> program_in(Bytes bytes) {
  if (bytes.empty() || (bytes.front() & stored_as_program) == 0) return std::nullopt;
  Cursor at(bytes, Endian::Little);
  WindowsProgram program{.saves_frame_pointer = (at.u8() & stored_saves_frame_pointer) != 0};
  for (std::uint32_t* const size : {&program.parameters, &program.saved, &program.locals})
    *size = static_cast<std::uint32_t>(at.uleb());
  const std::uint8_t known = at.u8();
  program.words = known < frequent_programs.size() ? frequent_programs.at(known) : as_text(at.rest());
  return at.failed() ? std::nullopt : std::optional(program);
}

std::optional<StoredRules> read_stored(Bytes bytes) {
  StoredRules all;
  FrameRules& rules = all.rules;
  Cursor at(bytes, Endian::Little);
  const std::uint8_t flags = at.u8();
  if ((flags & (stored_as_text | stored_as_program)) != 0) return std::nullopt;
  all.is_signal_frame = (flags & stored_signal_frame) != 0;
  rules.is_signed = (flags & stored_signed) != 0;
  all.return_register = at.uleb();
  if ((flags & stored_cfa_expression) != 0) {
    rules.cfa_expression = at.bytes(at.uleb());
  } else {
    rules.cfa_register = at.uleb();
    rules.cfa_offset = index::unzigzag(at.uleb());
  }
  while (!at.at_end()) {
    const std::uint64_t which = at.uleb();
    if (at.failed() || which >> kind_bits >= rules.registers.size()) return std::nullopt;
    Rule& rule = rules.registers[which >> kind_bits];
    rule.kind = static_cast<Rule::Kind>(which & kind_mask);
    if (has_offset(rule.kind)) rule.offset = index::unzigzag(at.uleb());
    if (has_expression(rule.kind)) rule.expression = at.bytes(at.uleb());
  }
  return at.failed() ? std::nullopt : std::optional(all);
}

}  // namespace symkit::unwind
