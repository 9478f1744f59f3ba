#include "symprof/load.h"

#include <cstdio>
#include <unistd.h>

#include "ground/io/input.h"
#include "ground/io/mapped_file.h"
#include "ground/io/unpacked.h"

namespace symkit::symprof {
namespace {

class MappedProfile final : public io::Blob {
 public:
  explicit MappedProfile(io::MappedFile file) : file_(std::move(file)) {}
  Bytes bytes() const override { return file_.bytes(); }
  void passed(Bytes part) const { file_.release(part); }
  void wanted(Bytes part) const { file_.fetch(part); }

 private:
  io::MappedFile file_;
};

Loaded loaded_from(io::MappedFile file) {
  const std::string path = file.path();
  const auto mapped = std::make_shared<const MappedProfile>(std::move(file));
  return {.name = path,
          .bytes = mapped,
          .passed = [mapped](Bytes part) { mapped->passed(part); },
          .wanted = [mapped](Bytes part) { mapped->wanted(part); }};
}

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
      std::fputs("symprof: waiting for a profile on standard input (see --help for more)\n", stderr);
    return rest_of(*io::Input::from_descriptor(STDIN_FILENO, "standard input"));
  }
  // An uncompressed file is not copied.
  auto mapped = io::MappedFile::open(path);
  if (mapped && !io::looks_compressed(mapped->bytes())) return loaded_from(std::move(*mapped));
  const auto input = io::Input::open(path);
  return input ? rest_of(**input) : fail(input.error());
}

}  // namespace symkit::symprof
