// rooms: retrace
// Any bytes as R8's archive of a mapping's parts: its METADATA is read, every part is asked for, and a
// mapping is put together of them. What it says to be the same as itself must be.
#include <algorithm>
#include <string>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/partition_metadata.h"
#include "answers/retrace/partitioned_mapping.h"
#include "answers/retrace/sameness.h"
#include "answers/retrace/single_mapping.h"
#include "support/fuzz_require.h"

using namespace symkit;
using namespace symkit::retrace;

namespace {

const WarningSink ignore = [](const std::string&) {};

void ask(std::unique_ptr<Mapping> mapping, const std::string& name) {
  SingleMapping source(std::move(mapping));
  LineRewriter rewriter({{true, false}, nullptr}, source);
  std::string out;
  for (const std::string& line :
       {name + ": x y\n", "\tat " + name + ".a(SourceFile:2)\n", "cast to " + name + "\n"})
    if (const auto done = rewriter.rewrite(line, out); !done) fuzz::require(!done.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(read_partition_metadata({data, size}));
  const io::SharedBlob blob = io::borrowed_blob({data, size});
  const auto mapping = PartitionedMapping::open(blob, "m.zip", ignore, ignore);
  const auto archive = PartitionArchive::open(blob, "m.zip");
  fuzz::require(mapping.has_value() == archive.has_value());
  if (!mapping) return 0;
  for (std::uint32_t number = 0; number < std::min<std::size_t>((*archive)->size(), 8); ++number)
    ask((*mapping)->twin(), std::string((*archive)->name(number)));
  const auto joined = (*archive)->joined(ignore, ignore);
  const auto twin = (*mapping)->twin();
  const auto same = compare_mappings(**mapping, *twin, 1);
  if (same) fuzz::require(same->differences == 0);
  return 0;
}
