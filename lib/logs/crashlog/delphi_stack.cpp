// Stacks of programs of Delphi and Free Pascal.
// The JEDI library's, from the beginning of the code and as an address, with more or less behind:
//   (0000490A) [0040590A]
//   (0000490A){Ledger.exe  } [0040590A] Ledger.Total + $5A
// madExcept's; the columns of unit, line and offset can be empty:
//   00e08562 Ledger.exe System               263   +0 TObject.Free
//   77357657 ntdll.dll                                RtlUnwind
// Free Pascal's; with a line where it was found:
//   $000000010000A2C2
//   $00000001003A5FCF line 337 of ../ledger.pas
// Addresses are of the process, of calls or after them, and Windows' programs are mostly where their files
// say.
#include <algorithm>
#include <array>

#include "ground/base/characters.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t digits_of_pascal = 16, digits_of_delphi = 8;

// The label of the class is in the language of the program: "Fehlertyp: EAccessViolation".
bool names_class_of_runtime(std::string_view text) {
  constexpr auto classes = std::to_array<std::string_view>(
      {"EAccessViolation", "EInvalidPointer", "EExternalException", "EDivByZero", "EZeroDivide",
       "EOutOfMemory", "EStackOverflow", "EInvalidCast", "EAbstractError", "EInvalidOp", "EAssertionFailed",
       "EIntOverflow", "ERangeError", "EPrivilege"});
  const std::size_t colon = text.rfind(": ");
  return colon != std::string_view::npos &&
         std::ranges::find(classes, text.substr(colon + 2)) != classes.end();
}

// "exception class    : EAccessViolation", "Exception Class   : EAccessViolation"
std::optional<Cause> delphis_cause(std::string_view text) {
  if (names_class_of_runtime(text)) {
    text = text.substr(text.rfind(' ') + 1);
  } else {
    if (!take_word(text, "exception class ") && !take_word(text, "Exception Class ")) return std::nullopt;
    take_blanks(text);
    if (!take_word(text, ": ") || text.empty() || text.contains(' ')) return std::nullopt;
  }
  Cause made = reason(text);
  made.begins = made.waits = true;
  return made;
}

class DelphiStack : public Format {
 public:
  ReadCause causes() const override { return delphis_cause; }
  Marks marks() const override { return {") [0", "} [0", ".exe ", ".dll ", ".bpl "}; }
  Marks headings() const override { return {"$0000"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    Found found = read_jedi(line, start, frame);
    if (found == Found::Nothing) found = read_pascal(line, start, frame);
    return found == Found::Nothing ? read_mad(line, start, frame) : found;
  }

 private:
  static std::optional<Number> digits_of(Scanner& at, std::size_t digits) {
    const auto number = at.hex();
    return number && number->digits == digits ? number : std::nullopt;
  }

  // "(0000490A) [0040590A]", "(0000490A){Ledger.exe  } [0040590A] Ledger.Total + $5A"
  static Found read_jedi(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal('(') || !digits_of(at, digits_of_delphi) || !at.literal(')')) return Found::Nothing;
    if (at.literal('{')) {
      const auto module = at.until('}');
      if (!module || !at.literal('}')) return Found::Nothing;
      frame.image.name = trimmed(*module);
    }
    if (!at.literal(" [")) return Found::Nothing;
    const std::size_t from = at.position();
    const auto address = digits_of(at, digits_of_delphi);
    frame.address_text = at.since(from);
    if (!address || !at.literal(']')) return Found::Nothing;
    frame.runtime_address = address->value;
    const std::string_view behind = trimmed(at.rest());
    if (behind.contains(" (Line ")) return Found::Nothing;  // it has its place
    if (const std::size_t plus = behind.rfind(" + $"); plus != std::string_view::npos) {
      frame.symbol = behind.substr(0, plus);
      frame.readable = true;
    } else if (!behind.empty()) {
      return Found::Nothing;
    }
    frame.replaced = {at.position(), line.size()};
    return Found::Frame;
  }

  // "$000000010000A2C2"
  static Found read_pascal(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const std::size_t from = at.position();
    if (!at.literal('$')) return Found::Nothing;
    const auto address = at.hex();
    frame.address_text = at.since(from);
    if (!address || (address->digits != digits_of_pascal && address->digits != digits_of_delphi))
      return Found::Nothing;
    std::string_view behind = trimmed(at.rest());
    if (behind.empty()) {
      frame.replaced = {at.position(), line.size()};
      frame.runtime_address = usable(*address, frame);
      return Found::Frame;
    }
    // "TLEDGER__TOTAL,  line 12 of ledger.pas"
    const auto function = take_before(behind, "line ");
    const auto number = function ? take_number(behind) : std::nullopt;
    if (!number || !take_word(behind, " of ")) return Found::Nothing;
    frame.said = {.function = function->substr(0, function->find(',')), .file = behind, .line = *number};
    return Found::Named;
  }

  // "00e08562 Ledger.exe System               263   +0 TObject.Free"
  static Found read_mad(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const std::size_t from = at.position();
    const auto address = at.hex();
    frame.address_text = at.since(from);
    const bool is_address =
        address && (address->digits == digits_of_delphi || address->digits == digits_of_pascal);
    if (!is_address || !at.literal(' ')) return Found::Nothing;
    const std::string_view module = at.word();
    constexpr std::array<std::string_view, 3> endings = {".exe", ".dll", ".bpl"};
    const bool is_module = std::ranges::any_of(
        endings, [&](std::string_view ending) { return module.size() > 4 && module.ends_with(ending); });
    if (!is_module || at.blanks() == 0) return Found::Nothing;
    const std::size_t begin = at.position();
    std::string_view text = trimmed(at.rest());
    const std::size_t blank = text.rfind(' ');
    const std::string_view function = text.substr(blank == std::string_view::npos ? 0 : blank + 1);
    if (text.contains('+') && !has_offset(text)) return Found::Nothing;
    frame.image.name = module;
    frame.symbol = function;
    frame.readable = true;
    frame.runtime_address = usable(*address, frame);
    frame.replaced = {begin - 1, line.size()};
    return Found::Frame;
  }

  // "System               263   +0 TObject.Free": the offset stands by itself.
  static bool has_offset(std::string_view text) {
    const std::size_t plus = text.rfind(" +");
    if (plus == std::string_view::npos) return false;
    Scanner at(text, plus + 2);
    return at.decimal() && at.literal(' ');
  }
};

}  // namespace

std::unique_ptr<Format> delphi_stack() { return std::make_unique<DelphiStack>(); }

}  // namespace symkit::crashlog
