#include "symprep/options.h"

#include <unistd.h>

#include "common/architecture_option.h"
#include "common/duration_option.h"
#include "common/path_map.h"
#include "common/progress_option.h"
#include "common/unpack_option.h"
#include "ground/base/words.h"
#include "ground/io/unpack_budget.h"

namespace symkit::symprep {
namespace {

Result<void> read_id(const std::string& text, ImageId& id) {
  const auto parsed = ImageId::parse(text);
  if (!parsed) return fail("'" + text + "' is not an id: hex digits, with or without dashes");
  id = *parsed;
  return {};
}

// With --fetch, an operand that is not a file, but may be an id, is one.
void take_wanted(Options& options) {
  if (!options.fetching.wants()) return;
  std::erase_if(options.inputs, [&](const std::string& input) {
    const auto id = ImageId::parse(input);
    const bool is_wanted = id && ::access(input.c_str(), F_OK) != 0;
    if (is_wanted) options.wanted.push_back(*id);
    return is_wanted;
  });
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.option("-o,--output", options.output);
  line.option("--store", options.stores);
  line.option("--expire", tools::accept_duration(options.expire));
  tools::declare_max_unpacked(line);
  line.option("-arch,--arch",
              [&](const std::string& name) { return tools::read_architecture(name, options.architecture); });
  line.option("--id", [&](const std::string& text) { return read_id(text, options.id); });
  tools::declare_fetching(line, options.fetching);
  tools::declare_keep_downloads(line, options.fetching);
  line.option("--log", options.log);
  line.option("--symbols", options.symbols);
  line.option("--prefix-map",
              [&](const std::string& text) { return tools::read_path_map(text, options.prefix_maps); });
  line.option("-j,--jobs", options.jobs);
  line.flag("-f,--force", options.force);
  line.flag("--only-new", options.only_new);
  line.flag("--columns", options.columns);
  line.flag("--data", options.variables);
  line.flag("--drop-in", options.drop_in);
  line.flag("--no-sources", options.leave_out_sources);
  line.flag("--summary", options.summary);
  line.flag("--same", options.same);
  line.flag("--statistics", options.statistics);
  line.option("--max-memory", [&](const std::string& text) -> Result<void> {
    const auto size = io::read_size(text);
    if (!size || *size == 0) return fail("'" + text + "' is not a size: 500M, 16G, or a number of bytes");
    options.max_memory = *size;
    return {};
  });
  line.choice("--format", options.format, {{"text", Format::Text}, {"json", Format::Json}});
  tools::declare_progress(line, options.progress);
  line.operands(options.inputs);
  line.check([&]() -> Result<void> {
    take_wanted(options);
    if (!options.log.empty() && !options.fetching.wants()) return fail("--log needs --fetch or --server URL");
    const bool is_of_servers = !options.wanted.empty() || !options.log.empty();
    if (is_of_servers && (!options.output.empty() || options.same))
      return fail("fetched files go into the store: -o and --same need local files");
    if (options.fetching.wants() && !is_of_servers)
      return fail(options.inputs.empty() ? std::string("--fetch needs ids, or --log LOG")
                                         : say(options.inputs.front(),
                                               " is not an id that can be fetched; a local file "
                                               "is prepared without --fetch and --server"));
    if (is_of_servers && options.inputs.empty()) return {};
    if (options.same && options.inputs.size() != 2)
      return fail("--same compares two mappings: symprep --same old.txt new.txt");
    if (options.inputs.empty())
      return fail("nothing to prepare: name a binary, a debug file, a mapping, a source map or a folder");
    if (options.force && options.only_new) return fail("--force and --only-new cannot be used together");
    if (!options.output.empty() && options.inputs.size() > 1)
      return fail("-o writes one index: name one input");
    return {};
  });
}

}  // namespace symkit::symprep
