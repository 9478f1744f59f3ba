// rooms: verify listing
// An ELF or Mach-O file or an index from nowhere, judged and listed: any bytes, some findings, no crash. An
// index that was just prepared must be in order and answer as its source does.

#include "debug/listing/listing.h"
#include "debug/symbols/prepare.h"
#include "debug/verify/image_check.h"
#include "debug/verify/index_check.h"
#include "files/container/open.h"
#include "keep/index/native_index.h"
#include "support/fuzz_require.h"
#include "support/sealed_again.h"

using namespace symkit;

namespace {

constexpr std::size_t largest_input = 1 << 16;

void check_listing(const listing::Listing& listing) {
  std::uint64_t before = 0;
  for (const listing::Function& function : listing.functions()) {
    fuzz::require(function.begin >= before);
    fuzz::require(function.known_to.debug_info || function.known_to.symbols || function.known_to.starts);
    before = function.begin;
  }
}

void check_image(const container::Image& image) {
  (void)verify::check_image(image, {});
  const auto listing = listing::Listing::of(image, listing::all_sources, 1, [](const std::string&) {});
  if (listing) check_listing(*listing);
  const auto index = symbols::prepare(image, {});
  if (!index || index->empty()) return;
  fuzz::require(verify::check_index(*index, 1).findings.empty());
  const auto compared = verify::compare_index(*index, image, {});
  fuzz::require(compared.has_value() && compared->findings.empty());
}

void check_index(Bytes file) {
  (void)verify::check_index(file, 1);
  const auto index = index::NativeIndex::open(file);
  if (!index) return;
  (void)listing::Listing::of(*index, listing::all_sources);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > largest_input) return 0;
  const Bytes input(data, size);
  if (index::looks_like_index(input)) {
    check_index(input);
    check_index(test::sealed_again(input, index::Kind::Native, 16));
    return 0;
  }
  const auto file = container::open_bytes(input, "input");
  if (!file) return 0;
  std::size_t left = 4;  // a fat file may name one slice a thousand times
  for (const auto& image : (*file)->images()) {
    if (left-- == 0) break;
    check_image(*image);
  }
  return 0;
}
