#include "serve/service/dump_route.h"

#include <utility>

#include "find/locate/unwind_tables.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "ground/io/mapped_file.h"
#include "stacks/dumps/dump_file.h"
#include "stacks/dumps/loaded_images.h"
#include "stacks/dumps/python_calls.h"
#include "stacks/dumps/report.h"
#include "stacks/dumps/unwound.h"

namespace symkit::service {

Result<std::string> log_of_dump(http::Body& body, std::uint64_t most, const std::string& folder,
                                store::Shelf& store) {
  io::MappedFile file;
  if (body.is_file()) {
    auto opened =
        dumps::open_dump(say("/proc/self/fd/", body.descriptor()), {.most = most, .folder = folder});
    if (!opened) return fail(opened.error());
    file = std::move(*opened);
  } else {
    auto kept = dumps::keep_dump(*io::Input::of_memory(std::move(body.text()), "the dump"),
                                 {.most = most, .folder = folder});
    if (!kept) return fail(kept.error());
    file = std::move(*kept);
  }
  const auto process = dumps::read_dump(file.bytes());
  if (!process) return fail(process.error());
  const auto tables_of = [&](const dumps::LoadedImage& image) {
    unwind::Tables tables;
    if (auto stored = locate::stored_table(store, image.id, image.begin_in_file()))
      tables.push_back(std::move(stored));
    return tables;
  };
  dumps::LoadedImages images(*process, {.tables = tables_of});
  const python::Stacks python = dumps::python_stacks_of(*process, images);
  const auto stacks = dumps::unwind_all(*process, images, false, &python);
  if (!stacks) return fail(stacks.error());
  return dumps::report_of(*process, images, *stacks, {.with_folders = true});
}

}  // namespace symkit::service
