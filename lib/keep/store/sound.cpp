#include "keep/store/sound.h"

#include "ground/base/words.h"
#include "keep/index/part_table.h"
#include "keep/store/parts.h"

namespace symkit::store {
namespace {

// Manifests of native indexes have a key of their own.
bool may_be_manifest(const Key& key) {
  return (key.is_whole() || is_copied_head(key)) && key.kind != index::Kind::Native &&
         key.kind != index::Kind::Manifest;
}

Result<index::Envelope> open_as(const Key& key, Bytes bytes) {
  auto envelope = index::Envelope::open(bytes);
  if (!envelope) return fail(envelope.error());
  const bool is_manifest = may_be_manifest(key) && envelope->kind() == index::Kind::Manifest;
  const index::Kind kind = is_manifest ? index::kind_of_whole(*envelope) : envelope->kind();
  if (kind != key.kind || (kind == index::Kind::Manifest && index::leads_to_parts(bytes)))
    return fail(say("is an index of kind ", index::name_of(kind), ", not ", index::name_of(key.kind)));
  if (envelope->id() != key.id) return fail(say("is the index of another image, ", envelope->id().hex()));
  return envelope;
}

}  // namespace

Result<void> check_header(const Key& key, Bytes bytes) {
  const auto envelope = open_as(key, bytes);
  return envelope ? Result<void>() : fail(envelope.error());
}

Result<void> check_all(const Key& key, Bytes bytes) {
  const bool is_known_by_checksum = !key.is_whole() && !is_copied_head(key);
  if (is_known_by_checksum && index::checksum_of(bytes) != key.part)
    return fail("is damaged: it is not the part that belongs there");
  const auto envelope = open_as(key, bytes);
  return envelope ? envelope->verify_checksums() : fail(envelope.error());
}

}  // namespace symkit::store
