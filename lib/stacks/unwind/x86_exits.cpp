#include "stacks/unwind/x86_exits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

#include "files/code/call_instruction.h"

namespace symkit::unwind {
namespace {

// The first bytes that an instruction of an epilogue may have, apart from a prefix.
constexpr std::array<bool, 256> begins_exit = [] {
  std::array<bool, 256> all = {};
  for (const std::uint8_t one : std::initializer_list<std::uint8_t>{
           0x01, 0x03, 0x09, 0x0b, 0x0f, 0x21, 0x23, 0x29, 0x2b, 0x31, 0x33, 0x81,
           0x83, 0x89, 0x8b, 0x8d, 0xc2, 0xc3, 0xc9, 0xe9, 0xeb, 0xf3, 0xff})
    all.at(one) = true;
  for (unsigned one = 0x58; one <= 0x5f; ++one) all.at(one) = true;
  for (unsigned one = 0xb8; one <= 0xbf; ++one) all.at(one) = true;
  return all;
}();

bool is_prefix(std::uint8_t byte, const Processor& processor) {
  return processor.address_size == 8 && byte >> 4 == 4;
}

// Where instructions begin is not known, so what is found may be none. It counts only where it undoes the
// function's whole frame, or continues what does.
class Exits {
 public:
  Exits(const X86Body& body, const X86Leaving& leaving, AskedRules& asked, FunctionRows& rows)
      : body_(body), leaving_(leaving), asked_(asked), rows_(rows) {}

  void find() {
    for (std::size_t i = body_.from; i < body_.code.size(); ++i)
      if (may_begin(i)) try_at(i);
  }

 private:
  bool may_begin(std::size_t i) const {
    if (!is_prefix(body_.code[i], asked_.processor())) return begins_exit.at(body_.code[i]);
    return i + 1 < body_.code.size() && begins_exit.at(body_.code[i + 1]);
  }

  // A call's last byte tells how its caller's frame is left.
  bool is_in_call(std::size_t i) const {
    constexpr std::size_t longest = 8;
    const std::size_t from = i + 1 > longest ? i + 1 - longest : 0;
    const code::Code before{.bytes = body_.code.subspan(from, i + 1 - from), .begin = from};
    return code::stands_behind_call(before, i + 1, asked_.processor().architecture);
  }

  bool is_without_frame(const StoredRules& rules) const {
    const Processor& processor = asked_.processor();
    return rules.rules.cfa_register == processor.stack && rules.rules.cfa_offset == processor.address_size;
  }

  bool has_frame_pointer(const StoredRules& rules) const {
    const Processor& processor = asked_.processor();
    const Rule& rule = rules.rules.registers.at(processor.frame);
    return rule.kind == Rule::Kind::Saved && rule.offset == -2 * std::int64_t{processor.address_size};
  }

  // Where no table tells of the frame, it is one with a frame pointer, or none.
  bool may_be_way(std::size_t i, const StoredRules& rules) const {
    const std::uint64_t address = rows_.begin() + i;
    if (rows_.has_whole_frame(address, rules)) return true;
    const bool is_known = rows_.has_rule(address);
    if (is_without_frame(rules)) return (body_.may_lack_frame || !is_known) && !is_in_call(i);
    return !is_known && has_frame_pointer(rules) && !is_in_call(i);
  }

  // Of an instruction that was found with its prefix.
  bool is_behind_prefix(std::size_t i) const {
    return found_before_ + 1 == i && found_before_ > way_begin_ &&
           is_prefix(body_.code[i - 1], asked_.processor());
  }

  void try_at(std::size_t i) {
    const bool continues = i < way_end_;
    if (continues && is_behind_prefix(i)) return;
    const std::uint64_t address = rows_.begin() + i;
    const auto found = caller_after_epilogue(asked_.at(address), leaving_);
    const auto rules = found ? asked_.rules_of(Step{Caller{found->registers}}) : std::nullopt;
    if (!rules) return;
    if (!continues) {
      if (!may_be_way(i, *rules)) return;
      way_begin_ = i;
    }
    way_end_ = std::max(way_end_, i + found->bytes);
    found_before_ = i;
    rows_.add_exception(address, rows_.begin() + way_end_, *rules, FunctionRows::When::Returns);
  }

  const X86Body& body_;
  const X86Leaving& leaving_;
  AskedRules& asked_;
  FunctionRows& rows_;
  std::size_t way_begin_ = 0, way_end_ = 0, found_before_ = SIZE_MAX - 1;
};

}  // namespace

void add_exits_x86(const X86Body& body, const X86Leaving& leaving, AskedRules& asked, FunctionRows& rows) {
  Exits(body, leaving, asked, rows).find();
}

}  // namespace symkit::unwind
