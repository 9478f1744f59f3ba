#include "retrace/options.h"

#include "common/unpack_option.h"
#include "ground/base/words.h"

namespace symkit::retrace_tool {

void declare(tools::CommandLine& line, Options& options) {
  line.flag("-verbose,--verbose", options.verbose);
  line.flag("-info,--info", options.info);
  line.flag("-quiet,--quiet", options.quiet);
  line.option("-regex,--regex,-r", [&](const std::string& expression) -> Result<void> {
    auto pattern = retrace::Pattern::compile(expression);
    if (!pattern) return fail(pattern.error());
    options.pattern = std::move(*pattern);
    return {};
  });
  line.option("--partition-map", options.partition_map);
  line.option("--store", options.stores);
  tools::declare_max_unpacked(line);
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  line.flag("-verify-mapping-file-hash,--verify-mapping-file-hash", options.verify_hash);
  line.flag("--summary", options.summary);
  line.operands(options.operands);
  line.check([&]() -> Result<void> {
    if (options.verify_hash && !options.stores.empty())
      return fail("--verify-mapping-file-hash verifies a mapping.txt, not a mapping in a store");
    if (options.verify_hash && options.operands.size() > options.mapping_operands())
      return fail(say("'", options.operands[options.mapping_operands()],
                      "' is an unexpected argument: --verify-mapping-file-hash needs only a mapping"));
    if (options.partition_map && !options.stores.empty())
      return fail("--partition-map and --store cannot be used together");
    const std::size_t most = options.mapping_operands() + 1;
    if (options.operands.size() > most)
      return fail(say("'", options.operands[most], "' is an unexpected argument: ",
                      !options.stores.empty() ? "with --store, give only a stack trace"
                      : options.partition_map ? "with --partition-map, give only a stack trace"
                                              : "give a mapping and a stack trace"));
    return {};
  });
}

std::optional<std::string> Options::mapping() const {
  if (partition_map) return partition_map;
  if (!stores.empty() || operands.empty()) return std::nullopt;
  return operands.front();
}

std::optional<std::string> Options::stack_trace() const {
  const std::size_t at = mapping_operands();
  if (at >= operands.size()) return std::nullopt;
  return operands[at];
}

}  // namespace symkit::retrace_tool
