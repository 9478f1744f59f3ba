#include "keep/index/cutting.h"

#include <algorithm>

#include "ground/io/workers.h"

namespace symkit::index {
namespace {

// How many parts are made, by all cores together, before they are passed on one after the other.
constexpr std::size_t made_at_once = 64;

struct MadePart {
  PartSeal seal;
  std::vector<std::uint8_t> bytes;
};

Result<MadePart> finished(Result<std::vector<std::uint8_t>> made, const Cutting& how) {
  if (!made) return fail(made.error());
  MadePart part{.seal = {made->size(), checksum_of(*made)}, .bytes = {}};
  part.bytes = how.pack ? how.pack(*made) : std::move(*made);
  return part;
}

}  // namespace

Result<void> make_parts(std::size_t count, const MakePart& make, const NotePart& note, const TakePart& take,
                        const Cutting& how) {
  for (std::size_t at = 0; at < count; at += made_at_once) {
    std::vector<Result<MadePart>> parts(std::min(made_at_once, count - at));
    io::for_each_item(how.jobs, parts.size(),
                      [&](unsigned, std::size_t i) { parts[i] = finished(make(at + i), how); });
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i]) return fail(parts[i].error());
      note(at + i, parts[i]->seal);
      if (auto taken = take(parts[i]->seal.checksum, parts[i]->bytes); !taken) return taken;
    }
  }
  return {};
}

Buffer digest_of(const Envelope& whole) {
  Buffer sections, digest;
  for (const std::uint32_t tag : whole.tags()) {
    put_fixed(sections, tag, 4);
    put_fixed(sections, checksum_of(whole.section(tag)), 8);
  }
  put_fixed(digest, checksum_of(sections), 8);
  return digest;
}

}  // namespace symkit::index
