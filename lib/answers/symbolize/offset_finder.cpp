#include "answers/symbolize/offset_finder.h"

#include "answers/symbolize/frame_answer.h"
#include "answers/symbolize/frame_offset.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view counted_from_load =
    "its symbols are relative to its load address, which the log does not give";

// An address in the file of a program; addresses in shared libraries are relative to their load address
// anyway.
bool counts_as_its_file_does(const FrameReference& frame) {
  return !frame.image_offset && frame.file_address && !frame.image.name.contains(".so");
}

}  // namespace

bool OffsetFinder::hear(const FrameReference& frame) {
  if (!InferredSlides::helps(frame)) return false;
  slides_.hear(frame);
  return true;
}

// If the image has no id, nothing proves that this file ran: a name must then agree.
std::optional<ImageOffset> OffsetFinder::find(const FrameReference& frame, const Match& match) {
  const index::Facts& facts = match.image->facts();
  inferred_load_address_.reset();
  why_not_ = counted_from_load;
  if (facts.is_relative && counts_as_its_file_does(frame)) return std::nullopt;
  why_not_ = outside_the_image;
  const FrameOffset place = place_of(
      frame, {match.segments.empty() ? facts.segments : match.segments, facts.text_base, facts.architecture},
      match.load_address);
  // Names in the stack are more reliable.
  if (place.is_usual)
    if (const auto inferred = infer(frame, *match.image)) return inferred;
  if (!place.is_settled()) {
    if (const auto by_symbol = find_by_symbol(frame, *match.image)) return by_symbol;
    if (!place.why_not.empty()) why_not_ = place.why_not;
    return place.is_said ? std::nullopt : infer(frame, *match.image);
  }
  if (!place.offset || !frame.image.id.empty() || frame.symbol.empty() || !frame.symbol_offset)
    return place.offset;
  if (!functions_.contradicts(*match.image, {frame.symbol, *frame.symbol_offset}, *place.offset))
    return place.offset;
  why_not_ = functions_.why_not();
  return std::nullopt;
}

std::optional<ImageOffset> OffsetFinder::infer(const FrameReference& frame, const OpenImage& image) {
  if (!InferredSlides::helps(frame)) return std::nullopt;
  const index::Facts& facts = image.facts();
  const auto slide = slides_.find(frame, image);
  if (!slide) return std::nullopt;
  inferred_load_address_ = facts.text_base.value + slide->value;
  return offset_of({*frame.runtime_address}, *slide, facts.text_base, facts.architecture);
}

std::optional<ImageOffset> OffsetFinder::find_by_symbol(const FrameReference& frame, const OpenImage& image) {
  why_not_ = "the log does not say where the image was loaded";
  if (frame.symbol.empty() || !frame.symbol_offset) return std::nullopt;
  NamedCode place{frame.symbol, *frame.symbol_offset, frame.symbol_size};
  if (frame.runtime_address)
    place.address = without_signature({*frame.runtime_address}, image.facts().architecture);
  const auto begin = functions_.find(image, place);
  why_not_ = functions_.why_not();
  if (!begin) return std::nullopt;
  return ImageOffset{begin->value + *frame.symbol_offset};
}

bool OffsetFinder::leads_to(const FrameReference& frame, const OpenImage& image, ImageOffset offset) {
  if (!frame.symbol_offset) return false;
  const auto begin = functions_.find(image, {frame.symbol, *frame.symbol_offset});
  return begin && begin->value + *frame.symbol_offset == offset.value;
}

}  // namespace symkit::symbolize
