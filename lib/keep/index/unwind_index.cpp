#include "keep/index/unwind_index.h"

#include <array>
#include <optional>

#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "keep/index/encoding.h"
#include "keep/index/envelope.h"

namespace symkit::index {
namespace {

constexpr std::uint32_t unwind_meta_tag = tag("META");
constexpr std::uint64_t is_relative_flag = 1, has_all_callers_flag = 2, calls_only_flag = 4;

std::optional<UnwindMeta> read_meta(Bytes bytes) {
  Cursor at(bytes, Endian::Little);
  UnwindMeta meta;
  meta.architecture = parse_architecture(as_text(at.bytes(at.uleb()))).value_or(Architecture::Unknown);
  meta.image_name = as_text(at.bytes(at.uleb()));
  meta.text_base = {at.uleb()};
  meta.functions = at.uleb();
  const std::uint64_t flags = at.uleb();
  meta.is_relative = (flags & is_relative_flag) != 0;
  meta.has_all_callers = (flags & has_all_callers_flag) != 0;
  meta.holds_at_calls_only = (flags & calls_only_flag) != 0;
  return at.failed() ? std::nullopt : std::optional(meta);
}

}  // namespace

std::vector<std::uint8_t> seal_unwind(const ImageId& id, std::uint64_t source_stamp, const UnwindMeta& meta,
                                      Bytes rows) {
  Buffer head;
  put_text(head, name_of(meta.architecture));
  put_text(head, meta.image_name);
  put_varint(head, meta.text_base.value);
  put_varint(head, meta.functions);
  put_varint(head, (meta.is_relative ? is_relative_flag : 0) |
                       (meta.has_all_callers ? has_all_callers_flag : 0) |
                       (meta.holds_at_calls_only ? calls_only_flag : 0));
  const std::array sections = {SectionContent{unwind_meta_tag, head}, SectionContent{unwind_tag, rows}};
  return seal(Kind::Unwind, id, source_stamp, sections);
}

Result<UnwindIndex> UnwindIndex::open(Bytes file) {
  const auto envelope = Envelope::open(file);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != Kind::Unwind)
    return fail(say("is an index of kind ", name_of(envelope->kind()), ", not ", name_of(Kind::Unwind)));
  auto meta = read_meta(envelope->section(unwind_meta_tag));
  if (!meta) return fail("is damaged: its description cannot be read");
  return UnwindIndex(std::move(*meta), envelope->section(unwind_tag));
}

}  // namespace symkit::index
