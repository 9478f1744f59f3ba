#include "retrace/body_encoder.h"

#include "base/bytes.h"
#include "retrace/mapping_format.h"

namespace symkit::retrace {
namespace {

using index::Buffer;
using index::put_varint;

void put_text(Buffer& out, std::string_view text) {
  put_varint(out, text.size());
  const Bytes bytes = as_bytes(text);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

class BodyEncoder {
 public:
  BodyEncoder(Buffer& out, const NumberOf& number_of) : out_(out), number_of_(number_of) {}

  void encode(const ReadClass& content) {
    put_varint(out_, content.methods.size());
    Buffer group;
    for (const ReadGroup& methods : content.methods) {
      put_text(out_, methods.name());
      group.clear();
      BodyEncoder(group, number_of_).put_group(methods);
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
    const MappedRange nothing;
    const MappedRange* before = &nothing;
    for (const MappedRange& range : group.ranges) {
      put_range(range, *before);
      before = &range;
    }
  }

  void put_signature(const Signature& signature) {
    put_varint(out_, number_of_(signature.return_type));
    put_varint(out_, signature.holder.empty() ? 0 : std::uint64_t{number_of_(signature.holder)} + 1);
    put_varint(out_, number_of_(signature.name));
    put_varint(out_, number_of_(signature.arguments));
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

  void put_range(const MappedRange& range, const MappedRange& before) {
    const bool same = range.minified && before.minified && *range.minified == *before.minified;
    const bool single = range.original && range.original->single;
    const bool rules = range.rewrite != none || range.callsite != none;
    const unsigned flags = (range.minified ? range_has_minified : 0) | (same ? range_same_minified : 0) |
                           (range.original ? range_has_original : 0) | (single ? range_original_is_single : 0) |
                           (range.synthesized ? range_synthesized : 0) | (range.outline ? range_outline : 0) |
                           (rules ? range_has_rules : 0);
    out_.push_back(static_cast<std::uint8_t>(flags));
    put_varint(out_, range.signature);
    put_varint(out_, range.member == none ? 0 : std::uint64_t{range.member} + 1);
    if (range.minified && !same) {
      const std::int64_t expected = before.minified ? std::int64_t{before.minified->to} + 1 : 1;
      put_varint(out_, index::zigzag(range.minified->from - expected));
      put_varint(out_, static_cast<std::uint64_t>(range.minified->span() - 1));
    }
    if (range.original) {
      put_varint(out_, static_cast<std::uint64_t>(range.original->from));
      if (!single) put_varint(out_, static_cast<std::uint64_t>(range.original->span() - 1));
    }
    if (!rules) return;
    put_varint(out_, range.rewrite == none ? 0 : std::uint64_t{range.rewrite} + 1);
    put_varint(out_, range.callsite == none ? 0 : std::uint64_t{range.callsite} + 1);
  }

  Buffer& out_;
  const NumberOf& number_of_;
};

}  // namespace

void encode_body(index::Buffer& out, const ReadClass& content, const NumberOf& number_of) {
  BodyEncoder(out, number_of).encode(content);
}

void for_each_string(const ReadClass& content, const std::function<void(std::string_view)>& take) {
  const auto take_all = [&](const Signature& signature) {
    for (const std::string_view text : {signature.return_type, signature.name, signature.arguments}) take(text);
    if (!signature.holder.empty()) take(signature.holder);
  };
  for (const ReadGroup& group : content.methods)
    for (const Signature& signature : group.texts()) take_all(signature);
  for (const ReadField& field : content.fields) take_all(field.signature);
}

}  // namespace symkit::retrace
