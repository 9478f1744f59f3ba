#include "symbolize/function_finder.h"

#include <algorithm>

namespace symkit::symbolize {
namespace {

// Compilers leave no more than that between two functions.
constexpr std::uint64_t most_padding = 64;
// The last function of a module reaches to the end of its page.
constexpr std::uint64_t page = 4096;

}  // namespace

std::optional<ImageOffset> FunctionFinder::find(const index::NativeIndex& index, std::string_view name,
                                                std::uint64_t offset, std::optional<std::uint64_t> size) {
  candidates_.clear();
  why_not_ = "no function of this name";
  for (const ImageOffset begin : index.functions_named(name)) {
    if (!index.lookup(begin, answer_) || !is_called(index, name)) continue;
    candidates_.push_back({begin, answer_.end.value - begin.value});
  }
  if (candidates_.empty()) return std::nullopt;
  if (size) {
    // A return address may be that of the next function: behind a call that never returns.
    if (offset > *size) {
      why_not_ = "the log's offset lies outside the function";
      return std::nullopt;
    }
    keep_those_of_size(index, *size);
    why_not_ = "the function has another size here: this is another build";
    if (candidates_.empty()) return std::nullopt;
  }
  why_not_ = "several functions have this name";
  if (candidates_.size() > 1) return std::nullopt;
  return candidates_.front().begin;
}

// The debug information calls `check.isra.0` by the name that it has in the source; the kernel goes by
// symbols.
bool FunctionFinder::is_called(const index::NativeIndex& index, std::string_view name) {
  if (answer_.symbol == 0 || answer_.symbol_begin != answer_.begin) return true;
  index.read_name(answer_.symbol, text_);
  return text_ == name || answer_.symbol == answer_.name;
}

void FunctionFinder::keep_those_of_size(const index::NativeIndex& index, std::uint64_t size) {
  const std::uint64_t most = candidates_.size() == 1 ? page : most_padding;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    // Assembly has lines of one piece for many symbols.
    if (candidate.size > size) return !begins_next(index, candidate, size);
    return size - candidate.size > most;
  });
  if (candidates_.size() < 2) return;
  std::vector<Candidate> exact;
  std::ranges::copy_if(candidates_, std::back_inserter(exact), [&](const Candidate& candidate) {
    return candidate.size == size || begins_next(index, candidate, size);
  });
  if (exact.size() == 1) candidates_ = exact;
}

// Whether what follows the candidate begins just where the size says.
bool FunctionFinder::begins_next(const index::NativeIndex& index, const Candidate& candidate,
                                 std::uint64_t size) {
  const std::uint64_t next = candidate.begin.value + size;
  for (std::uint64_t at = candidate.begin.value + candidate.size; at < next; at += index.instruction_step())
    if (index.lookup({at}, answer_)) return false;
  return index.lookup({next}, answer_) && (answer_.begin.value == next || answer_.symbol_begin.value == next);
}

}  // namespace symkit::symbolize
