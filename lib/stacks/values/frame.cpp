#include "stacks/values/frame.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "keep/variables/types.h"
#include "stacks/unwind/preserved.h"
#include "stacks/values/tail_calls.h"

namespace symkit::values {
namespace {

using unwind::Number;
using unwind::NumberType;

std::unexpected<Lack> nowhere() { return std::unexpected(Lack::OptimizedOut); }

// With the type that the asking expression gives it.
Known<Number> typed(const Known<Number>& number, const EntrySlot& slot, unwind::Circumstances& where) {
  if (!number || slot.type == 0) return number;
  const auto type = where.number_type(slot.type);
  if (!type) return std::unexpected(type.error());
  return Number{number->bits, *type};
}

}  // namespace

Known<NumberType> number_type_of(std::uint64_t id, variables::Source& types) {
  if (id > UINT32_MAX) return std::unexpected(Lack::NotUnderstood);
  const variables::Type& type = variables::bare(static_cast<variables::TypeId>(id), types);
  const auto size = static_cast<unsigned>(std::min<std::uint64_t>(type.size, UINT16_MAX));
  switch (type.encoding) {
    case variables::Encoding::Float: return NumberType{NumberType::Kind::Float, size};
    case variables::Encoding::Signed:
    case variables::Encoding::SignedCharacter: return NumberType{NumberType::Kind::Signed, size};
    default: return NumberType{NumberType::Kind::Unsigned, size};
  }
}

// A function that has called another as the last it did: it has no registers any more, but what it was
// called with may be known.
class FrameValues::Frame::TailCaller final : public unwind::Circumstances {
 public:
  // `chain`: the calls that led to it, the first was made by `frame`. It is in the file of `callee`, which
  // is the first that has a frame again.
  TailCaller(Frame& frame, Frame& callee, std::span<const variables::CallSite* const> chain)
      : frame_(frame), callee_(callee), chain_(chain) {}

  unsigned address_size() const override { return callee_.address_size(); }
  std::uint64_t bias() const override { return callee_.bias(); }
  Bytes memory(std::uint64_t address, std::uint64_t size) override { return callee_.memory(address, size); }
  Known<std::uint64_t> word_of(std::uint64_t /*number*/, unsigned /*word*/) override { return nowhere(); }
  Known<NumberType> number_type(std::uint64_t id) override { return callee_.number_type(id); }
  Known<Number> on_entry(Bytes expression) override {
    const auto slot = entry_slot(expression);
    if (!slot) return nowhere();
    if (chain_.size() == 1) return typed(frame_.passed_by(*chain_.front(), *slot, frame_), *slot, *this);
    TailCaller caller(frame_, callee_, chain_.first(chain_.size() - 1));
    return typed(frame_.passed_by(*chain_.back(), *slot, caller), *slot, *this);
  }

 private:
  Frame& frame_;
  Frame& callee_;
  std::span<const variables::CallSite* const> chain_;
};

FrameValues::Frame::Frame(FrameValues& stack, std::size_t number)
    : stack_(stack),
      number_(number),
      at_(stack.input_.stack.frames[number]),
      code_(stack.input_.code[number]) {
  if (code_.source != nullptr) function_ = code_.source->function_at(place());
}

// What calls may have changed is known only where none is under way.
Known<std::uint64_t> FrameValues::Frame::word_of(std::uint64_t number, unsigned word) {
  const unwind::Processor& processor = stack_.input_.processor;
  if (at_.is_return_address && !unwind::outlives_calls(number, processor.architecture)) return nowhere();
  const auto& kept = stack_.input_.stack.registers;
  if (number_ >= kept.size()) return std::unexpected(Lack::NotDumped);
  const auto general = word == 0 ? kept[number_].at(number) : std::nullopt;
  const auto value = general ? general : vectors().word_of(number, word);
  return value ? Known<std::uint64_t>(*value) : std::unexpected(Lack::NotDumped);
}

// Of the thread, or of what a signal has interrupted; of others they are not known.
unwind::VectorRegisters FrameValues::Frame::vectors() const {
  if (number_ == 0) return stack_.input_.vectors;
  if (at_.is_return_address) return {};
  return unwind::interrupted_vectors(stack_.input_.stack.frames[number_ - 1].stack, stack_.input_.memory,
                                     stack_.input_.processor.architecture);
}

Known<std::uint64_t> FrameValues::Frame::frame_base() {
  if (function_ == nullptr || function_->frame_base.kind != variables::Location::Kind::Expression ||
      is_asking_base_)
    return std::unexpected(Lack::NotUnderstood);
  is_asking_base_ = true;
  const auto base = unwind::number_of(function_->frame_base.bytes, *this);
  is_asking_base_ = false;
  return base;
}

Known<std::uint64_t> FrameValues::Frame::cfa() {
  const auto& frames = stack_.input_.stack.frames;
  if (number_ + 1 >= frames.size() || frames[number_ + 1].trust == unwind::Trust::Scan ||
      !frames[number_ + 1].is_return_address)
    return std::unexpected(Lack::NotDumped);
  return frames[number_ + 1].stack;
}

Known<Number> FrameValues::Frame::on_entry(Bytes expression) {
  const auto& frames = stack_.input_.stack.frames;
  const std::size_t caller = number_ + 1;
  if (function_ == nullptr || function_->may_have_begun_anew || caller >= frames.size() ||
      frames[caller].trust == unwind::Trust::Scan || !frames[caller].is_return_address || depth_ == deepest)
    return nowhere();
  const auto slot = entry_slot(expression);
  if (!slot) return nowhere();
  return typed(stack_.frame(caller).passed(*slot, *this), *slot, *this);
}

// The call may lead to the callee by way of functions that have called the next as the last they did.
Known<Number> FrameValues::Frame::passed(const EntrySlot& to, Frame& callee) {
  if (code_.source == nullptr) return nowhere();
  const variables::CallSite* const call = code_.source->call_before(at_.address - code_.bias);
  if (call == nullptr) return nowhere();
  depth_ = callee.depth_ + 1;
  const auto called = callee_of(*call, callee);
  if (!called) return nowhere();
  if (*called == callee.function_->entry) return passed_by(*call, to, *this);
  auto chain = only_chain(*called, callee.function_->entry, callee.source());
  if (!chain) return nowhere();
  const variables::CallSite* const last = chain->back();
  chain->pop_back();
  chain->insert(chain->begin(), call);
  TailCaller caller(*this, callee, *chain);
  return passed_by(*last, to, caller);
}

Known<Number> FrameValues::Frame::passed_by(const variables::CallSite& call, const EntrySlot& to,
                                            unwind::Circumstances& caller) const {
  const unsigned stack_pointer = stack_.input_.processor.stack;
  const auto found = std::ranges::find_if(call.passed, [&](const variables::Passed& one) {
    const auto slot = passed_slot(one.to, stack_pointer);
    return slot && slot->is_same(to);
  });
  if (found == call.passed.end()) return nowhere();
  const Bytes value = to.is_referred ? found->data : found->value;
  if (value.empty()) return nowhere();
  return unwind::typed_number_of(value, caller);
}

// Where the called function begins, in the file that the callee is in, too.
std::optional<std::uint64_t> FrameValues::Frame::callee_of(const variables::CallSite& call,
                                                           const Frame& callee) {
  const bool is_same_file = callee.code_.source == code_.source;
  if (call.callee) return is_same_file ? call.callee : std::nullopt;
  if (!call.symbol.empty())
    return call.symbol == callee.function_->symbol ? std::optional(callee.function_->entry)
                                                   : callee.source().begin_of(call.symbol);
  if (call.target.empty()) return std::nullopt;
  const auto target = unwind::number_of(call.target, *this);
  if (!target) return std::nullopt;
  return *target - callee.code_.bias;
}

}  // namespace symkit::values
