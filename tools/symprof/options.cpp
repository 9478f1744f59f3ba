#include "symprof/options.h"

#include "common/duration_option.h"
#include "common/unpack_option.h"

namespace symkit::symprof {

namespace {

Result<void> check_watch(const Options& options) {
  const bool has_options = !options.watch_out.empty() || options.once || !options.metrics.empty();
  if (options.watch.empty() && has_options) return fail("--out, --once and --metrics are for --watch DIR");
  if (options.watch.empty()) return {};
  if (!options.profiles.empty() || !options.output.empty())
    return fail("--watch reads its folder and writes into --out: name neither a profile nor -o");
  const Lists& lists = options.lists;
  const bool has_lists =
      !lists.process_maps.empty() || !lists.kernel_symbols.empty() || !lists.perf_map.empty();
  if (options.summary || has_lists)
    return fail("--summary, --maps, --kallsyms and --perf-map are for one profile: --watch has --metrics");
  if (options.interval.count() < 1) return fail("--interval must be at least one second");
  return {};
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.option("-o,--output", options.output);
  line.choice("--format", options.format,
              {{"same", Format::Same},
               {"pprof", Format::Pprof},
               {"folded", Format::Folded},
               {"speedscope", Format::Speedscope},
               {"firefox", Format::Firefox},
               {"top", Format::Top},
               {"svg", Format::Svg}});
  line.option("--watch", options.watch);
  line.option("--out", options.watch_out);
  line.option("--interval", tools::accept_duration(options.interval));
  line.flag("--once", options.once);
  line.option("--metrics", options.metrics);
  line.option("--maps", options.lists.process_maps);
  line.option("--kallsyms", options.lists.kernel_symbols);
  line.option("--perf-map", options.lists.perf_map);
  line.option("--sample-type", options.sample_type);
  line.flag("--full-names", options.full_names);
  tools::declare_max_unpacked(line);
  line.flag("--force", options.force);
  line.flag("--summary", options.summary);
  tools::declare_places(line, options.places);
  line.operands(options.profiles);
  line.check([&options] { return check_watch(options); });
  line.check([&options]() -> Result<void> {
    if (options.profiles.size() > 1) return fail("symprof reads one profile at a time");
    const bool has_choice =
        options.format == Format::Folded || options.format == Format::Top || options.format == Format::Svg;
    if (!options.sample_type.empty() && !has_choice)
      return fail("--sample-type is for folded, top and svg; the other formats have all types");
    if (options.full_names && options.format != Format::Top)
      return fail("--full-names is for top; the other formats have full names");
    return {};
  });
}

}  // namespace symkit::symprof
