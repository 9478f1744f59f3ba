#include "symprof/load.h"

#include <cstdio>
#include <unistd.h>

#include "io/input.h"
#include "io/unpacked.h"

namespace symkit::symprof {
namespace {

Result<Loaded> rest_of(io::Input& input) {
  Loaded loaded{.name = input.name(), .bytes = {}};
  const auto beginning = input.beginning();
  if (!beginning) return fail(beginning.error());
  loaded.packing = profile::packing_of(as_bytes(*beginning));
  io::UnpackBudget budget;
  auto unpacked = io::Unpacked::rest_of(input, budget);
  if (!unpacked) return fail(unpacked.error());
  loaded.bytes = io::blob_of(std::move(*unpacked));
  return loaded;
}

}  // namespace

Result<Loaded> load(const std::string& path) {
  if (path.empty()) {
    if (::isatty(STDIN_FILENO) == 1)
      std::fputs("symprof: waiting for a profile on standard input (--help says what else there is)\n",
                 stderr);
    return rest_of(*io::Input::from_descriptor(STDIN_FILENO, "standard input"));
  }
  // What is a file and not packed is not copied.
  auto mapped = io::map_blob(path);
  if (mapped && !io::looks_compressed((*mapped)->bytes()))
    return Loaded{.name = path, .bytes = std::move(*mapped), .packing = profile::Packing::None};
  const auto input = io::Input::open(path);
  return input ? rest_of(**input) : fail(input.error());
}

}  // namespace symkit::symprof
