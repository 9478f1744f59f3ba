#include "symcore/telling.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stacks/dumps/jit_names.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/python_calls.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"
#include "symcore/json.h"
#include "symcore/values.h"

namespace symkit::symcore {
namespace {

Result<void> tell_values(Values& values, const std::vector<dumps::ThreadStack>& stacks, std::string report,
                         Names& names, print::Output& output, const tools::Console& console) {
  std::string named;
  print::Output to_text([&](std::string_view text) {
    named += text;
    return true;
  });
  auto written = names.write(std::move(report), to_text, console);
  if (written) written = to_text.flush();
  if (!written) return written;
  output.write(with_values(named, stacks, values));
  return {};
}

}  // namespace

Result<void> tell(const dumps::Process& process, const Options& options, const ImageFiles& files,
                  Names* names, print::Output& output, const tools::Console& console) {
  const auto tables_of = [&](const dumps::LoadedImage& image) {
    unwind::Tables tables = files.tables_of(image, process.architecture);
    if (names == nullptr) return tables;
    if (auto stored = names->table_of(image)) tables.push_back(std::move(stored));
    return tables;
  };
  dumps::LoadedImages images(
      process, {.files = [&](const dumps::LoadedImage& image) { return files.of(image); },
                .tables = tables_of,
                .remote_files = [&](const dumps::LoadedImage& image) { return files.remote(image); },
                .believes_paths = options.places.local});
  const python::Stacks python = dumps::python_stacks_of(process, images);
  const bool has_values = options.values && names != nullptr;
  const auto stacks = dumps::unwind_all(process, images, options.all || has_values, &python,
                                        has_values ? Values::most_frames : 0);
  if (!stacks) return fail(stacks.error());
  // Whether a list is that of a process that has ended, nothing proves.
  const dumps::JitNames jit =
      options.process != 0 ? dumps::jit_names_of(process, images, *stacks) : dumps::JitNames{};
  std::optional<Values> values;
  const auto privacy = privacy_of(options);
  if (!privacy) return fail(privacy.error());
  if (has_values) values.emplace(process, images, names->search(), options.unredacted ? nullptr : &*privacy);
  if (options.format == Format::Json) {
    const JsonStyle style{.jit = jit, .with_images = options.images, .values = values ? &*values : nullptr};
    output.write(json_of(process, images, *stacks, style, names->resolver()));
    return {};
  }
  const bool is_raw = options.format == Format::Raw;
  std::string report = dumps::report_of(
      process, images, *stacks, {.with_folders = !is_raw, .with_images = options.images, .jit = &jit});
  if (values) return tell_values(*values, *stacks, std::move(report), *names, output, console);
  if (!is_raw) return names->write(std::move(report), output, console);
  output.write(report);
  return {};
}

}  // namespace symkit::symcore
