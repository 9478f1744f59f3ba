#include "stacks/values/frame_values.h"

#include <algorithm>
#include <utility>

#include "files/dwarf/constants.h"
#include "keep/variables/types.h"
#include "stacks/unwind/machine.h"
#include "stacks/values/frame.h"

namespace symkit::values {
namespace {

using variables::Location;

std::unexpected<Lack> lacking(Lack why) { return std::unexpected(why); }

bool has_x87(Architecture architecture) {
  return architecture == Architecture::X86_64 || architecture == Architecture::X86;
}

void append_word(std::vector<std::uint8_t>& bytes, std::uint64_t word) {
  for (unsigned i = 0; i < sizeof(word); ++i) bytes.push_back(static_cast<std::uint8_t>(word >> i * 8));
}

// What a variable's type is made of at a place.
class Finding {
 public:
  Finding(unwind::Circumstances& where, const unwind::Memory& memory) : where_(where), memory_(memory) {}

  Known<Object> object(const Location& location, std::uint64_t size) {
    switch (location.kind) {
      case Location::Kind::Nowhere: return lacking(Lack::OptimizedOut);
      case Location::Kind::NotUnderstood: return lacking(Lack::NotUnderstood);
      case Location::Kind::Constant: return Object(memory_, {constant(location.bytes, size)});
      case Location::Kind::Expression: break;
    }
    const auto parts = unwind::locate(location.bytes, where_);
    if (!parts) return lacking(parts.error());
    std::vector<Piece> pieces;
    bool is_known = false;
    for (const unwind::Part& part : *parts) {
      pieces.push_back(piece_of(part, part.size == 0 ? size * 8 : part.size));
      is_known = is_known || !pieces.back().lack;
    }
    if (!is_known) return lacking(pieces.empty() ? Lack::OptimizedOut : *pieces.front().lack);
    return Object(memory_, std::move(pieces));
  }

 private:
  static constexpr std::uint64_t most_bytes = 1 << 16;

  static Piece constant(Bytes bytes, std::uint64_t size) {
    Piece piece{.size = size * 8, .bytes = {bytes.begin(), bytes.end()}};
    if (piece.bytes.size() < size) piece.bytes.resize(static_cast<std::size_t>(std::min(size, most_bytes)));
    return piece;
  }

  Piece piece_of(const unwind::Part& part, std::uint64_t bits) {
    Piece piece{.size = bits, .from = part.from};
    switch (part.where) {
      case unwind::Part::Where::Nowhere: piece.lack = Lack::OptimizedOut; break;
      case unwind::Part::Where::Memory: piece.address = part.number; break;
      case unwind::Part::Where::Register: take_register(part.number, bits + part.from, piece); break;
      case unwind::Part::Where::Value:
        if (bits > 64)
          piece.lack = Lack::NotUnderstood;
        else
          append_word(piece.bytes, part.number);
        break;
      case unwind::Part::Where::Bytes: piece.bytes.assign(part.bytes.begin(), part.bytes.end()); break;
      case unwind::Part::Where::Pointee:
        piece.pointee = Pointee{static_cast<variables::VariableId>(part.number), part.offset};
        break;
    }
    return piece;
  }

  void take_register(std::uint64_t number, std::uint64_t bits, Piece& piece) {
    constexpr std::uint64_t widest = 512;
    if (bits > widest) {
      piece.lack = Lack::NotUnderstood;
      return;
    }
    for (unsigned word = 0; word * 64 < bits; ++word) {
      const auto known = where_.word_of(number, word);
      if (!known) {
        piece.lack = known.error();
        return;
      }
      append_word(piece.bytes, *known);
    }
  }

  unwind::Circumstances& where_;
  const unwind::Memory& memory_;
};

Text lacking_text(Lack why) {
  switch (why) {
    case Lack::OptimizedOut: return {"<optimized out>", State::OptimizedOut};
    case Lack::NotDumped: return {"<unavailable: it is not in the dump>", State::Unavailable};
    case Lack::NotUnderstood: break;
  }
  return {"<unavailable: its place is not understood>", State::Unavailable};
}

}  // namespace

FrameValues::FrameValues(Input input) : input_(std::move(input)), frames_(input_.stack.frames.size()) {}
FrameValues::~FrameValues() = default;

FrameValues::Frame& FrameValues::frame(std::size_t number) {
  std::unique_ptr<Frame>& known = frames_[number];
  if (known == nullptr) known = std::make_unique<Frame>(*this, number);
  return *known;
}

std::vector<std::vector<Value>> FrameValues::of(std::size_t number) {
  std::vector<std::vector<Value>> all;
  if (number >= input_.stack.registers.size()) return all;
  Frame& here = frame(number);
  if (here.function() == nullptr) return all;
  Finding finding(here, input_.memory);
  const auto count_of = [&](std::uint32_t counted_by) -> std::optional<std::uint64_t> {
    const variables::Variable variable = here.source().variable(counted_by, here.place());
    const auto found = finding.object(variable.location, 8);
    const auto size = variables::size_of(variable.type, here.source()).value_or(8);
    const auto bits = found && size <= 8 ? found->number(static_cast<unsigned>(size))
                                         : Known<Bits>(lacking(Lack::OptimizedOut));
    return bits ? std::optional(bits->low) : std::nullopt;
  };
  const auto target_of = [&](const Pointee& pointee) -> std::optional<Object> {
    const variables::Variable variable = here.source().variable(pointee.variable, here.place());
    const auto size = variables::size_of(variable.type, here.source());
    const auto found =
        size ? finding.object(variable.location, *size) : Known<Object>(lacking(Lack::OptimizedOut));
    if (!found || pointee.offset < 0) return std::nullopt;
    return found->at(static_cast<std::uint64_t>(pointee.offset));
  };
  const Surroundings where{.types = here.source(),
                           .memory = input_.memory,
                           .address_size = input_.processor.address_size,
                           .language = language_of(here.function()->language),
                           .has_x87 = has_x87(input_.processor.architecture),
                           .symbol_at = input_.symbol_at,
                           .count_of = count_of,
                           .target_of = target_of,
                           .is_secret = input_.is_secret,
                           .has_secret = input_.has_secret};
  for (const variables::Scope& scope : here.function()->scopes) {
    std::vector<Value>& values = all.emplace_back();
    for (const variables::Variable& variable : scope.variables) {
      Value& made = values.emplace_back();
      made.name = variable.name;
      made.is_argument = variable.is_argument;
      made.type = name_of(variable.type, here.source(), where.language);
      if (input_.is_secret(variable.name)) {
        made.text = {"<redacted>", State::Redacted};
        continue;
      }
      const auto size = variables::size_of(variable.type, here.source());
      auto object = finding.object(variable.location, size.value_or(0));
      // gdb says so of Rust's values without bytes, too, that they have lost none.
      if (!object && size == 0 && where.language == Language::Rust)
        object = Object(input_.memory, std::vector<Piece>());
      made.text = object ? text_of(*object, variable.type, where) : lacking_text(object.error());
    }
  }
  return all;
}

Language language_of(std::uint16_t number) {
  switch (number) {
    case dwarf::DW_LANG_C89:
    case dwarf::DW_LANG_C:
    case dwarf::DW_LANG_C99:
    case dwarf::DW_LANG_C11:
    case dwarf::DW_LANG_C17: return Language::C;
    case dwarf::DW_LANG_Go: return Language::Go;
    case dwarf::DW_LANG_Rust: return Language::Rust;
    default: return Language::Cplusplus;
  }
}

}  // namespace symkit::values
