#include "answers/symbolize/inferred_slides.h"

#include <algorithm>
#include <set>

#include "answers/symbolize/frame_offset.h"
#include "answers/symbolize/same_function.h"

namespace symkit::symbolize {
namespace {

// This many are enough; a stack with endless recursion has more.
constexpr std::size_t most_frames = 256;
// More candidates for functions or pages mean that nothing is certain.
constexpr std::size_t most_slides = 8;
constexpr std::size_t needed = 2;
constexpr std::uint64_t half_of_kernel = std::uint64_t{1} << 63;

std::uint64_t end_of_function(const OpenImage& image, ImageOffset begin) {
  index::Answer answer;
  const auto part = image.part(begin);
  if (!part || part->image == nullptr || !part->image->index().lookup(begin, answer)) return begin.value;
  return answer.end.value;
}

// Whether the file has code there; a return address may be just after it.
bool is_code(std::uint64_t address, std::span<const CodeSegment> segments) {
  return segments.empty() || std::ranges::any_of(segments, [&](const CodeSegment& segment) {
           return address - segment.address.value <= segment.size;
         });
}

}  // namespace

bool InferredSlides::helps(const FrameReference& frame) {
  const bool has_place = frame.load_address || frame.slide || frame.file_address || frame.image_offset ||
                         frame.file_offset || frame.memory;
  return frame.runtime_address && !has_place && frame.problem.empty() &&
         *frame.runtime_address < half_of_kernel;
}

void InferredSlides::hear(const FrameReference& frame) {
  write_key(frame.image, key_);
  Heard& heard = heard_[{frame.stack, key_}];
  if (heard.all.size() >= most_frames) return;
  const bool is_named = names_a_function(frame.symbol);
  heard.all.push_back({*frame.runtime_address, std::string(is_named ? frame.symbol : std::string_view()),
                       frame.symbol_offset, frame.address_of});
  heard.is_judged = false;
}

std::optional<Slide> InferredSlides::find(const FrameReference& frame, const OpenImage& image) {
  write_key(frame.image, key_);
  heard_.erase(heard_.begin(), heard_.lower_bound({frame.stack, {}}));  // earlier stacks are done
  const auto found = heard_.find({frame.stack, key_});
  if (found == heard_.end()) return std::nullopt;
  Heard& heard = found->second;
  if (!heard.is_judged) heard.slide = judge(heard.all, image);
  heard.is_judged = true;
  return heard.slide;
}

std::optional<Slide> InferredSlides::judge(const std::vector<Said>& all, const OpenImage& image) {
  learn_readable_names(all, image);
  std::optional<Slides> common;
  std::set<std::string> functions;
  std::set<std::uint64_t> places_in_page;
  for (const Said& said : all) {
    const auto slides = slides_of(said, image);
    if (!slides) continue;
    if (!common) common = slides;
    std::erase_if(*common,
                  [&](std::uint64_t one) { return std::ranges::find(*slides, one) == slides->end(); });
    if (common->empty()) return std::nullopt;
    functions.insert(plain_function(said.symbol));
    places_in_page.insert(said.address % page_size);
  }
  if (functions.size() < needed || places_in_page.size() < needed || common->size() != 1) return std::nullopt;
  const std::uint64_t slide = common->front();
  const auto& segments = image.facts().segments;
  const bool all_in_code =
      std::ranges::all_of(all, [&](const Said& said) { return is_code(said.address - slide, segments); });
  return all_in_code ? std::optional(Slide{slide}) : std::nullopt;
}

// Finds names that no symbol has literally.
void InferredSlides::learn_readable_names(const std::vector<Said>& all, const OpenImage& image) {
  std::vector<std::string> names;
  for (const Said& said : all) {
    if (said.symbol.empty()) continue;
    const auto begins = image.functions_named(without_version(said.symbol));
    if (begins && begins->empty()) names.push_back(plain_function(said.symbol));
  }
  if (!names.empty()) readable_.look_for(names, key_, image);
}

std::vector<ImageOffset> InferredSlides::functions_of(const Said& said, const OpenImage& image) const {
  auto begins = image.functions_named(without_version(said.symbol));
  if (!begins) return {};
  if (!begins->empty()) return std::move(*begins);
  const std::span<const ImageOffset> readable = readable_.find(plain_function(said.symbol), key_);
  return {readable.begin(), readable.end()};
}

// The slides that put the address into a function of that name; if there are none, the log contradicts
// the file. Nothing if the file lacks the name, or the address may be anywhere in it.
std::optional<InferredSlides::Slides> InferredSlides::slides_of(const Said& said,
                                                                const OpenImage& image) const {
  if (said.symbol.empty()) return std::nullopt;
  const std::vector<ImageOffset> begins = functions_of(said, image);
  if (begins.empty()) return std::nullopt;
  Slides slides;
  for (const ImageOffset begin : begins) {
    const std::uint64_t from = to_file(begin, image.facts().text_base).value + said.symbol_offset.value_or(0);
    // With only a name it can be any byte of the function; a return address may also be just after its
    // end.
    const bool may_be_end = said.address_of == AddressOf::Return;
    const std::uint64_t size = end_of_function(image, begin) - begin.value + std::uint64_t{may_be_end};
    const std::uint64_t span = said.symbol_offset ? 1 : size;
    for (std::uint64_t into = (said.address - from) % page_size; into < span; into += page_size) {
      if (slides.size() == most_slides) return std::nullopt;
      slides.push_back(said.address - (from + into));
    }
  }
  return slides;
}

}  // namespace symkit::symbolize
