#include "keep/index/call_encoder.h"

#include <algorithm>

namespace symkit::index {
namespace {

PlacedCall placed(const DraftCallSite& site, std::uint32_t draft, const NativeContent& content,
                  const NamePool& pool) {
  if (content.folded_numbers != nullptr && site.entry != 0) {
    const auto member = content.folded_numbers->find(site.entry);
    if (member != content.folded_numbers->end()) return {site.returns_to, CallKind::Member, member->second};
  }
  const std::uint32_t name = pool.name(draft, site.callee);
  return {site.returns_to, name == 0 ? CallKind::Indirect : CallKind::Named, name};
}

// A draft's calls, by function and then by address: a draft has them by function already.
class CallsOfDraft {
 public:
  explicit CallsOfDraft(const Draft& draft) : sites_(draft.call_sites().begin(), draft.call_sites().end()) {
    if (sites_.empty()) return;
    first_.resize(draft.functions().size() + 1);
    for (const DraftCallSite& site : sites_) ++first_[site.function + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    for (std::size_t i = 0; i + 1 < first_.size(); ++i)
      std::ranges::sort(run(i), {}, &DraftCallSite::returns_to);
  }

  // The calls that return into a piece, or to its end.
  std::span<const DraftCallSite> within(const Piece& piece) {
    if (sites_.empty()) return {};
    const auto all = run(piece.function);
    const auto begin = std::ranges::upper_bound(all, piece.begin, {}, &DraftCallSite::returns_to);
    return {begin, std::ranges::upper_bound(begin, all.end(), piece.end, {}, &DraftCallSite::returns_to)};
  }

 private:
  std::span<DraftCallSite> run(std::size_t function) {
    return std::span(sites_).subspan(first_[function], first_[function + 1] - first_[function]);
  }

  std::vector<DraftCallSite> sites_;
  std::vector<std::size_t> first_;  // for each function
};

// The calls in functions of the index. If two with the same return address contradict each other, both
// are dropped.
std::vector<PlacedCall> placed_calls(const NativeContent& content, const NamePool& pool) {
  std::vector<CallsOfDraft> drafts;
  for (const Draft& draft : content.drafts) drafts.emplace_back(draft);
  std::vector<PlacedCall> calls;
  for (const Piece& piece : content.pieces)
    for (const DraftCallSite& site : drafts[piece.draft].within(piece)) {
      const PlacedCall call = placed(site, piece.draft, content, pool);
      if (calls.empty() || calls.back().returns_to != call.returns_to) {
        calls.push_back(call);
      } else if (calls.back() != call) {
        calls.back() = {call.returns_to};
      }
    }
  return calls;
}

}  // namespace

EncodedCalls encode_calls(const NativeContent& content, const NamePool& pool) {
  return encode_calls(placed_calls(content, pool), width_for(pool.strings().size()));
}

EncodedCalls encode_calls(std::span<const PlacedCall> calls, unsigned name_width) {
  EncodedCalls encoded;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const PlacedCall& call = calls[i];
    if (i % calls_in_group == 0) {
      if (encoded.calls.size() > UINT32_MAX) break;
      put_fixed(encoded.groups, call.returns_to, 8);
      put_fixed(encoded.groups, encoded.calls.size(), 4);
      before = call.returns_to;
    }
    put_varint(encoded.calls, (call.returns_to - before) << 2 | static_cast<std::uint64_t>(call.kind));
    if (call.kind == CallKind::Named) put_fixed(encoded.calls, call.callee, name_width);
    if (call.kind == CallKind::Member) put_fixed(encoded.calls, call.callee, 4);
    before = call.returns_to;
  }
  return encoded;
}

void EncodedCalls::append_to(std::vector<SectionContent>& sections) const {
  if (calls.empty()) return;
  sections.push_back({call_sites_tag, calls});
  sections.push_back({call_groups_tag, groups});
}

}  // namespace symkit::index
