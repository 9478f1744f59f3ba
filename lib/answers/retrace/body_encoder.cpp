#include "answers/retrace/body_encoder.h"

#include "ground/base/bytes.h"
#include "keep/index/mapping_format.h"

namespace symkit::retrace {

using namespace index::mapping;
namespace {

using index::Buffer;
using index::put_text;
using index::put_varint;

class BodyEncoder {
 public:
  BodyEncoder(Buffer& out, const Numbers& numbers) : out_(out), numbers_(numbers) {}

  void encode(const ReadClass& content) {
    put_varint(out_, content.methods.size());
    Buffer group;
    for (const ReadGroup& methods : content.methods) {
      put_text(out_, methods.name());
      group.clear();
      BodyEncoder(group, numbers_).put_group(methods);
      put_varint(out_, group.size());
      out_.insert(out_.end(), group.begin(), group.end());
    }
    put_varint(out_, content.fields.size());
    for (const ReadField& field : content.fields) {
      put_text(out_, field.name);
      put_signature(field.signature);
    }
  }

 private:
  void put_group(const ReadGroup& group) {
    put_varint(out_, group.texts().size());
    for (const Signature& signature : group.texts()) put_signature(signature);
    put_varint(out_, group.members.size());
    for (const Member& member : group.members) {
      put_varint(out_, member.signature);
      put_varint(out_, (member.synthesized ? member_synthesized : 0) | (member.outline ? member_outline : 0));
    }
    put_varint(out_, group.rewrites.size());
    for (const RewriteFrame& rewrite : group.rewrites) put_rewrite(rewrite);
    put_varint(out_, group.callsites.size());
    for (const CallsitePositions& positions : group.callsites) put_positions(positions);
    put_varint(out_, group.ranges.size());
    std::vector<std::uint32_t> members;
    members_by_signature(group, group.texts().size(), members);
    const MappedRange nothing;
    const MappedRange* before = &nothing;
    for (const MappedRange& range : group.ranges) {
      put_range(range, *before, range.member != members[range.signature]);
      before = &range;
    }
  }

  void put_signature(const Signature& signature) {
    put_varint(out_, numbers_.of_shape(signature));
    put_varint(out_, signature.holder.empty() ? 0 : std::uint64_t{numbers_.of_string(signature.holder)} + 1);
    put_varint(out_, numbers_.of_string(signature.name));
  }

  void put_rewrite(const RewriteFrame& rewrite) {
    put_varint(out_, static_cast<std::uint64_t>(rewrite.remove_inner));
    put_varint(out_, rewrite.thrown.size());
    for (const std::string& thrown : rewrite.thrown) put_text(out_, thrown);
  }

  void put_positions(const CallsitePositions& positions) {
    put_varint(out_, positions.size());
    for (const auto& [within, at] : positions) {
      put_varint(out_, index::zigzag(within));
      put_varint(out_, index::zigzag(at));
    }
  }

  void put_range(const MappedRange& range, const MappedRange& before, bool tell_member) {
    const auto& minified = range.minified;
    const auto& original = range.original;
    const bool same = minified && before.minified && *minified == *before.minified;
    const bool follows =
        minified && minified->from == (before.minified ? std::int64_t{before.minified->to} + 1 : 1);
    const bool single = original && original->single;
    const bool same_span = minified && original && !single && minified->span() == original->span();
    const bool rules = range.rewrite != none || range.callsite != none;
    const bool same_signature = range.signature == before.signature;
    const unsigned more = (range.synthesized ? more_synthesized : 0) | (range.outline ? more_outline : 0) |
                          (rules ? more_rules : 0) | (tell_member ? more_member : 0);
    const unsigned flags = (minified ? range_has_minified : 0) | (same ? range_same_minified : 0) |
                           (follows ? range_minified_follows : 0) | (original ? range_has_original : 0) |
                           (single ? range_original_is_single : 0) | (same_span ? range_spans_are_same : 0) |
                           (same_signature ? range_same_signature : 0) | (more != 0 ? range_has_more : 0);
    out_.push_back(static_cast<std::uint8_t>(flags));
    if (more != 0) out_.push_back(static_cast<std::uint8_t>(more));
    if (!same_signature) put_varint(out_, range.signature);
    if (tell_member) put_varint(out_, range.member == none ? 0 : std::uint64_t{range.member} + 1);
    if (minified && !same) {
      if (!follows) put_varint(out_, static_cast<std::uint64_t>(minified->from));
      put_varint(out_, static_cast<std::uint64_t>(minified->span() - 1));
    }
    if (original) put_varint(out_, static_cast<std::uint64_t>(original->from));
    if (original && !single && !same_span) put_varint(out_, static_cast<std::uint64_t>(original->span() - 1));
    if (!rules) return;
    put_varint(out_, range.rewrite == none ? 0 : std::uint64_t{range.rewrite} + 1);
    put_varint(out_, range.callsite == none ? 0 : std::uint64_t{range.callsite} + 1);
  }

  Buffer& out_;
  const Numbers& numbers_;
};

}  // namespace

void encode_body(index::Buffer& out, const ReadClass& content, const Numbers& numbers) {
  BodyEncoder(out, numbers).encode(content);
}

void for_each_signature(const ReadClass& content, const std::function<void(const Signature&)>& take) {
  for (const ReadGroup& group : content.methods)
    for (const Signature& signature : group.texts()) take(signature);
  for (const ReadField& field : content.fields) take(field.signature);
}

void members_by_signature(const MethodGroup& group, std::size_t signatures,
                          std::vector<std::uint32_t>& members) {
  members.assign(signatures, none);
  for (std::size_t number = group.members.size(); number-- > 0;)
    members[group.members[number].signature] = static_cast<std::uint32_t>(number);
}

}  // namespace symkit::retrace
