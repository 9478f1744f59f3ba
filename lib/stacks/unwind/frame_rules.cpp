#include "stacks/unwind/frame_rules.h"

#include <vector>

#include "ground/base/cursor.h"
#include "stacks/unwind/encoded_pointer.h"

namespace symkit::unwind {
namespace {

using Kind = Rule::Kind;

// DW_CFA_…
constexpr std::uint8_t nop = 0x00;
constexpr std::uint8_t set_loc = 0x01;
constexpr std::uint8_t advance_loc1 = 0x02;
constexpr std::uint8_t advance_loc2 = 0x03;
constexpr std::uint8_t advance_loc4 = 0x04;
constexpr std::uint8_t offset_extended = 0x05;
constexpr std::uint8_t restore_extended = 0x06;
constexpr std::uint8_t undefined = 0x07;
constexpr std::uint8_t same_value = 0x08;
constexpr std::uint8_t in_register = 0x09;
constexpr std::uint8_t remember_state = 0x0a;
constexpr std::uint8_t restore_state = 0x0b;
constexpr std::uint8_t def_cfa = 0x0c;
constexpr std::uint8_t def_cfa_register = 0x0d;
constexpr std::uint8_t def_cfa_offset = 0x0e;
constexpr std::uint8_t def_cfa_expression = 0x0f;
constexpr std::uint8_t expression = 0x10;
constexpr std::uint8_t offset_extended_sf = 0x11;
constexpr std::uint8_t def_cfa_sf = 0x12;
constexpr std::uint8_t def_cfa_offset_sf = 0x13;
constexpr std::uint8_t val_offset = 0x14;
constexpr std::uint8_t val_offset_sf = 0x15;
constexpr std::uint8_t val_expression = 0x16;
constexpr std::uint8_t negate_ra_state = 0x2d;  // arm64; on SPARC another one
constexpr std::uint8_t gnu_args_size = 0x2e;
constexpr std::uint8_t gnu_negative_offset_extended = 0x2f;

// Runs a function's program up to one address.
class Program {
 public:
  Program(const FrameEntry& entry, std::uint64_t wanted)
      : entry_(entry), wanted_(wanted), at_address_(entry.begin) {}

  Program(const FrameEntry& entry, const TakeRules& take) : Program(entry, UINT64_MAX) { take_ = &take; }

  std::optional<FrameRules> run() {
    if (!run(entry_.common_program, 0)) return std::nullopt;
    first_ = rules_;
    if (!run(entry_.program, entry_.program_address)) return std::nullopt;
    if (take_ != nullptr) (*take_)(at_address_, rules_);
    return rules_;
  }

 private:
  static constexpr std::size_t most_kept = 64;

  bool run(Bytes program, std::uint64_t address) {
    Cursor at(program, entry_.endian);
    while (!at.at_end() && !is_past_)
      if (!take(at, address) || at.failed()) return false;
    return true;
  }

  bool take(Cursor& at, std::uint64_t address) {
    const std::uint8_t code = at.u8();
    const std::uint64_t low = code & 0x3f;
    switch (code >> 6) {
      case 1: advance(low); return true;
      case 2: set(low, {Kind::Saved, scaled(at.uleb())}); return true;
      case 3: restore(low); return true;
      default: return take_other(code, at, address);
    }
  }

  bool take_other(std::uint8_t code, Cursor& at, std::uint64_t address) {
    switch (code) {
      case nop: return true;
      case set_loc: return move_to(at, address);
      case advance_loc1: advance(at.u8()); return true;
      case advance_loc2: advance(at.u16()); return true;
      case advance_loc4: advance(at.u32()); return true;
      case remember_state: return keep();
      case restore_state: return take_back();
      case negate_ra_state: rules_.is_signed = !rules_.is_signed; return true;
      case gnu_args_size: at.skip_leb(); return true;
      case def_cfa:
      case def_cfa_sf:
      case def_cfa_register:
      case def_cfa_offset:
      case def_cfa_offset_sf:
      case def_cfa_expression: define_cfa(code, at); return true;
      default: return take_of_register(code, at);
    }
  }

  void define_cfa(std::uint8_t code, Cursor& at) {
    if (code == def_cfa_expression) {
      rules_.cfa_expression = at.bytes(at.uleb());
      return;
    }
    if (code == def_cfa || code == def_cfa_sf || code == def_cfa_register) {
      rules_.cfa_register = at.uleb();
      rules_.cfa_expression = {};
    }
    if (code == def_cfa || code == def_cfa_offset)
      rules_.cfa_offset = static_cast<std::int64_t>(at.uleb());
    else if (code != def_cfa_register)
      rules_.cfa_offset = scaled(static_cast<std::uint64_t>(at.sleb()));
  }

  bool take_of_register(std::uint8_t code, Cursor& at) {
    const std::uint64_t number = at.uleb();
    switch (code) {
      case offset_extended: set(number, {Kind::Saved, scaled(at.uleb())}); return true;
      case offset_extended_sf:
        set(number, {Kind::Saved, scaled(static_cast<std::uint64_t>(at.sleb()))});
        return true;
      case gnu_negative_offset_extended: set(number, {Kind::Saved, scaled(-at.uleb())}); return true;
      case restore_extended: restore(number); return true;
      case undefined: set(number, {Kind::Undefined}); return true;
      case same_value: set(number, {Kind::Same}); return true;
      case in_register: set(number, {Kind::InRegister, static_cast<std::int64_t>(at.uleb())}); return true;
      case val_offset: set(number, {Kind::Value, scaled(at.uleb())}); return true;
      case val_offset_sf:
        set(number, {Kind::Value, scaled(static_cast<std::uint64_t>(at.sleb()))});
        return true;
      case expression: set(number, {Kind::SavedAtExpression, 0, at.bytes(at.uleb())}); return true;
      case val_expression: set(number, {Kind::ValueOfExpression, 0, at.bytes(at.uleb())}); return true;
      default: return false;
    }
  }

  std::int64_t scaled(std::uint64_t factor) const {
    return static_cast<std::int64_t>(factor * static_cast<std::uint64_t>(entry_.data_step));
  }
  void advance(std::uint64_t steps) { reach(at_address_ + steps * entry_.code_step); }
  void reach(std::uint64_t address) {
    if (take_ != nullptr && address > at_address_) (*take_)(at_address_, rules_);
    at_address_ = address;
    is_past_ = address > wanted_;
  }
  bool move_to(Cursor& at, std::uint64_t address) {
    const auto where = read_pointer(at, entry_.pointer_encoding, entry_.address_size,
                                    {.section = address, .function = entry_.begin});
    if (where) reach(*where);
    return where.has_value();
  }
  void set(std::uint64_t number, Rule rule) {
    if (number < rules_.registers.size()) rules_.registers[number] = rule;
  }
  void restore(std::uint64_t number) {
    if (number < rules_.registers.size()) rules_.registers[number] = first_.registers[number];
  }
  bool keep() {
    if (kept_.size() == most_kept) return false;
    kept_.push_back(rules_);
    return true;
  }
  bool take_back() {
    if (kept_.empty()) return false;
    rules_ = kept_.back();
    kept_.pop_back();
    return true;
  }

  const FrameEntry& entry_;
  std::uint64_t wanted_;
  const TakeRules* take_ = nullptr;
  std::uint64_t at_address_;
  bool is_past_ = false;
  FrameRules rules_;
  FrameRules first_;
  std::vector<FrameRules> kept_;
};

}  // namespace

std::optional<FrameRules> rules_at(const FrameEntry& entry, std::uint64_t address) {
  return Program(entry, address).run();
}

bool each_rules(const FrameEntry& entry, const TakeRules& take) {
  return Program(entry, take).run().has_value();
}

}  // namespace symkit::unwind
