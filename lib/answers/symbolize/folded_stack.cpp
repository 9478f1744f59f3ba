#include "answers/symbolize/folded_stack.h"

#include "ground/base/source_name.h"

namespace symkit::symbolize {
namespace {

constexpr std::string_view no_caller = "the calling frame is missing";
constexpr std::string_view unknown_caller = "the calling frame is not resolved";
constexpr std::string_view interrupted_caller = "it was not called by the frame after it";
constexpr std::string_view no_call_site = "debug information does not say what is called there";
constexpr std::string_view indirect_call = "the call is indirect";
constexpr std::string_view folded_caller =
    "its caller is also one of several functions, and these call different ones";
constexpr std::string_view other_callee = "the call was to another function, which jumped to this one";
constexpr std::string_view doubtful_caller =
    "its caller may be another function than the one found at that address";
constexpr std::string_view compiler_folded =
    "the compiler may have folded functions itself, and then calls name the one that it kept";
constexpr std::string_view several_jumps =
    "the called function may have jumped to several of the functions that share the code";
constexpr std::string_view same_names = "several functions with the called name share the code";

// With more possible callers it is not checked whether all of them call the same function.
constexpr std::uint32_t most_callers = 64;
constexpr std::size_t most_names_kept = 1'000'000;

struct FoundCall {
  const index::NativeIndex* index = nullptr;
  index::Folding::Call call;
};

// The call before the frame's return address, as seen in one of the functions; in the shared code if none
// is given.
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

// The index's name of the function that is in a call.
std::string function_of(const FoldedFrame& frame) {
  index::Answer answer;
  std::string name;
  if (frame.part->index().lookup({frame.returns_to.front() - 1}, answer))
    frame.part->index().read_name(answer.name, name);
  return source_name(name);
}

// An index in parts is one image, and its members are numbered across parts.
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

// A key with two different values has no answer.
template <class Map, class Key>
void add_or_several(Map& map, Key&& key, std::uint32_t member) {
  const auto [at, is_new] = map.try_emplace(std::forward<Key>(key), member);
  if (!is_new && at->second != member) at->second = FoldedMembers::several;
}

const FoldedMembers::Callees& FoldedMembers::of(const std::shared_ptr<const NativeImage>& part,
                                                const index::Folding::Range& range) {
  const std::pair key(part.get(), range.first);
  if (const auto found = known_.find(key); found != known_.end()) return found->second.callees;
  if (names_ > most_names_kept) {
    known_.clear();
    names_ = 0;
  }
  Known& fresh = known_[key];
  fresh.part = part;
  std::string raw;
  bool has_symbol = false, has_other = false;
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const index::Folding::Member member = part->index().folding().member(range, i);
    (member.is_symbol ? has_symbol : has_other) = true;
    part->index().read_name(member.name, raw);
    add_or_several(fresh.callees.names, source_name(raw), i);
  }
  fresh.callees.is_partly_known = has_symbol && has_other;
  read_jumps(part->index(), range, fresh.callees);
  names_ += fresh.callees.names.size() + fresh.callees.jumps.size() + fresh.callees.jumps_of_members.size();
  return fresh.callees;
}

void FoldedMembers::read_jumps(const index::NativeIndex& index, const index::Folding::Range& range,
                               Callees& callees) {
  std::string raw;
  index.folding().each_jump_into(range, [&](const index::Folding::Jump& jump) {
    const std::uint32_t member = jump.target - range.first;
    if (jump.kind == index::CallKind::Member)
      return add_or_several(callees.jumps_of_members, jump.origin, member);
    index.read_name(jump.origin, raw);
    add_or_several(callees.jumps, source_name(raw), member);
  });
}

// Callers are handled before the functions that they called.
std::vector<FoldedPick> FoldedStack::picks(FoldedMembers& members) {
  find_callers();
  picks_.assign(frames_.size(), {});
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (frames_[i].range && callers_[i] < i) picks_[i] = pick(i, members);
  for (std::size_t i = frames_.size(); i-- != 0;)
    if (frames_[i].range && callers_[i] > i) picks_[i] = pick(i, members);
  return picks_;
}

void FoldedStack::find_callers() {
  callers_.assign(frames_.size(), no_frame);
  std::vector<std::size_t> open;  // of a tree: the frames around the current one
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const FoldedFrame& frame = frames_[i];
    if (!frame.depth) {
      callers_[i] = caller_by_number(i);
      continue;
    }
    while (!open.empty() &&
           (frames_[open.back()].stack != frame.stack || *frames_[open.back()].depth >= *frame.depth))
      open.pop_back();
    const bool is_called = !open.empty() && is_called_from(frame, frames_[open.back()]);
    if (is_called) callers_[i] = open.back();
    open.push_back(i);
  }
}

// The next frame, or the previous one if numbers decrease.
std::size_t FoldedStack::caller_by_number(std::size_t number) const {
  const FoldedFrame& frame = frames_[number];
  const auto is_caller = [&](std::size_t other) {
    return !frames_[other].depth && is_called_from(frame, frames_[other]);
  };
  if (number + 1 < frames_.size() && is_caller(number + 1)) return number + 1;
  if (frame.number && number != 0 && frames_[number - 1].number && is_caller(number - 1)) return number - 1;
  return no_frame;
}

FoldedPick FoldedStack::pick(std::size_t number, FoldedMembers& members) const {
  const FoldedFrame& frame = frames_[number];
  if (callers_[number] == no_frame) return {{}, no_caller};
  const std::size_t its_caller = callers_[number], outer = callers_[its_caller];
  const FoldedFrame& caller = frames_[its_caller];
  if (caller.part == nullptr) return {{}, unknown_caller};
  if (caller.returns_to.empty()) return {{}, interrupted_caller};
  // A folded function may be unknown: then a function other than the one found there was called.
  if (!caller.range && outer != no_frame) {
    const FoldedFrame& before = frames_[outer];
    const Called meant =
        before.part == nullptr || before.returns_to.empty() ? Called{} : called_from(before, picks_[outer]);
    if (meant.member || (meant.name && *meant.name != function_of(caller))) return {{}, doubtful_caller};
  }
  return pick_called(frame, called_from(caller, picks_[its_caller]), members);
}

// The member that was called, directly or through a jump. If both are possible, neither is certain.
FoldedPick FoldedStack::pick_called(const FoldedFrame& frame, const Called& called, FoldedMembers& members) {
  if (!called.member && !called.name) return {{}, called.why};
  if (called.member && !is_of_one_image(*called.part, *frame.part)) return {{}, other_callee};
  const FoldedMembers::Callees& callees = members.of(frame.part, *frame.range);
  std::optional<std::uint32_t> itself, jumped_to;
  const auto look_up = [](const auto& map, const auto& key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  };
  if (called.member) {
    const std::uint32_t number = *called.member - frame.range->first;
    if (*called.member >= frame.range->first && number < frame.range->count) itself = number;
    jumped_to = look_up(callees.jumps_of_members, *called.member);
  } else {
    itself = look_up(callees.names, *called.name);
    jumped_to = look_up(callees.jumps, *called.name);
  }
  if (itself == FoldedMembers::several) return {{}, same_names};
  if (jumped_to == FoldedMembers::several) return {{}, several_jumps};
  if (itself && jumped_to && *itself != *jumped_to) return {{}, several_jumps};
  if (!itself && !jumped_to) return {{}, other_callee};
  const std::uint32_t member = itself ? *itself : *jumped_to;
  if (callees.is_partly_known && !frame.part->index().folding().member(*frame.range, member).is_symbol)
    return {{}, compiler_folded};
  return {member, {}};
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
