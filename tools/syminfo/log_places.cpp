#include "syminfo/log_places.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

#include "common/folder_walk.h"
#include "common/log_input.h"
#include "common/store_path.h"
#include "find/catalogue/described_file.h"
#include "ground/base/words.h"

namespace symkit::syminfo {
namespace {

// A folder, or a file with images: a second log, given by mistake, would silently find nothing.
Result<void> check_place(const std::string& path) {
  if (::access(path.c_str(), R_OK) != 0) return fail(say(path, ": ", std::strerror(errno)));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {};
  if (!std::filesystem::is_regular_file(path, ignored)) return fail(say(path, ": is not a regular file"));
  const auto images = catalogue::describe_file(path);
  if (!images) return fail(images.error());
  const bool is_index = !images->empty() && catalogue::is_index(images->front().kind);
  if (is_index) return fail(say(path, ": is an index; name the store that holds it with --store DIR"));
  return {};
}

}  // namespace

Result<std::unique_ptr<io::Input>> open_log(const std::string& log) {
  const tools::LogKind kind = {.waiting = "syminfo: waiting for a log on standard input"};
  return log == "-" ? tools::log_on_stdin(kind) : tools::open_log(log, kind);
}

Result<locate::Places> places_of(Work& work, print::Progress& progress) {
  locate::Places places;
  places.look = tools::look_with(progress, work.console);
  places.own_paths = locate::own_paths(work.options.local, work.options.no_local);
  auto stores = tools::stores(work.options.stores, work.console);
  if (!stores) return fail(stores.error());
  places.stores = std::move(*stores);
  for (const std::string& path : work.options.inputs) {
    if (const auto usable = check_place(path)) {
      places.symbols.push_back(path);
    } else {
      work.console.error(usable.error());
    }
  }
  return places;
}

}  // namespace symkit::syminfo
