#include "symlookup/surroundings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "common/folder_walk.h"
#include "common/store_path.h"
#include "files/container/open.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "logs/crashlog/memory_mappings.h"

namespace symkit::symlookup {
namespace {

Result<std::string> read_all(const std::string& path) {
  const auto input = io::Input::open(path);
  if (!input) return fail(input.error());
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  for (;;) {
    const auto got = (*input)->read(buffer);
    if (!got) return fail(got.error());
    if (*got == 0) return text;
    text.append(buffer.data(), *got);
  }
}

}  // namespace

Result<locate::Places> places_of(const Options& options, const std::vector<std::unique_ptr<Image>>& images,
                                 print::Progress& progress, tools::Console& console) {
  locate::Places places;
  places.look = tools::look_with(progress, console);
  auto stores = tools::stores(options.stores, console);
  if (!stores) return fail(stores.error());
  places.stores = std::move(*stores);
  // An archive's images are searched like those in a folder: the log says which is meant.
  std::ranges::copy_if(options.objects, std::back_inserter(places.symbols), container::is_archive);
  std::ranges::copy(options.symbols, std::back_inserter(places.symbols));
  places.own_paths = locate::own_paths(options.local || !options.process.empty(), options.no_local);
  for (const std::string& path : options.symbols)
    if (::access(path.c_str(), R_OK) != 0) return fail(say("--symbols ", path, ": ", std::strerror(errno)));
  for (const auto& image : images) {
    locate::Object object{.image = image->shared(), .path = image->path()};
    if (options.load_address) object.load_address = options.load_address;
    if (options.slide) object.load_address = *options.slide + image->facts().text_base.value;
    places.objects.push_back(std::move(object));
  }
  auto downloads = tools::open_downloads(options.fetching, progress, console);
  if (!downloads) return fail(downloads.error());
  places.downloads = std::move(*downloads);
  return places;
}

rewrite::SourcePlaces source_places(const Options& options, const locate::Places& places) {
  rewrite::SourcePlaces sources = options.sources;
  if (places.downloads)
    sources.fetch = [downloads = places.downloads](const ImageId& image, std::string_view path) {
      return downloads->get(fetch::Wanted::source_of(image, path)).value_or(std::string());
    };
  return sources;
}

Result<std::optional<crashlog::KernelSymbols>> kernel_symbols(const std::string& path) {
  if (path.empty()) return std::nullopt;
  auto text = read_all(path);
  if (!text) return fail(text.error());
  auto symbols = crashlog::KernelSymbols::parse(std::move(*text));
  if (!symbols) return fail(path + " " + symbols.error().message);
  return std::move(*symbols);
}

Result<std::optional<crashlog::ImageList>> process_images(const Options& options) {
  const std::string path =
      options.process.empty() ? options.process_maps : say("/proc/", options.process, "/maps");
  if (path.empty()) return std::nullopt;
  const auto text = read_all(path);
  if (!text) return fail(text.error());
  auto images = crashlog::read_process_maps(*text);
  if (!images) return fail(path + " " + images.error().message);
  return std::move(*images);
}

}  // namespace symkit::symlookup
