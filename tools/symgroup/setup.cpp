#include "symgroup/setup.h"

#include <utility>

#include "base/bytes.h"
#include "base/words.h"
#include "io/mapped_file.h"

namespace symkit::symgroup {
namespace {

// Those that are built in, and the project's.
Result<group::Rules> rules_for(const Options& options) {
  group::Rules rules = group::Rules::standard();
  for (const std::string& path : options.rules) {
    const auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    if (const auto added = rules.add(as_text(file->bytes()), path); !added) return fail(added.error());
  }
  return rules;
}

// A checkout that is missing costs the suspects, not the run.
std::optional<Blame> blame_for(const Options& options, tools::Console& console) {
  if (options.repository.empty()) return std::nullopt;
  std::optional<Blame> blame(std::in_place, options.repository, options.revision, options.since);
  const bool is_asked_for = options.owners.empty() || !options.revision.empty() || !options.since.empty();
  if (!blame->trouble().empty() && is_asked_for) console.warning(say("no suspects: ", blame->trouble()));
  if (!blame->trouble().empty()) blame.reset();
  return blame;
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
  setup.blame = blame_for(options, console);
  return setup;
}

}  // namespace symkit::symgroup
