#include "stacks/samples/stack_unwinder.h"

#include <algorithm>
#include <iterator>

#include "files/code/call_instruction.h"

namespace symkit::samples {

const CodePiece* CodePieces::looked_up(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(pieces_, address, {}, &CodePiece::begin);
  if (behind == pieces_.begin() || address >= std::prev(behind)->end) return nullptr;
  last_ = static_cast<std::size_t>(std::prev(behind) - pieces_.begin());
  return &pieces_[last_];
}

// The copied stack, and the code that files have.
class StackUnwinder::CopiedMemory final : public unwind::Memory {
 public:
  CopiedMemory(StackUnwinder& its, std::uint64_t begin, Bytes stack, const CodePieces& pieces)
      : Memory(begin, stack), its_(its), begin_(begin), stack_(stack), pieces_(pieces) {}

  Bytes at(std::uint64_t address, std::uint64_t size) const override {
    const std::uint64_t into = address - begin_;
    if (into < stack_.size())
      return stack_.subspan(static_cast<std::size_t>(into),
                            static_cast<std::size_t>(std::min<std::uint64_t>(size, stack_.size() - into)));
    return its_.code_at(pieces_, address, size);
  }

 private:
  StackUnwinder& its_;
  std::uint64_t begin_;
  Bytes stack_;
  const CodePieces& pieces_;
};

class StackUnwinder::Code final : public unwind::Images {
 public:
  Code(StackUnwinder& its, const CodePieces& pieces, const unwind::Processor& processor)
      : its_(its), pieces_(pieces), processor_(processor) {}

  std::optional<unwind::LoadedCode> code_at(std::uint64_t address) override {
    return its_.loaded_at(pieces_, address);
  }
  const unwind::FixedStep* kept_step(std::uint64_t address, bool has_called) override {
    return its_.kept_step(pieces_, address, has_called, processor_);
  }

 private:
  StackUnwinder& its_;
  const CodePieces& pieces_;
  const unwind::Processor& processor_;
};

unwind::Stack StackUnwinder::unwind(const CopiedStack& copied, const CodePieces& pieces) {
  const unwind::Processor* const processor = unwind::processor_of(copied.architecture);
  const auto top = processor == nullptr ? std::nullopt : copied.registers.at(processor->stack);
  if (!top) return {.frames = {}, .end = unwind::End::NoTable};
  const CopiedMemory memory(*this, *top, copied.bytes, pieces);
  Code code(*this, pieces, *processor);
  known_steps_.make_room();
  // Each frame takes a word at least, but for those that have their return address in a register.
  const std::size_t most_frames = copied.bytes.size() / processor->address_size + 64;
  unwind::Unwinder unwinder(*processor, memory, code, most_frames, unwind::Guesses::None);
  unwind::Stack stack = unwinder.unwind(copied.registers);
  if (!has_unproven_) return stack;
  const auto wrong = std::ranges::find_if(
      stack.frames, [&](const unwind::Frame& frame) { return is_contradicted(frame, copied, pieces); });
  if (wrong != stack.frames.end()) {
    stack.frames.erase(std::next(wrong), stack.frames.end());
    stack.end = unwind::End::NoTable;
  }
  return stack;
}

// Of an image without an id: its file is another one if it has no call where one was.
bool StackUnwinder::is_contradicted(const unwind::Frame& frame, const CopiedStack& copied,
                                    const CodePieces& pieces) {
  if (!frame.is_return_address) return false;
  const CodePiece* const piece = pieces.at(frame.address - 1);
  if (piece == nullptr || mappings_[piece->mapping].image == no_image) return false;
  Known& image = known(mappings_[piece->mapping].image);
  if (image.file->is_proven || !image.file->is_here()) return false;
  const std::uint64_t address = frame.address - bias_of(piece->mapping);
  if (image.behind_calls.contains(address)) return false;
  if (image.elsewhere.contains(address)) return true;
  constexpr std::uint64_t longest_call = 8;
  const code::Code before{.bytes = image.file->code_at(address - longest_call, longest_call),
                          .begin = address - longest_call};
  const bool is_behind = !code::knows_calls(copied.architecture) ||
                         code::stands_behind_call(before, address, copied.architecture);
  (is_behind ? image.behind_calls : image.elsewhere).insert(address);
  return !is_behind;
}

StackUnwinder::Known& StackUnwinder::known(std::uint32_t image) {
  std::unique_ptr<Known>& its = known_[image];
  if (its == nullptr) {
    its = std::make_unique<Known>();
    its->file = &files_.open(image);
    has_unproven_ = has_unproven_ || (its->file->is_here() && !its->file->is_proven);
  }
  return *its;
}

std::uint64_t StackUnwinder::bias_of(std::uint32_t mapping) {
  std::optional<std::uint64_t>& bias = biases_[mapping];
  const CodeMapping& its = mappings_[mapping];
  if (!bias) bias = known(its.image).file->bias(its.begin, its.offset, its.size);
  return *bias;
}

Bytes StackUnwinder::code_at(const CodePieces& pieces, std::uint64_t address, std::uint64_t size) {
  const CodePiece* const piece = pieces.at(address);
  if (piece == nullptr || mappings_[piece->mapping].image == no_image) return {};
  return known(mappings_[piece->mapping].image).file->code_at(address - bias_of(piece->mapping), size);
}

std::optional<unwind::LoadedCode> StackUnwinder::loaded_at(const CodePieces& pieces, std::uint64_t address) {
  const CodePiece* const piece = pieces.at(address);
  if (piece == nullptr) return std::nullopt;
  // Code made at run time.
  if (mappings_[piece->mapping].image == no_image) return unwind::LoadedCode{};
  const Known& image = known(mappings_[piece->mapping].image);
  if (!image.file->is_here()) return unwind::LoadedCode{.is_unknown = true};
  return unwind::LoadedCode{
      .tables = image.file->tables, .is_unknown = !image.file->has_code(), .bias = bias_of(piece->mapping)};
}

const unwind::FixedStep* StackUnwinder::kept_step(const CodePieces& pieces, std::uint64_t address,
                                                  bool has_called, const unwind::Processor& processor) {
  const CodePiece* const piece = pieces.at(address);
  if (piece == nullptr) return nullptr;
  return known_steps_.at(piece->mapping, address, [&]() -> std::optional<unwind::FixedStep> {
    const auto code = loaded_at(pieces, address);
    if (!code || code->tables.empty() || code->tables.front()->holds_at_calls_only()) return std::nullopt;
    return code->tables.front()->fixed_step({address - code->bias, has_called}, processor);
  });
}

}  // namespace symkit::samples
