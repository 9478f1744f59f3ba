#include "find/locate/witness.h"

#include <algorithm>
#include <numeric>

#include "answers/symbolize/frame_offset.h"
#include "answers/symbolize/same_function.h"
#include "files/code/signal_trampoline.h"
#include "find/locate/candidates.h"
#include "ground/base/return_address.h"

namespace symkit::locate {
namespace {

using Word = Statement::Word;

constexpr std::string_view no_call = "a return address in the log does not follow a call in it";
constexpr std::string_view no_code = "it has no code at an address of the log";
constexpr std::string_view other_name = "it has another function where the log names one";
constexpr std::string_view too_short = "a function that the log names is shorter in it";

// Functions without a symbol begin at multiples of this.
constexpr std::uint64_t alignment_of_functions = 16;
constexpr std::uint64_t page = 4096;
// One place has at most this many names, counting a few functions within others.
constexpr std::ptrdiff_t most_near = 32;

}  // namespace

std::unique_ptr<Witness> Witness::of_file(const std::string& path, Architecture architecture) {
  auto file = container::open_file(path);
  if (!file) return nullptr;
  auto witness = std::unique_ptr<Witness>(new Witness);
  for (const auto& image : (*file)->images()) {
    if (!same_processor(architecture, image->architecture())) continue;
    if (witness->image_ != nullptr) return nullptr;
    witness->image_ = image.get();
  }
  if (witness->image_ == nullptr) return nullptr;
  witness->file_ = std::move(*file);
  witness->take_code();
  return witness->code_.empty() ? nullptr : std::move(witness);
}

void Witness::take_code() {
  for (const container::Section& section : image_->sections()) {
    if (!section.code || section.data.empty() || section.compression != container::Compression::None)
      continue;
    code_.push_back({section.data, section.address.value});
  }
  if (code_.empty()) return;
  std::ranges::sort(code_, {}, &code::Code::begin);
  const std::uint64_t last = code_.back().begin + code_.back().bytes.size();
  for (code::Code& code : code_) {
    code.first_target = code_.front().begin;
    code.last_target = last;
  }
}

// A return address may be just after the last instruction.
const code::Code* Witness::code_at(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(code_, address, {}, &code::Code::begin);
  if (behind == code_.begin()) return nullptr;
  const code::Code& code = *(behind - 1);
  return address - code.begin <= code.bytes.size() ? &code : nullptr;
}

const std::vector<Witness::Function>& Witness::functions() {
  if (functions_) return *functions_;
  functions_.emplace();
  const auto symbols = image_->symbols();
  if (!symbols) return *functions_;
  for (const container::Symbol& symbol : *symbols) {
    const std::string_view name = image_->plain_name(symbolize::without_version(symbol.name));
    if (symbol.in_code && !name.empty()) functions_->push_back({name, symbol.address.value, symbol.size});
  }
  std::ranges::sort(*functions_, {}, &Function::begin);
  by_name_.resize(functions_->size());
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::ranges::sort(by_name_, {}, [this](std::uint32_t number) { return (*functions_)[number].name; });
  return *functions_;
}

std::vector<Witness::Function> Witness::functions_named(std::string_view name) {
  const std::vector<Function>& all = functions();
  std::vector<Function> found;
  for (const std::uint32_t number :
       std::ranges::equal_range(by_name_, name, {}, [&](std::uint32_t one) { return all[one].name; }))
    found.push_back(all[number]);
  return found;
}

// The functions that begin at the address or shortly before it.
std::vector<Witness::Function> Witness::functions_near(std::uint64_t address) {
  const std::vector<Function>& all = functions();
  const auto behind = std::ranges::upper_bound(all, address, {}, &Function::begin);
  return {behind - std::min(behind - all.begin(), most_near), behind};
}

Statement Witness::weigh(const FrameReference& frame, bool interrupted) {
  if (!frame.problem.empty()) return {};
  Statement statement = of_place(frame, interrupted);
  if (statement.word == Word::Nothing || statement.word == Word::Against || !frame.runtime_address)
    return statement;
  statement.loaded = *frame.runtime_address - statement.address;
  if (*statement.loaded % page == 0) return statement;
  return {.word = Word::Against, .address = statement.address, .why_not = other_name};
}

Statement Witness::of_place(const FrameReference& frame, bool interrupted) {
  const auto place =
      symbolize::place_of(frame, {image_->code_segments(), image_->text_base(), image_->architecture()});
  if (!place.is_settled()) return by_symbol(frame, interrupted);
  if (!place.offset) return {.word = Word::Against, .why_not = no_code};
  return with_name(at(to_file(*place.offset, image_->text_base()).value, frame, interrupted), frame);
}

Statement Witness::at(std::uint64_t address, const FrameReference& frame, bool interrupted) {
  const code::Code* code = code_at(address);
  if (code == nullptr) return {.word = Word::Against, .address = address, .why_not = no_code};
  Statement statement{.word = Word::Fits, .address = address};
  if (interrupted || frame.address_of == AddressOf::Instruction) {
    statement.of_trampoline = is_trampoline(*code, address);
  } else if (frame.address_of == AddressOf::Call) {
    for (const std::uint64_t back : returns_behind(address, image_->architecture())) {
      statement = of_return(back, *code, false);
      statement.address = address;
      if (statement.word != Word::Against) break;
    }
  } else {
    statement = of_return(address, *code, frame.may_have_stepped_back);
  }
  return statement;
}

Statement Witness::of_return(std::uint64_t address, const code::Code& code, bool may_have_stepped_back) {
  const Architecture processor = image_->architecture();
  if (is_trampoline(code, address)) return {.word = Word::For, .address = address, .of_trampoline = true};
  const bool is_behind = code::stands_behind_call(code, address, processor) ||
                         (may_have_stepped_back && code::stands_behind_call(code, address + 1, processor));
  if (is_behind) return {.word = Word::For, .address = address};
  if (!code::knows_calls(processor) || may_begin_function(code, address))
    return {.word = Word::Fits, .address = address};
  return {.word = Word::Against, .address = address, .why_not = no_call};
}

std::optional<bool> Witness::ends_call(std::uint64_t address) const {
  const code::Code* code = code_at(address);
  if (code == nullptr || !code::knows_calls(image_->architecture())) return std::nullopt;
  return code::stands_behind_call(*code, address, image_->architecture());
}

bool Witness::is_trampoline(const code::Code& code, std::uint64_t address) const {
  const std::uint64_t offset =
      (address & ~std::uint64_t{image_->architecture() == Architecture::Armv7}) - code.begin;
  return offset < code.bytes.size() &&
         code::trampoline_size(code.bytes.subspan(static_cast<std::size_t>(offset)),
                               image_->architecture()) != 0;
}

// A stack can return to the beginning of a function: makecontext and code that starts threads arrange
// that.
bool Witness::may_begin_function(const code::Code& code, std::uint64_t address) {
  if (!code::stands_behind_padding(code, address, image_->architecture())) return false;
  return address % alignment_of_functions == 0 ||
         std::ranges::binary_search(functions(), address, {}, &Function::begin);
}

// "pthread_create+0x12": if several functions have the name, one must fit.
Statement Witness::by_symbol(const FrameReference& frame, bool interrupted) {
  Statement best;
  if (frame.symbol.empty() || !frame.symbol_offset) return best;
  for (const Function& function : functions_named(frame.symbol)) {
    const std::uint64_t address = function.begin + *frame.symbol_offset;
    Statement one = at(address, frame, interrupted);
    if (function.size != 0 && *frame.symbol_offset > function.size)
      one = {.word = Word::Against, .address = address, .why_not = too_short};
    if (frame.runtime_address && (*frame.runtime_address - address) % page != 0)
      one = {.word = Word::Against, .address = address, .why_not = other_name};
    const bool better = best.word == Word::Nothing || best.word == Word::Against;
    if (better || one.word == Word::For) best = one;
  }
  return best;
}

// A name that the file lacks proves nothing, as it may be stripped. A name that it has must be at this
// address.
Statement Witness::with_name(Statement statement, const FrameReference& frame) {
  if (statement.word == Word::Against || !symbolize::names_a_function(frame.symbol)) return statement;
  const bool is_return = frame.address_of == AddressOf::Return && statement.address != 0;
  const std::uint64_t inside = is_return ? statement.address - 1 : statement.address;
  std::vector<Function> known = functions_named(frame.symbol);
  std::ranges::copy(functions_near(inside), std::back_inserter(known));
  if (frame.symbol_offset)
    std::ranges::copy(functions_near(statement.address - *frame.symbol_offset), std::back_inserter(known));
  bool elsewhere = false, here = false, other_here = false;
  for (const Function& function : known) {
    const bool covers = inside - function.begin < function.size;
    const bool is_counted_from =
        frame.symbol_offset && function.begin + *frame.symbol_offset == statement.address;
    const bool reaches = function.size == 0 && function.begin <= inside;
    if (!covers && !is_counted_from && function.name != frame.symbol) continue;
    const bool same = symbolize::same_function(frame.symbol, function.name);
    here = here || (same && (covers || is_counted_from || reaches));
    elsewhere = elsewhere || (same && !covers);
    other_here = other_here || (!same && covers);
  }
  if (here) {
    if (frame.symbol_offset) statement.word = Word::For;
    return statement;
  }
  if (elsewhere || other_here)
    return {.word = Word::Against, .address = statement.address, .why_not = other_name};
  return statement;
}

}  // namespace symkit::locate
