#include "keep/index/folding_copier.h"

#include <array>
#include <map>
#include <utility>

namespace symkit::index {

FoldingCopier::FoldingCopier(const NativeIndex& index, const NativeIndex* members, PieceCopier& pieces)
    : index_(index), members_(members), pieces_(pieces), own_(members == nullptr ? index : *members) {}

void FoldingCopier::add_calls(std::uint64_t begin, std::uint64_t end) {
  index_.folding().each_call_into({begin}, {end}, [&](const Folding::Call& call) {
    pieces_.add_call(call);
    if (call.kind == CallKind::Member) numbers_.emplace(std::uint64_t{call.callee} + 1, call.callee);
  });
}

bool FoldingCopier::add_ranges(ImageOffset begin, ImageOffset end) {
  const Folding& folding = index_.folding();
  if (!folding.has_ranges()) return true;
  for (std::size_t i = folding.range_touching(begin); i < folding.range_count(); ++i) {
    const Folding::Range range = folding.range(i);
    if (range.begin >= end) break;
    if (range.begin.value + range.size > begin.value && range.count != 0 && !add_range(range)) return false;
  }
  return true;
}

bool FoldingCopier::add_range(const Folding::Range& range) {
  if (ranges_.empty()) first_ = range.first;
  FoldedRange& copy = ranges_.emplace_back();
  copy.begin = range.begin.value;
  copy.end = range.begin.value + range.size;
  std::map<std::uint64_t, std::uint32_t> known;  // the content of a member → its function
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const Folding::Member member = index_.folding().member(range, i);
    if (!member.own) {
      copy.members.push_back({.name = pieces_.name(member.name), .is_symbol = member.is_symbol});
      continue;
    }
    const auto [at, is_new] = known.try_emplace(member.own->value, 0);
    if (is_new && !add_own(range, *member.own)) return false;
    if (is_new) at->second = own_.last_function();
    index_.read_name(member.name, text_);
    Draft& draft = own_.draft();
    copy.members.push_back({.name = draft.name(draft.keep(text_)), .draft = 1, .function = at->second});
  }
  index_.folding().each_jump_into(range, [this](const Folding::Jump& jump) {
    const bool is_member = jump.kind == CallKind::Member;
    jumps_.push_back({.origin = is_member ? 0 : pieces_.name(jump.origin),
                      .origin_member = is_member ? jump.origin : FoldedJump::no_member,
                      .target = jump.target});
  });
  return true;
}

// The content of the index of members is moved to where the code is.
bool FoldingCopier::add_own(const Folding::Range& range, ImageOffset own) {
  if (members_ == nullptr) return false;
  const ImageOffset end{own.value + range.size};
  own_.move_by(range.begin.value - own.value);
  bool is_there = false;
  const bool is_whole = each_piece(*members_, own, end, [&](const NativeIndex::WholePiece& piece) {
    if (piece.function_begin != own.value) return;
    is_there = true;
    own_.add(piece);
    members_->folding().each_call_into({piece.begin}, {piece.end}, [&](const Folding::Call& call) {
      own_.add_call(call);
      if (call.kind == CallKind::Member) numbers_.emplace(std::uint64_t{call.callee} + 1, call.callee);
    });
  });
  return is_whole && is_there;
}

std::vector<std::uint8_t> FoldingCopier::write(NativeContent content) {
  own_.finish();
  const std::array drafts = {std::move(pieces_.draft()), std::move(own_.draft())};
  content.drafts = drafts;
  content.folded = ranges_;
  content.jumps = jumps_;
  content.first_member = first_;
  content.folded_numbers = &numbers_;
  return write_native(content, 1);
}

}  // namespace symkit::index
