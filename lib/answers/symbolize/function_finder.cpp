#include "answers/symbolize/function_finder.h"

#include <algorithm>

#include "ground/base/return_address.h"

namespace symkit::symbolize {
namespace {

// The maximum padding that compilers leave between two functions.
constexpr std::uint64_t most_padding = 64;
// The last function of a module reaches to the end of its page.

// Whether two addresses, apart from whole pages, differ by at most this.
bool are_close_in_page(std::uint64_t a, std::uint64_t b, std::uint64_t most) {
  const std::uint64_t apart = (a - b) % page_size;
  return apart <= most || page_size - apart <= most;
}

bool are_close(std::uint64_t a, std::uint64_t b, std::uint64_t most) {
  return a - b <= most || b - a <= most;
}

// Whether code has the same layout in memory as in the file. The kernel arranges the sections of its
// modules when it loads them.
bool lies_as_in_file(const OpenImage& image, RuntimeAddress address) {
  constexpr std::uint64_t kernel_half = std::uint64_t{1} << 63;
  return address.value < kernel_half && !image.facts().image_name.contains(".ko");
}

}  // namespace

std::optional<ImageOffset> FunctionFinder::find(const OpenImage& image, const NamedCode& place) {
  trouble_.clear();
  const auto begin = choose(image, place);
  if (trouble_.empty()) return begin;
  why_not_ = trouble_;
  return std::nullopt;
}

std::vector<ImageOffset> FunctionFinder::functions_named(const OpenImage& image, std::string_view name) {
  auto begins = image.functions_named(name);
  if (begins) return std::move(*begins);
  trouble_ = begins.error().message;
  return {};
}

bool FunctionFinder::look_up(const OpenImage& image, ImageOffset offset) {
  auto part = image.part(offset);
  if (!part) trouble_ = part.error().message;
  if (!part || part->image == nullptr) return false;
  part_ = std::move(part->image);
  return part_->index().lookup(offset, answer_);
}

std::optional<ImageOffset> FunctionFinder::choose(const OpenImage& image, const NamedCode& place) {
  candidates_.clear();
  why_not_ = "no function of this name";
  for (const ImageOffset begin : functions_named(image, place.name)) {
    if (!look_up(image, begin)) continue;
    candidates_.push_back({begin, answer_.end.value - begin.value});
  }
  if (candidates_.empty()) return std::nullopt;
  if (place.size) {
    // A return address may be in the next function, after a call that never returns.
    if (place.offset > *place.size) {
      why_not_ = "the log's offset is outside the function";
      return std::nullopt;
    }
    keep_those_of_size(image, *place.size);
    why_not_ = "the function has another size here: this is another build";
    if (candidates_.empty()) return std::nullopt;
  } else if (place.address && lies_as_in_file(image, *place.address)) {
    keep_those_at(image, place);
    why_not_ = name_and_address_disagree;
    if (candidates_.empty()) return std::nullopt;
  }
  keep_those_that_hold(place.offset);
  why_not_ = "several functions have this name";
  if (candidates_.size() > 1) return std::nullopt;
  return candidates_.front().begin;
}

void FunctionFinder::keep_those_of_size(const OpenImage& image, std::uint64_t size) {
  const std::uint64_t most = candidates_.size() == 1 ? page_size : most_padding;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    // Assembly may have one piece of lines for many symbols.
    if (candidate.size > size) return !begins_next(image, candidate, size);
    return size - candidate.size > most;
  });
  if (candidates_.size() < 2) return;
  std::vector<Candidate> exact;
  std::ranges::copy_if(candidates_, std::back_inserter(exact), [&](const Candidate& candidate) {
    return candidate.size == size || begins_next(image, candidate, size);
  });
  if (exact.size() == 1) candidates_ = exact;
}

// Keeps the functions that are long enough: Go has one in assembly, and a short one of the same name that
// calls it.
void FunctionFinder::keep_those_that_hold(std::uint64_t offset) {
  const auto is_shorter = [&](const Candidate& candidate) { return candidate.size < offset; };
  if (!std::ranges::all_of(candidates_, is_shorter)) std::erase_if(candidates_, is_shorter);
}

// Images are loaded at page boundaries, so code keeps its place within a page. A Thumb function's address
// may be one more than its code's.
void FunctionFinder::keep_those_at(const OpenImage& image, const NamedCode& place) {
  const std::uint64_t from_begin = image.facts().text_base.value + place.offset;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    return !are_close_in_page(place.address->value, candidate.begin.value + from_begin, 1);
  });
}

bool FunctionFinder::contradicts(const OpenImage& image, const NamedCode& place, ImageOffset offset) {
  trouble_.clear();
  const bool disagree = stands_elsewhere(image, place, offset);
  why_not_ = trouble_.empty() ? name_and_address_disagree : std::string_view(trouble_);
  return disagree || !trouble_.empty();
}

bool FunctionFinder::stands_elsewhere(const OpenImage& image, const NamedCode& place, ImageOffset offset) {
  // The log may have stepped back into the call in only one of the two numbers.
  const std::uint64_t step = offset.value - call_before(offset.value, image.facts().architecture);
  const auto agrees = [&](ImageOffset begin) {
    return are_close(begin.value + place.offset, offset.value, step);
  };
  if (look_up(image, offset) && agrees(answer_.symbol_begin)) {
    part_->index().read_name(answer_.symbol, text_);
    if (text_ == place.name) return false;
  }
  const std::vector<ImageOffset> begins = functions_named(image, place.name);
  return !begins.empty() && std::ranges::none_of(begins, agrees);
}

// Whether another function begins directly after the size in the log.
bool FunctionFinder::begins_next(const OpenImage& image, const Candidate& candidate, std::uint64_t size) {
  const std::uint64_t next = candidate.begin.value + size;
  for (std::uint64_t at = candidate.begin.value + candidate.size; at < next;
       at += image.facts().instruction_step)
    if (look_up(image, {at})) return false;
  return look_up(image, {next}) && (answer_.begin.value == next || answer_.symbol_begin.value == next);
}

}  // namespace symkit::symbolize
