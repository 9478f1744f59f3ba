#include "symgroup/options.h"

namespace symkit::symgroup {

void declare(tools::CommandLine& line, Options& options) {
  line.option("--rules", options.rules);
  line.option("--owners", options.owners);
  line.option("--repo", options.repository);
  line.option("--revision", options.revision);
  line.option("--revisions", options.revisions);
  line.option("--since", options.since);
  line.option("--state", options.state);
  line.flag("--fail-on-new", options.fail_on_new);
  line.flag("--why", options.why);
  line.flag("--triage", options.triage);
  line.flag("--mcp", options.mcp);
  line.choice("--by", options.by, {{"exact", By::Exact}, {"similar", By::Similar}});
  line.choice("--format", options.format,
              {{"text", Format::Text},
               {"json", Format::Json},
               {"markdown", Format::Markdown},
               {"junit", Format::Junit},
               {"sarif", Format::Sarif},
               {"html", Format::Html}});
  tools::declare_places(line, options.places);
  line.flag("--summary", options.summary);
  line.operands(options.logs);
  line.check([&]() -> Result<void> {
    if (options.why && options.logs.size() != 2) return fail("--why compares two logs: symgroup --why A B");
    if (options.repository.empty() &&
        !(options.revision.empty() && options.since.empty() && options.revisions.empty()))
      return fail("--revision, --revisions and --since are of a checkout: name it with --repo");
    if (options.triage && options.format != Format::Text && options.format != Format::Json)
      return fail("--triage is text or json");
    if (options.mcp && (options.why || options.triage || !options.logs.empty() || !options.state.empty()))
      return fail("--mcp takes logs and what is asked of them from its client");
    if (options.triage && options.why) return fail("--triage and --why exclude each other: give one");
    if (options.fail_on_new && options.state.empty())
      return fail("--fail-on-new wants to know what is old: name a file with --state");
    return {};
  });
}

}  // namespace symkit::symgroup
