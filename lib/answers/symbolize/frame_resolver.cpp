#include "answers/symbolize/frame_resolver.h"

#include <algorithm>

#include "answers/symbolize/frame_place.h"
#include "answers/symbolize/mapped_place.h"
#include "answers/symbolize/same_function.h"
#include "ground/base/return_address.h"

namespace symkit::symbolize {
namespace {

// More images than any process has. If a log names more, the oldest are forgotten, so that memory stays
// constant.
constexpr std::size_t most_images = 20'000;

// The number of parts kept open, over all images; and how often they are counted.
constexpr std::size_t most_parts = 1'024;
constexpr unsigned turns_between_counts = 64;

constexpr std::string_view counted_from_load =
    "its symbols count from where it is loaded, and the log does not say where that was";

// Whether the function that was found is the one in the log: by the same name, or by another name at the
// same address.
Result<bool> agrees(std::string_view in_log, const Resolution& found, const OpenImage& image) {
  const auto has_name = [&](const ResolvedFrame& frame) { return same_function(in_log, frame.function); };
  if (std::ranges::any_of(found.frames, has_name)) return true;
  const auto begins = image.functions_named(in_log);
  if (!begins) return fail(begins.error());
  return std::ranges::find(*begins, found.function_begin) != begins->end();
}

bool is_alias(std::string_view in_log, const Resolution& found) {
  const std::string plain = plain_function(in_log);
  return std::ranges::none_of(found.frames, [&](const ResolvedFrame& frame) {
    return frame.function == in_log || plain_function(frame.function) == plain;
  });
}

// An address in the file of a program; addresses in shared libraries are relative to their load address
// anyway.
bool counts_as_its_file_does(const FrameReference& frame) {
  return !frame.image_offset && frame.file_address && !frame.image.name.contains(".so");
}

// "base.apk (offset 0x1000)": the image in it has a name of its own.
bool names_archive(const ImageReference& image) {
  return image.archive_offset && !image.name.contains(".so");
}

}  // namespace

void FrameResolver::begin_log() {
  source_.begin_log();
  slides_.clear();
}

bool FrameResolver::hear(const FrameReference& frame) {
  const bool is_wanted = source_.hear(frame);
  if (!InferredSlides::helps(frame)) return is_wanted;
  write_key(frame.image, key_);
  slides_.hear(frame, key_);
  return true;
}

FrameResolver::Known& FrameResolver::known(const ImageReference& image) {
  write_key(image, key_);
  if (last_ != nullptr && key_ == last_key_ && !is_stale(*last_, image)) return *last_;
  auto at = images_.find(key_);
  if (at != images_.end() && is_stale(at->second, image)) at = forget(at);
  if (at == images_.end()) {
    if (images_.size() == most_images) {
      in_parts_.clear();
      images_.clear();
    }
    const unsigned revision = source_.revision(image);  // it may change during the search
    at = images_.emplace(key_, Known{source_.find(image), nullptr, revision}).first;
  }
  if (at->second.match.image) open_resolver(at->second);
  last_key_ = key_;
  last_ = &at->second;
  return *last_;
}

bool FrameResolver::is_stale(const Known& known, const ImageReference& image) const {
  return known.match.may_change && known.revision != source_.revision(image);
}

void FrameResolver::open_resolver(Known& image) {
  if (image.resolver == nullptr)
    image.resolver = std::make_unique<ImageResolver>(image.match.image, dialect_, names_);
  if (image.match.image->parts() == nullptr) return;
  std::erase(in_parts_, &image);
  in_parts_.push_front(&image);
  if (++turns_ % turns_between_counts == 0) bound_parts();
}

// Closes parts of the least recently used images.
void FrameResolver::bound_parts() {
  std::size_t held = 0;
  for (auto at = in_parts_.begin(); at != in_parts_.end();) {
    const std::size_t here = std::max<std::size_t>(1, (*at)->resolver->parts());
    if (held + here <= most_parts || at == in_parts_.begin()) {
      held += here;
      ++at;
      continue;
    }
    (*at)->resolver.reset();
    at = in_parts_.erase(at);
  }
}

FrameResolver::Images::iterator FrameResolver::forget(Images::iterator image) {
  last_ = nullptr;
  std::erase(in_parts_, &image->second);
  images_.erase(image);
  return images_.end();
}

FrameAnswer FrameResolver::resolve(const FrameReference& frame) {
  FrameAnswer answer;
  calls_before_ = calls_;
  waits_for_stack_ = false;
  if (!picks_.empty() && seen_ == nullptr) {
    pick_ = picks_.front();
    picks_.pop_front();
  } else {
    pick_.reset();
  }
  answer.image = frame.image.name;
  if (!frame.problem.empty()) {
    calls_.skip();
    answer.reason = frame.problem;
    return answer;
  }
  Known& image = known(frame.image);
  answer.grounds = image.match.grounds;
  if (!image.match.image) {
    calls_.skip(source_.is_trampoline(frame));
    answer.reason = image.match.reason;
    return answer;
  }
  if (answer.image.empty() || names_archive(frame.image)) answer.image = image.match.image->name();
  if (const auto offset = offset_of(frame, image.match, answer)) {
    answer.offset = offset->value;
    look_up(frame, image, answer);
    if (answer.resolution != nullptr) name_folded(image, answer);
    compare_names(frame, *image.match.image, answer);
  } else {
    calls_.skip();
    answer.reason = why_no_offset_;
  }
  return answer;
}

void FrameResolver::look_up(const FrameReference& frame, const Known& image, FrameAnswer& answer) {
  const index::Facts& facts = image.match.image->facts();
  const ImageOffset offset{*answer.offset};
  answer.looked_up = calls_.place_of(frame, offset.value, facts.architecture, facts.is_trampoline(offset),
                                     was_interrupted(frame, facts, offset));
  const Resolution* found = image.resolver->resolve({answer.looked_up});
  if (found == nullptr && answer.looked_up != offset.value && image.resolver->trouble().empty()) {
    // An address at the beginning of a function cannot be a return address, as no call ends there.
    const Resolution* begun = image.resolver->resolve(offset);
    if (begun != nullptr && begun->function_begin == offset) {
      found = begun;
      answer.looked_up = offset.value;
    }
  }
  if (found != nullptr) {
    calls_.was_named(found->frames.back().function);
  } else {
    calls_.was_not_found();
  }
  answer.take(found, facts);
  if (found == nullptr && !image.resolver->trouble().empty()) answer.reason = image.resolver->trouble();
}

// A signal trampoline is mostly in the C library, which may not be available. An interrupted address is
// where no call ends.
bool FrameResolver::was_interrupted(const FrameReference& frame, const index::Facts& facts,
                                    ImageOffset offset) {
  if (facts.is_relative || !calls_.may_be_interrupted(frame)) return false;
  const auto ends_call = [&](std::uint64_t at) {
    return source_.ends_call(frame.image, to_file({at}, facts.text_base), facts.architecture).value_or(true);
  };
  return !ends_call(offset.value) && !(frame.may_have_stepped_back && ends_call(offset.value + 1));
}

// An id proves the image. Otherwise the name in the log is compared with the result.
void FrameResolver::compare_names(const FrameReference& frame, const OpenImage& image, FrameAnswer& answer) {
  if (answer.resolution == nullptr || answer.grounds == Grounds::Id || !names_a_function(frame.symbol))
    return;
  const auto agreed = agrees(frame.symbol, *answer.resolution, image);
  if (agreed && *agreed) {
    answer.is_alias = is_alias(frame.symbol, *answer.resolution);
    return;
  }
  if (frame.names_nearest && counts_from_its_symbol(frame, image, *answer.offset)) return;
  answer.resolution = nullptr;
  answer.reason = "the log gives the function another name, which is kept";
  if (!agreed) answer.reason = trouble_ = agreed.error().message;
}

bool FrameResolver::counts_from_its_symbol(const FrameReference& frame, const OpenImage& image,
                                           std::uint64_t offset) {
  if (!frame.symbol_offset) return false;
  const auto begin = functions_.find(image, {frame.symbol, *frame.symbol_offset});
  return begin && begin->value + *frame.symbol_offset == offset;
}

// Uses the log's most reliable data first. If the image has no id, nothing proves that this file ran: a
// name must then agree.
std::optional<ImageOffset> FrameResolver::offset_of(const FrameReference& frame, const Match& match,
                                                    FrameAnswer& answer) {
  const index::Facts& facts = match.image->facts();
  why_no_offset_ = counted_from_load;
  if (facts.is_relative && counts_as_its_file_does(frame)) return std::nullopt;
  why_no_offset_ = outside_the_image;
  FramePlace place = place_of(frame, facts.text_base, facts.architecture, match.load_address);
  MappedPlace mapped;
  if (!place.is_said) {
    mapped = mapped_place_of(frame, match.segments.empty() ? facts.segments : match.segments, facts.text_base,
                             facts.architecture);
    // Names in the stack are more reliable.
    if (mapped.is_usual)
      if (const auto inferred = inferred_offset(frame, *match.image, answer)) return inferred;
    if (mapped.place.offset) place = mapped.place;
  }
  if (!place.is_said) {
    if (const auto by_symbol = offset_by_symbol(frame, *match.image)) return by_symbol;
    if (!mapped.why_not.empty()) why_no_offset_ = mapped.why_not;
    return mapped.place.is_said ? std::nullopt : inferred_offset(frame, *match.image, answer);
  }
  if (!place.offset || !frame.image.id.empty() || frame.symbol.empty() || !frame.symbol_offset)
    return place.offset;
  const NamedPlace named{frame.symbol, *frame.symbol_offset};
  if (!functions_.contradicts(*match.image, named, *place.offset)) return place.offset;
  why_no_offset_ = functions_.why_not();
  return std::nullopt;
}

std::optional<ImageOffset> FrameResolver::inferred_offset(const FrameReference& frame, const OpenImage& image,
                                                          FrameAnswer& answer) {
  if (!InferredSlides::helps(frame)) return std::nullopt;
  const index::Facts& facts = image.facts();
  write_key(frame.image, key_);
  const auto slide = slides_.find(frame, key_, image);
  if (!slide) return std::nullopt;
  answer.inferred_load_address = facts.text_base.value + slide->value;
  return symbolize::offset_of({*frame.runtime_address}, *slide, facts.text_base, facts.architecture);
}

std::optional<ImageOffset> FrameResolver::offset_by_symbol(const FrameReference& frame,
                                                           const OpenImage& image) {
  why_no_offset_ = "the log does not say where the image was loaded";
  if (frame.symbol.empty() || !frame.symbol_offset) return std::nullopt;
  NamedPlace place{frame.symbol, *frame.symbol_offset, frame.symbol_size};
  if (frame.runtime_address)
    place.address = without_signature({*frame.runtime_address}, image.facts().architecture);
  const auto begin = functions_.find(image, place);
  why_no_offset_ = functions_.why_not();
  if (!begin) return std::nullopt;
  return ImageOffset{begin->value + *frame.symbol_offset};
}

}  // namespace symkit::symbolize
