// FrameResolver's part for code that several functions share.
#include <algorithm>

#include "answers/symbolize/frame_resolver.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view by_call_site = "the frame that called it names it";
constexpr std::string_view not_asked = "all of them were asked for";
constexpr std::string_view without_stack = "an address by itself has no caller";

// Where the call in the frame returns to.
std::vector<std::uint64_t> returns_of(const FrameReference& frame, const FrameAnswer& answer,
                                      Architecture architecture) {
  if (!answer.offset) return {};
  const bool is_behind_call = answer.looked_up != *answer.offset;
  if (!is_behind_call && frame.address_of != AddressOf::Call) return {};
  std::vector<std::uint64_t> returns;
  if (is_behind_call) returns.push_back(*answer.offset);
  for (const std::uint64_t address : returns_behind(answer.looked_up, architecture))
    if (std::ranges::find(returns, address) == returns.end()) returns.push_back(address);
  return returns;
}

}  // namespace

void FrameResolver::begin_stack() {
  stack_ = {};
  picks_.clear();
  calls_at_stack_ = calls_;
}

// Resolves the frame as later, but without what its stack shows.
void FrameResolver::see(const FrameReference& frame) {
  FoldedFrame seen{.stack = frame.stack, .number = frame.number, .depth = frame.depth};
  seen_ = &seen;
  const FrameAnswer answer = resolve(frame);
  seen_ = nullptr;
  if (seen.part != nullptr) seen.returns_to = returns_of(frame, answer, seen.part->index().architecture());
  stack_.add(std::move(seen));
}

void FrameResolver::end_stack(std::size_t next) {
  const std::vector<FoldedPick> picks = stack_.picks(members_);
  picks_.assign(picks.begin() + static_cast<std::ptrdiff_t>(std::min(next, picks.size())), picks.end());
  calls_ = calls_at_stack_;
}

void FrameResolver::name_folded(const Known& image, FrameAnswer& answer) {
  if (folded_names_ == FoldedNames::First) return;
  const std::shared_ptr<const NativeImage>& part = image.resolver->part();
  if (seen_ != nullptr) seen_->part = part;
  const auto range = part->index().folding().range_at({answer.looked_up});
  if (!range) return;
  if (seen_ != nullptr) {
    seen_->range = range;
    return;
  }
  const bool resolves = folded_names_ == FoldedNames::Resolve;
  waits_for_stack_ = resolves && !pick_;
  const FoldedPick pick =
      resolves ? pick_.value_or(FoldedPick{.why = without_stack}) : FoldedPick{.why = not_asked};
  const std::optional<std::uint32_t> member = pick.member;
  const index::Folding& folding = part->index().folding();
  set_ = {.names = {}, .count = range->count, .is_resolved = member.has_value()};
  set_.why = member ? by_call_site : pick.why;
  set_names_.clear();
  const auto add = [&](std::uint32_t number) {
    set_names_.push_back(image.resolver->name_of(folding.member(*range, number).name));
    set_.names.push_back(set_names_.back());
  };
  if (member) {
    add(*member);
  } else {
    set_.names.push_back(answer.resolution->frames.back().function);
  }
  bool has_met_first = false;
  for (std::uint32_t i = 0; i < range->count && set_.names.size() < names_of_folded_; ++i) {
    add(i);
    const bool is_first = member ? i == *member : set_.names.back() == set_.names.front();
    if (is_first && !has_met_first) set_.names.pop_back();
    has_met_first = has_met_first || is_first;
  }
  answer.folded = &set_;
  if (member) take_member(image, *range, *member, answer);
}

// Uses the function's own lines and inlined calls, under its own name.
void FrameResolver::take_member(const Known& image, const index::Folding::Range& range, std::uint32_t member,
                                FrameAnswer& answer) {
  const auto own = image.resolver->part()->index().folding().member(range, member).own;
  const Resolution* resolution = answer.resolution;
  if (own) {
    resolution = image.resolver->resolve_member({own->value + answer.looked_up - range.begin.value});
    if (resolution == nullptr) return;
  }
  member_frames_.assign(resolution->frames.begin(), resolution->frames.end());
  member_frames_.back().function = set_.names.front();
  member_resolution_ = {
      .frames = member_frames_, .function_begin = range.begin, .source = resolution->source};
  answer.resolution = &member_resolution_;
}

}  // namespace symkit::symbolize
