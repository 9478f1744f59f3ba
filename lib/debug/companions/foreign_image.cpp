#include "debug/companions/foreign_image.h"

#include <utility>

#include "ground/base/words.h"
#include "ground/io/beginning.h"

namespace symkit::companions {
namespace {

Result<void> may_be_opened(const io::ForeignFile& file, const Candidate& candidate) {
  if (const auto ordinary = file.is_ordinary(); !ordinary) return ordinary;
  if (candidate.stays_below && !file.lies_below(candidate.folder))
    return fail(say("it is a link to a place outside ", candidate.folder));
  return {};
}

// Only an image is opened: anything compressed would be decompressed.
Result<std::unique_ptr<container::File>> open_image(const io::ForeignFile& file, const SharedBudget& budget) {
  if (!container::looks_like_image(io::Beginning(file.place()).bytes())) return fail("it is not an ELF file");
  auto opened = container::open_file(file.place(), budget);
  if (!opened) return fail("it cannot be read");
  return opened;
}

}  // namespace

std::optional<Result<io::ForeignFile>> find_foreign(const Candidate& candidate) {
  auto found = io::ForeignFile::find(candidate.path);
  if (!found) return std::nullopt;
  if (const auto allowed = may_be_opened(*found, candidate); !allowed) return fail(allowed.error());
  return std::move(*found);
}

std::optional<Result<std::unique_ptr<container::File>>> open_foreign(const Candidate& candidate,
                                                                     const SharedBudget& budget) {
  const auto found = find_foreign(candidate);
  if (!found) return std::nullopt;
  auto opened = *found ? open_image(**found, budget) : fail(found->error());
  if (!opened) return fail(opened.error().within(candidate.path));
  return opened;
}

}  // namespace symkit::companions
