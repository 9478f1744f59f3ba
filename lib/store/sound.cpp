#include "store/sound.h"

#include "base/words.h"

namespace symkit::store {
namespace {

Result<index::Envelope> open_as(const Key& key, Bytes bytes) {
  auto envelope = index::Envelope::open(bytes);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind() != key.kind)
    return fail(
        say("is an index of kind ", index::name_of(envelope->kind()), ", not ", index::name_of(key.kind)));
  if (envelope->id() != key.id) return fail(say("is the index of another image, ", envelope->id().hex()));
  return envelope;
}

}  // namespace

Result<void> check_header(const Key& key, Bytes bytes) {
  const auto envelope = open_as(key, bytes);
  return envelope ? Result<void>() : fail(envelope.error());
}

Result<void> check_all(const Key& key, Bytes bytes) {
  const bool is_known_by_checksum = !key.is_whole() && key.kind != index::Kind::Manifest;
  if (is_known_by_checksum && index::checksum_of(bytes) != key.part)
    return fail("is damaged: it is not the part that belongs there");
  // Parts of native indexes are indexes; of others they are blocks of bytes.
  if (is_known_by_checksum && key.kind != index::Kind::Native) return {};
  const auto envelope = open_as(key, bytes);
  return envelope ? envelope->verify_checksums() : fail(envelope.error());
}

}  // namespace symkit::store
