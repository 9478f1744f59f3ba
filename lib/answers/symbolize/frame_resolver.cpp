#include "answers/symbolize/frame_resolver.h"

#include <algorithm>

#include "answers/symbolize/same_function.h"

namespace symkit::symbolize {
namespace {

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

// "base.apk (offset 0x1000)": the image in it has a name of its own.
bool names_archive(const ImageReference& image) {
  return image.archive_offset && !image.name.contains(".so");
}

}  // namespace

FrameAnswer FrameResolver::resolve(const FrameReference& frame) {
  FrameAnswer answer;
  folded_.begin_frame();
  KnownImage* const image = find(frame, answer);
  if (answer.resolution == nullptr) return answer;
  folded_.choose(*image->resolver, answer);
  compare_names(frame, *image->match.image, answer);
  return answer;
}

std::optional<FrameAnswer> FrameResolver::resolve_if_known(const FrameReference& frame) {
  const CallFinder calls = calls_;
  const FrameAnswer answer = resolve(frame);
  if (!waits_for_stack()) return answer;
  calls_ = calls;
  return std::nullopt;
}

// Resolves the frame as later, but without what its stack and its name show.
void FrameResolver::see(const FrameReference& frame) {
  FrameAnswer answer;
  const KnownImage* const image = find(frame, answer);
  folded_.see(frame, answer, answer.resolution == nullptr ? nullptr : image->resolver.get());
}

// Null: there is no image to look it up in.
KnownImage* FrameResolver::find(const FrameReference& frame, FrameAnswer& answer) {
  answer.image = frame.image.name;
  calls_.choose(frame);
  if (!frame.problem.empty()) {
    calls_.skip();
    answer.reason = frame.problem;
    return nullptr;
  }
  KnownImage& image = images_.find(frame.image);
  answer.grounds = image.match.grounds;
  if (!image.match.image) {
    calls_.skip(source_.is_trampoline(frame));
    answer.reason = image.match.reason;
    return nullptr;
  }
  if (answer.image.empty() || names_archive(frame.image)) answer.image = image.match.image->name();
  if (const auto offset = offsets_.find(frame, image.match)) {
    answer.offset = offset->value;
    look_up(frame, image, answer);
  } else {
    calls_.skip();
    answer.reason = offsets_.why_not();
  }
  answer.inferred_load_address = offsets_.inferred_load_address();
  return &image;
}

void FrameResolver::look_up(const FrameReference& frame, const KnownImage& image, FrameAnswer& answer) {
  const index::Facts& facts = image.match.image->facts();
  const ImageOffset offset{*answer.offset};
  answer.looked_up =
      calls_.place_of(frame, offset.value, facts.architecture, image.match.image->is_trampoline(offset),
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
  answer.take(found, *image.match.image);
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
  if (answer.grounds == Grounds::Id || !names_a_function(frame.symbol)) return;
  const auto agreed = agrees(frame.symbol, *answer.resolution, image);
  if (agreed && *agreed) {
    answer.is_alias = is_alias(frame.symbol, *answer.resolution);
    return;
  }
  if (frame.names_nearest && offsets_.leads_to(frame, image, {*answer.offset})) return;
  answer.resolution = nullptr;
  answer.reason = "the log gives the function another name, which is kept";
  if (!agreed) answer.reason = trouble_ = agreed.error().message;
}

}  // namespace symkit::symbolize
