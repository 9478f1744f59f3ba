#include "symgroup/setup.h"

#include <utility>

#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"

namespace symkit::symgroup {
namespace {

// The built-in rules, and the project's.
Result<group::Rules> rules_for(const Options& options) {
  group::Rules rules = group::Rules::standard();
  for (const std::string& path : options.rules) {
    const auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    if (const auto added = rules.add(as_text(file->bytes()), path); !added) return fail(added.error());
  }
  return rules;
}

// Without a checkout there are no suspects, but the run continues.
Result<std::optional<Blames>> blames_for(const Options& options, tools::Console& console) {
  Revisions revisions;
  if (!options.revisions.empty()) {
    auto opened = Revisions::open(options.revisions);
    if (!opened) return fail(opened.error());
    revisions = std::move(*opened);
  }
  if (options.repository.empty()) return std::optional<Blames>();
  Blame blame(options.repository, options.revision, options.since);
  const bool is_asked_for = options.owners.empty() || !options.revision.empty() || !options.since.empty() ||
                            !options.revisions.empty();
  if (blame.trouble().empty())
    return std::optional<Blames>(std::in_place, std::move(blame), options.repository, options.since,
                                 std::move(revisions));
  if (is_asked_for) console.warning(say("no suspects: ", blame.trouble()));
  return std::optional<Blames>();
}

}  // namespace

Result<Setup> Setup::open(const Options& options, tools::Console& console) {
  auto rules = rules_for(options);
  if (!rules) return fail(rules.error());
  Setup setup{.rules = std::move(*rules)};
  if (!options.owners.empty()) {
    auto owners = Owners::open(options.owners, options.repository);
    if (!owners) return fail(owners.error());
    setup.owners = std::move(*owners);
  }
  auto raw = RawLogs::open(options, console);
  if (!raw) return fail(raw.error());
  setup.raw = std::move(*raw);
  auto blame = blames_for(options, console);
  if (!blame) return fail(blame.error());
  setup.blame = std::move(*blame);
  return setup;
}

}  // namespace symkit::symgroup
