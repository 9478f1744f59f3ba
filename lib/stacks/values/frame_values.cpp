#include "stacks/values/frame_values.h"

#include <algorithm>
#include <utility>

#include "keep/variables/types.h"
#include "stacks/unwind/machine.h"
#include "stacks/unwind/preserved.h"

namespace symkit::values {
namespace {

using unwind::NumberType;
using variables::Location;

std::unexpected<Lack> lacking(Lack why) { return std::unexpected(why); }

NumberType number_type_of(const variables::Type& type) {
  const auto size = static_cast<unsigned>(std::min<std::uint64_t>(type.size, UINT16_MAX));
  switch (type.encoding) {
    case variables::Encoding::Float: return {NumberType::Kind::Float, size};
    case variables::Encoding::Signed:
    case variables::Encoding::SignedCharacter: return {NumberType::Kind::Signed, size};
    default: return {NumberType::Kind::Unsigned, size};
  }
}

bool has_x87(Architecture architecture) {
  return architecture == Architecture::X86_64 || architecture == Architecture::X86;
}

void append_word(std::vector<std::uint8_t>& bytes, std::uint64_t word) {
  for (unsigned i = 0; i < sizeof(word); ++i) bytes.push_back(static_cast<std::uint8_t>(word >> i * 8));
}

}  // namespace

// One frame, in whose circumstances expressions are computed.
class FrameValues::Frame final : public unwind::Circumstances {
 public:
  Frame(FrameValues& stack, std::size_t number)
      : stack_(stack),
        number_(number),
        at_(stack.input_.stack.frames[number]),
        code_(stack.input_.code[number]) {
    if (code_.source != nullptr) function_ = code_.source->function_at(place());
  }

  const variables::Function* function() const { return function_; }
  variables::Source& source() const { return *code_.source; }

  // In the file; of a call, within it.
  std::uint64_t place() const { return at_.address - (at_.is_return_address ? 1 : 0) - code_.bias; }

  unsigned address_size() const override { return stack_.input_.processor.address_size; }
  std::uint64_t bias() const override { return code_.bias; }
  Bytes memory(std::uint64_t address, std::uint64_t size) override {
    return stack_.input_.memory.at(address, size);
  }

  // What calls may have changed is known only where none is under way.
  Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) override {
    const unwind::Processor& processor = stack_.input_.processor;
    if (at_.is_return_address && !unwind::outlives_calls(number, processor.architecture))
      return lacking(Lack::OptimizedOut);
    const auto& kept = stack_.input_.stack.registers;
    if (number_ >= kept.size()) return lacking(Lack::NotDumped);
    const auto general = word == 0 ? kept[number_].at(number) : std::nullopt;
    const auto value = general ? general : vectors().word_of(number, word);
    return value ? Known<std::uint64_t>(*value) : lacking(Lack::NotDumped);
  }

  Known<std::uint64_t> frame_base() override {
    if (function_ == nullptr || function_->frame_base.kind != Location::Kind::Expression || is_asking_base_)
      return lacking(Lack::NotUnderstood);
    is_asking_base_ = true;
    const auto base = unwind::number_of(function_->frame_base.bytes, *this);
    is_asking_base_ = false;
    return base;
  }

  // Where the stack pointer was before the call of this function.
  Known<std::uint64_t> cfa() override {
    const auto& frames = stack_.input_.stack.frames;
    if (number_ + 1 >= frames.size() || frames[number_ + 1].trust == unwind::Trust::Scan ||
        !frames[number_ + 1].is_return_address)
      return lacking(Lack::NotDumped);
    return frames[number_ + 1].stack;
  }

  Known<NumberType> number_type(std::uint64_t id) override {
    if (id > UINT32_MAX) return lacking(Lack::NotUnderstood);
    return number_type_of(variables::bare(static_cast<variables::TypeId>(id), source()));
  }

  // By what the caller has passed. Only the one who called this function knows it.
  Known<std::uint64_t> on_entry(Bytes expression) override {
    const auto& frames = stack_.input_.stack.frames;
    const std::size_t caller = number_ + 1;
    if (function_ == nullptr || function_->may_have_begun_anew || caller >= frames.size() ||
        frames[caller].trust == unwind::Trust::Scan || !frames[caller].is_return_address)
      return lacking(Lack::OptimizedOut);
    if (depth_ == deepest) return lacking(Lack::OptimizedOut);
    return stack_.frame(caller).passed(expression, *this);
  }

 private:
  static constexpr unsigned deepest = 16;

  // Of the thread, or of what a signal has interrupted; of others they are not known.
  unwind::VectorRegisters vectors() const {
    if (number_ == 0) return stack_.input_.vectors;
    if (at_.is_return_address) return {};
    return unwind::interrupted_vectors(stack_.input_.stack.frames[number_ - 1].stack, stack_.input_.memory,
                                       stack_.input_.processor.architecture);
  }

  Known<std::uint64_t> passed(Bytes to, const Frame& callee) {
    if (code_.source == nullptr) return lacking(Lack::OptimizedOut);
    const variables::CallSite* const call = code_.source->call_before(at_.address - code_.bias);
    if (call == nullptr) return lacking(Lack::OptimizedOut);
    depth_ = callee.depth_ + 1;
    if (!calls(*call, callee)) return lacking(Lack::OptimizedOut);
    const auto found = std::ranges::find_if(
        call->passed, [&](const variables::Passed& one) { return std::ranges::equal(one.to, to); });
    if (found == call->passed.end() || found->value.empty()) return lacking(Lack::OptimizedOut);
    return unwind::number_of(found->value, *this);
  }

  bool calls(const variables::CallSite& call, const Frame& callee) {
    if (call.callee) return callee.code_.source == code_.source && *call.callee == callee.function_->entry;
    if (!call.symbol.empty()) return call.symbol == callee.function_->symbol;
    if (call.target.empty()) return false;
    const auto target = unwind::number_of(call.target, *this);
    return target && *target == callee.function_->entry + callee.code_.bias;
  }

  FrameValues& stack_;
  std::size_t number_;
  const unwind::Frame& at_;
  const CodeOfFrame& code_;
  const variables::Function* function_ = nullptr;
  bool is_asking_base_ = false;
  unsigned depth_ = 0;  // of callers that are asked what they have passed
};

namespace {

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
    case 0x01:
    case 0x02:
    case 0x0c:
    case 0x1d:
    case 0x2c: return Language::C;
    case 0x16: return Language::Go;
    case 0x1c: return Language::Rust;
    default: return Language::Cplusplus;
  }
}

}  // namespace symkit::values
