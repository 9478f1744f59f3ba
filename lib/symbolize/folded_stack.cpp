#include "symbolize/folded_stack.h"

#include <utility>

#include "base/source_name.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view no_caller = "the log does not have the frame that called it";
constexpr std::string_view unknown_caller = "nothing is known of the frame that called it";
constexpr std::string_view interrupted_caller = "it was not called by the frame behind it";
constexpr std::string_view no_call_site = "debug information does not say what is called there";
constexpr std::string_view indirect_call = "the call is indirect";
constexpr std::string_view folded_caller = "its caller is one of several functions, too, which call others";
constexpr std::string_view other_callee =
    "what was called there is another function, which jumped to this one";
constexpr std::string_view doubtful_caller =
    "what called it may be another function than the one that is known at that address";
constexpr std::string_view same_names = "several functions of the name that was called share the code";

// Of a caller that is one of very many it is not asked whether all of them call the same.
constexpr std::uint32_t most_callers = 64;
constexpr std::size_t most_names_kept = 1'000'000;

struct FoundCall {
  const index::NativeIndex* index = nullptr;
  index::Folding::Call call;
};

// What is called where a frame returns to, as one of the functions has it; the code's own where none is
// named.
std::optional<FoundCall> find_call(const FoldedFrame& frame, std::optional<std::uint32_t> member) {
  const index::Folding& folding = frame.part->index().folding();
  const index::NativeIndex* index = &frame.part->index();
  std::uint64_t moved = 0;
  if (frame.range && member) {
    if (const auto own = folding.member(*frame.range, *member).own) {
      index = frame.part->members();
      moved = own->value - frame.range->begin.value;
    }
  }
  if (index == nullptr) return std::nullopt;
  for (const std::uint64_t address : frame.returns_to)
    if (const auto call = index->folding().call_returning_to({address + moved}))
      return FoundCall{index, *call};
  return std::nullopt;
}

// What the index calls the function in which a call is under way.
std::string function_of(const FoldedFrame& frame) {
  index::Answer answer;
  std::string name;
  if (frame.part->index().lookup({frame.returns_to.front() - 1}, answer))
    frame.part->index().read_name(answer.name, name);
  return source_name(name);
}

// An index in parts is one image, too, and numbers its members through all of them.
bool is_of_one_image(const NativeImage& one, const NativeImage& other) {
  if (&one == &other) return true;
  const index::NativeIndex &a = one.index(), &b = other.index();
  return !a.id().empty() && a.id() == b.id() && a.source_stamp() == b.source_stamp();
}

bool is_called_from(const FoldedFrame& frame, const FoldedFrame& caller) {
  return frame.stack == caller.stack &&
         (!frame.number || !caller.number || *caller.number == *frame.number + 1);
}

}  // namespace

const FoldedMembers::Names& FoldedMembers::of(const std::shared_ptr<const NativeImage>& part,
                                              const index::Folding::Range& range) {
  const std::pair key(part.get(), range.first);
  if (const auto found = known_.find(key); found != known_.end()) return found->second.names;
  if (names_ > most_names_kept) {
    known_.clear();
    names_ = 0;
  }
  Known& fresh = known_[key];
  fresh.part = part;
  std::string raw;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    part->index().read_name(part->index().folding().member(range, i).name, raw);
    const auto [at, is_new] = fresh.names.try_emplace(source_name(raw), i);
    if (!is_new) at->second = several;
  }
  names_ += range.count;
  return fresh.names;
}

std::vector<FoldedPick> FoldedStack::picks(FoldedMembers& members) {
  picks_.assign(frames_.size(), {});
  for (std::size_t i = frames_.size(); i-- != 0;)
    if (frames_[i].range) picks_[i] = pick(i, members);
  return picks_;
}

FoldedPick FoldedStack::pick(std::size_t number, FoldedMembers& members) const {
  const FoldedFrame& frame = frames_[number];
  if (number + 1 == frames_.size()) return {{}, no_caller};
  const FoldedFrame& caller = frames_[number + 1];
  if (!is_called_from(frame, caller)) return {{}, no_caller};
  if (caller.part == nullptr) return {{}, unknown_caller};
  if (caller.returns_to.empty()) return {{}, interrupted_caller};
  // Of functions that were folded some are not known to be: then another was called than the one that is
  // there.
  if (!caller.range && number + 2 < frames_.size() && is_called_from(caller, frames_[number + 2])) {
    const FoldedFrame& before = frames_[number + 2];
    const Called meant = before.part == nullptr || before.returns_to.empty()
                             ? Called{}
                             : called_from(before, picks_[number + 2]);
    if (meant.member || (meant.name && *meant.name != function_of(caller))) return {{}, doubtful_caller};
  }
  const Called called = called_from(caller, picks_[number + 1]);
  if (called.member && is_of_one_image(*called.part, *frame.part) && *called.member >= frame.range->first &&
      *called.member - frame.range->first < frame.range->count)
    return {*called.member - frame.range->first, {}};
  if (called.member) return {{}, other_callee};
  if (!called.name) return {{}, called.why};
  const auto& names = members.of(frame.part, *frame.range);
  const auto found = names.find(*called.name);
  if (found == names.end()) return {{}, other_callee};
  if (found->second == FoldedMembers::several) return {{}, same_names};
  return {found->second, {}};
}

FoldedStack::Called FoldedStack::called_from(const FoldedFrame& frame, const FoldedPick& its_own) const {
  const bool is_one_of_several = frame.range && !its_own.member;
  if (is_one_of_several && frame.range->count > most_callers) return {.why = folded_caller};
  Called all;
  const std::uint32_t callers = is_one_of_several ? frame.range->count : 1;
  for (std::uint32_t i = 0; i < callers; ++i) {
    const auto found = find_call(frame, is_one_of_several ? std::optional(i) : its_own.member);
    if (!found) return {.why = no_call_site};
    if (found->call.kind == index::CallKind::Indirect) return {.why = indirect_call};
    Called one{.part = frame.part.get()};
    if (found->call.kind == index::CallKind::Member) {
      one.member = found->call.callee;
    } else {
      found->index->read_name(found->call.callee, one.name.emplace());
      one.name = source_name(*one.name);
    }
    if (i != 0 && (one.name != all.name || one.member != all.member)) return {.why = folded_caller};
    all = std::move(one);
  }
  return all;
}

}  // namespace symkit::symbolize
