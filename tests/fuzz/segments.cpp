// rooms: sourcemap
// "mappings" of any content, alone and within much: what is read in bulk must be what is read one by one.
#include "answers/sourcemap/segments.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace symkit::sourcemap;

namespace {

constexpr std::uint32_t lines_before = 20'000;

void expect(bool is_so) {
  if (!is_so) std::abort();
}

std::vector<Segment> all_of(const Segments& segments, std::uint32_t lines) {
  std::vector<Segment> all;
  segments.visit([&](Segment segment) {
    segment.generated.line -= lines;
    all.push_back(segment);
  });
  return all;
}

bool same(const Segment& a, const Segment& b) {
  return a.generated == b.generated && a.source == b.source && a.name == b.name &&
         (!a.has_original() || a.original == b.original);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string plain(reinterpret_cast<const char*>(data), size);
  const std::string within = std::string(lines_before, ';') + plain + std::string(400, ';');
  constexpr Segments::Limits limits{100, 1000};
  const auto one = Segments::read(plain, limits);
  const auto other = Segments::read(within, limits);
  expect(one.has_value() == other.has_value());
  if (!one) return 0;
  const auto mine = all_of(*one, 0), theirs = all_of(*other, lines_before);
  expect(mine.size() == theirs.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    expect(same(mine[i], theirs[i]));
    const Position at = mine[i].generated;
    const auto a = one->find(at), b = other->find({at.line + lines_before, at.column});
    expect(a && b && a->generated == at && a->source == b->source);
  }
  return 0;
}
