#include "symgroup/options.h"

#include <utility>

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
  std::vector<std::pair<std::string_view, const findings::Form*>> forms;
  for (const findings::Form& form : findings::forms()) forms.emplace_back(form.name, &form);
  line.choice("--format", options.form, std::move(forms));
  tools::declare_places(line, options.places);
  line.flag("--summary", options.summary);
  line.operands(options.logs);
  line.check([&]() -> Result<void> {
    if (options.why && options.logs.size() != 2) return fail("--why compares two logs: symgroup --why A B");
    if (options.repository.empty() &&
        !(options.revision.empty() && options.since.empty() && options.revisions.empty()))
      return fail("--revision, --revisions and --since need a checkout: name it with --repo");
    if (options.triage && options.form->name != "text" && options.form->name != "json")
      return fail("--triage prints only text or json: change --format");
    if (options.mcp && (options.why || options.triage || !options.logs.empty() || !options.state.empty()))
      return fail("--mcp gets its logs and requests from its client: name none here");
    if (options.triage && options.why) return fail("--triage and --why cannot be used together");
    if (options.fail_on_new && options.state.empty())
      return fail("--fail-on-new needs the known groups: name their file with --state");
    return {};
  });
}

}  // namespace symkit::symgroup
