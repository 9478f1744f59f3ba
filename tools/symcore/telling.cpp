#include "symcore/telling.h"

#include <string>
#include <utility>

#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "symcore/json.h"

namespace symkit::symcore {

Result<void> tell(const dumps::Process& process, const Options& options, const Files& files, Names* names,
                  print::Output& output, const tools::Console& console) {
  dumps::LoadedImages images(
      process, [&](const dumps::LoadedImage& image) { return files.of(image); }, options.places.local);
  const auto stacks = dumps::unwind_all(process, images, options.all);
  if (!stacks) return fail(stacks.error());
  if (options.format == Format::Json) {
    output.write(json_of(process, images, *stacks, options.images, names->resolver()));
    return {};
  }
  std::string report = dumps::report_of(process, images, *stacks,
                                        {.with_folders = names != nullptr, .with_images = options.images});
  if (names != nullptr) return names->write(std::move(report), output, console);
  output.write(report);
  return {};
}

}  // namespace symkit::symcore
