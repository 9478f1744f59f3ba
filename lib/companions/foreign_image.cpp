#include "companions/foreign_image.h"

#include "base/words.h"
#include "io/beginning.h"
#include "io/foreign_file.h"

namespace symkit::companions {
namespace {

Result<void> may_be_opened(const io::ForeignFile& file, const Candidate& candidate) {
  if (const auto ordinary = file.is_ordinary(); !ordinary) return ordinary;
  if (candidate.stays_below && !file.lies_below(candidate.folder))
    return fail(say("it is a link that leads out of ", candidate.folder));
  return {};
}

// Nothing but an image is opened: what is packed would be unpacked.
Result<std::unique_ptr<container::File>> open_image(const io::ForeignFile& file, const SharedBudget& budget) {
  if (!container::looks_like_image(io::Beginning(file.place()).bytes())) return fail("it is not an ELF file");
  auto opened = container::open_file(file.place(), budget);
  if (!opened) return fail("it cannot be read");
  return opened;
}

}  // namespace

std::optional<Result<std::unique_ptr<container::File>>> open_foreign(const Candidate& candidate,
                                                                     const SharedBudget& budget) {
  const auto found = io::ForeignFile::find(candidate.path);
  if (!found) return std::nullopt;
  const auto allowed = may_be_opened(*found, candidate);
  auto opened = allowed ? open_image(*found, budget) : fail(allowed.error());
  if (!opened) return fail(opened.error().within(candidate.path));
  return opened;
}

}  // namespace symkit::companions
