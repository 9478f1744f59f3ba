// symstore: manages index stores. Each command is a function in work.h.
#include "common/run.h"
#include "common/store_path.h"
#include "symstore/help.h"
#include "symstore/options.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

Result<void> work(const Options& options, tools::Console& console) {
  const auto stores = tools::stores(options.stores, console);
  if (!stores) return fail(stores.error());
  const Work work{options, *stores, console};
  switch (options.command) {
    case Command::List: return list(work);
    case Command::Push: return push(work);
    case Command::Pull: return pull(work);
    case Command::Remove: return remove(work);
    case Command::Prune: return prune(work);
    case Command::Verify: return verify(work);
    case Command::Stat: return stat(work);
  }
  return {};
}

}  // namespace
}  // namespace symkit::symstore

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"symstore", symstore::help}, argc, argv, symstore::declare, symstore::work);
}
