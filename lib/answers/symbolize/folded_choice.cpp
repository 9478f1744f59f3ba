#include "answers/symbolize/folded_choice.h"

#include <algorithm>

#include "ground/base/return_address.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view by_call_site = "the calling frame names it";
constexpr std::string_view not_asked = "all of them were requested";
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

void FoldedChoice::see(const FrameReference& frame, const FrameAnswer& answer,
                       const ImageResolver* resolver) {
  FoldedFrame seen{.stack = frame.stack, .number = frame.number, .depth = frame.depth};
  if (resolver != nullptr) {
    const index::NativeIndex& index = resolver->part()->index();
    seen.part = resolver->part();
    seen.range = index.folding().range_at({answer.looked_up});
    seen.returns_to = returns_of(frame, answer, index.architecture());
  }
  stack_.add(std::move(seen));
}

void FoldedChoice::end_stack(std::size_t next) {
  const std::vector<FoldedPick> picks = stack_.picks(members_);
  picks_.assign(picks.begin() + static_cast<std::ptrdiff_t>(std::min(next, picks.size())), picks.end());
}

void FoldedChoice::begin_frame() {
  waits_for_stack_ = false;
  pick_.reset();
  if (picks_.empty()) return;
  pick_ = picks_.front();
  picks_.pop_front();
}

void FoldedChoice::choose(ImageResolver& resolver, FrameAnswer& answer) {
  if (names_ == FoldedNames::First) return;
  const auto range = resolver.part()->index().folding().range_at({answer.looked_up});
  if (!range) return;
  const bool resolves = names_ == FoldedNames::Resolve;
  waits_for_stack_ = resolves && !pick_;
  const FoldedPick pick =
      resolves ? pick_.value_or(FoldedPick{.why = without_stack}) : FoldedPick{.why = not_asked};
  set_ = {.names = {},
          .count = range->count,
          .is_resolved = pick.member.has_value(),
          .why = pick.member ? by_call_site : pick.why};
  take_names(resolver, *range, pick.member, answer);
  answer.folded = &set_;
  if (pick.member) take_member(resolver, *range, *pick.member, answer);
}

// The name in the answer comes first.
void FoldedChoice::take_names(ImageResolver& resolver, const index::Folding::Range& range,
                              std::optional<std::uint32_t> member, const FrameAnswer& answer) {
  set_names_.clear();
  const index::Folding& folding = resolver.part()->index().folding();
  const auto add = [&](std::uint32_t number) {
    set_names_.push_back(resolver.name_of(folding.member(range, number).name));
    set_.names.push_back(set_names_.back());
  };
  if (member) {
    add(*member);
  } else {
    set_.names.push_back(answer.resolution->frames.back().function);
  }
  bool has_met_first = false;
  for (std::uint32_t i = 0; i < range.count && set_.names.size() < most_names_; ++i) {
    add(i);
    const bool is_first = member ? i == *member : set_.names.back() == set_.names.front();
    if (is_first && !has_met_first) set_.names.pop_back();
    has_met_first = has_met_first || is_first;
  }
}

// Uses the function's own lines and inlined calls, under its own name.
void FoldedChoice::take_member(ImageResolver& resolver, const index::Folding::Range& range,
                               std::uint32_t member, FrameAnswer& answer) {
  const auto own = resolver.part()->index().folding().member(range, member).own;
  const Resolution* resolution = answer.resolution;
  if (own) {
    resolution = resolver.resolve_member({own->value + answer.looked_up - range.begin.value});
    if (resolution == nullptr) return;
  }
  member_frames_.assign(resolution->frames.begin(), resolution->frames.end());
  member_frames_.back().function = set_.names.front();
  member_resolution_ = {
      .frames = member_frames_, .function_begin = range.begin, .source = resolution->source};
  answer.resolution = &member_resolution_;
}

}  // namespace symkit::symbolize
