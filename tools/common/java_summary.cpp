#include "common/java_summary.h"

#include <cstdio>

#include "ground/print/visible.h"

namespace symkit::tools {

void print_java_summary(const retrace::Counts& counts) {
  std::fprintf(stderr, "%zu %s, %zu retraced, %zu of them ambiguous\n", counts.frames,
               counts.frames == 1 ? "frame" : "frames", counts.retraced, counts.ambiguous);
  if (counts.unknown_classes != 0)
    std::fprintf(
        stderr,
        "  %zu: the class is not in the mapping; R8 kept its name, or the mapping is from another build\n",
        counts.unknown_classes);
  if (counts.unknown_members != 0)
    std::fprintf(stderr,
                 "  %zu: the mapping has no such method at this line; it may be from another build "
                 "(--store DIR finds the right one by its id)\n",
                 counts.unknown_members);
  for (const auto& [reason, times] : counts.unavailable)
    std::fprintf(stderr, "  %zu: %s\n", times, print::visible(reason).c_str());
  print_compose_keys(counts);
}

void print_compose_keys(const retrace::Counts& counts) {
  if (counts.compose_without_keys != 0)
    std::fprintf(
        stderr,
        "  %zu: this mapping has no Compose keys: build with Kotlin 2.3 or later and its Compose compiler "
        "plug-in, which adds them to the mapping that R8 writes\n",
        counts.compose_without_keys);
  if (counts.unknown_compose_keys != 0)
    std::fprintf(stderr,
                 "  %zu: the mapping has Compose keys, but not this one; it may be from another build\n",
                 counts.unknown_compose_keys);
}

}  // namespace symkit::tools
