// --find: finds the binary, dSYM, debug file or index with an id. If direct lookups fail, folders are
// scanned, and their ids are cached for the next time. Each hit is opened before it is printed.
#include <cstring>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "common/folder_walk.h"
#include "common/store_path.h"
#include "files/container/open.h"
#include "find/catalogue/catalogue.h"
#include "find/locate/debug_file.h"
#include "find/locate/id_layouts.h"
#include "ground/base/same_id.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "keep/store/shelf.h"
#include "syminfo/holdings.h"
#include "syminfo/inputs.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

namespace fs = std::filesystem;

using catalogue::DescribedImage;

std::string_view holdings_of_index(Bytes bytes) {
  if (const auto native = index::NativeIndex::open(bytes)) return holdings(native->facts());
  if (const auto manifest = index::Manifest::open(bytes)) return holdings(manifest->facts());
  return "classes and methods";
}

// Descriptions of a file's images, in the order of describe_file().
std::vector<std::string_view> holdings_of(const std::string& path) {
  std::vector<std::string_view> all;
  const auto mapped = io::MappedFile::open(path);
  if (mapped && index::looks_like_index(mapped->bytes())) return {holdings_of_index(mapped->bytes())};
  if (const auto holds = holdings_of_symbols(path)) return {*holds};
  const auto file = container::open_file(path);
  if (!file) return all;
  for (const auto& image : (*file)->images()) all.push_back(holdings(*image));
  return all;
}

class Finder {
 public:
  explicit Finder(Work& work) : work_(work) {}

  void look_in_store(store::Shelf& store);
  void look_at(const std::string& place);
  bool found() const { return found_; }
  std::size_t looked_at() const { return looked_at_; }

 private:
  void look_under_id(const std::string& folder);
  void look_in_folder(const std::string& folder);
  void look_at_file(const std::string& path);
  void look_at_index(const std::string& place, Bytes bytes);
  bool is_new(const std::string& place);
  void report(const std::string& path, const DescribedImage& image, std::string_view holds);

  bool wanted(const ImageId& id) const { return !id.empty() && same_id(work_.options.id, id); }
  bool is_asked_for(const DescribedImage& image) const {
    const auto asked = work_.options.architecture;
    return wanted(image.id) && (!asked || *asked == image.architecture);
  }

  Work& work_;
  std::set<std::pair<dev_t, ino_t>> seen_;
  std::size_t looked_at_ = 0;
  bool found_ = false;
};

void Finder::look_in_store(store::Shelf& store) {
  for (const index::Kind kind : index::kinds) {
    const auto match = store.find_like(work_.options.id, kind, [&](const ImageId& id) { return wanted(id); });
    if (!match) {
      work_.console.warning(match.error().message);
    } else if (match->blob != nullptr) {
      look_at_index(store.place_of(match->key), match->blob->bytes());
    }
  }
}

void Finder::look_at_index(const std::string& place, Bytes bytes) {
  const auto image = catalogue::describe_index(bytes);
  if (!image || !is_asked_for(*image) || !is_new(place)) return;
  report(place, *image, holdings_of_index(bytes));
}

void Finder::look_at(const std::string& place) {
  struct stat status{};
  if (::access(place.c_str(), R_OK) != 0 || ::stat(place.c_str(), &status) != 0) {
    work_.console.error({say(place, ": ", std::strerror(errno))});
  } else if (S_ISDIR(status.st_mode)) {
    look_under_id(place);
    look_in_folder(place);
  } else if (!S_ISREG(status.st_mode)) {
    work_.console.error({say(place, ": is not a regular file")});
  } else {
    ++looked_at_;
    const auto files = container::files_of(place, work_.console.warnings());
    if (!files) return work_.console.error(files.error());
    for (const std::string& file : *files) look_at_file(file);
  }
}

void Finder::look_under_id(const std::string& folder) {
  for (const std::string& path : locate::IdLayouts(folder).files_of({.id = work_.options.id}))
    look_at_file(path);
}

void Finder::look_in_folder(const std::string& folder) {
  print::Progress progress(work_.options.progress);
  const auto snapshot =
      tools::look_through(folder, progress, work_.console.warnings(), tools::catalogue_path());
  if (!snapshot) return work_.console.error(snapshot.error());
  looked_at_ += snapshot->files.size();
  for (const catalogue::NamedFile& file :
       catalogue::files_with_id(*snapshot, [&](const ImageId& id) { return wanted(id); }))
    look_at_file(tools::path_in(folder, file.path));
  if (const std::string told = found_ ? "" : tools::told_of_passed_over(*snapshot, folder); !told.empty())
    work_.console.warning(say(folder, ": ", told));
}

// A file found in several ways is listed once.
bool Finder::is_new(const std::string& place) {
  struct stat status{};
  return ::stat(place.c_str(), &status) != 0 || seen_.emplace(status.st_dev, status.st_ino).second;
}

// Lists the wanted images of a file.
void Finder::look_at_file(const std::string& path) {
  struct stat status{};
  const bool is_file = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  if (!is_file && !container::leads_into_archive(path)) return;
  const auto images = catalogue::describe_file(path);
  if (!images) return;
  std::vector<std::string_view> holds;
  for (std::size_t i = 0; i < images->size(); ++i) {
    const DescribedImage& image = (*images)[i];
    if (!is_asked_for(image)) continue;
    if (holds.empty()) {
      if (!is_new(path)) return;
      holds = holdings_of(path);
      if (holds.size() != images->size()) return;  // it has just been replaced
    }
    report(path, image, holds[i]);
  }
}

void Finder::report(const std::string& path, const DescribedImage& image, std::string_view holds) {
  found_ = true;
  const bool of_processor = image.architecture != Architecture::Unknown;
  if (work_.options.format == Format::Json) {
    print::JsonWriter json(work_.output.buffer());
    json.begin_object();
    json.member("path", path);
    json.member("type", catalogue::name_of(image.kind));
    if (of_processor) json.member("arch", name_of(image.architecture));
    json.member("id", image.id.hex());
    json.member("has", holds);
    json.end_object();
    work_.output.write("\n");
  } else {
    work_.output.write(say(catalogue::name_of(image.kind), '\t',
                           of_processor ? name_of(image.architecture) : std::string_view("-"), '\t', holds,
                           '\t', print::visible(path), '\n'));
  }
  static_cast<void>(work_.output.flush());  // answers are sent at once; main() reports a failure
}

std::string listed(const std::vector<std::string>& places) {
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i)
    text += say(i == 0 ? "" : i + 1 == places.size() ? " and " : ", ", places[i]);
  return text;
}

}  // namespace

Result<void> find_id(Work& work) {
  Finder finder(work);
  std::vector<std::string> places = work.options.inputs;
  const bool everywhere = places.empty();
  std::string store_word;
  if (everywhere || !work.options.stores.empty()) {
    const auto stores = tools::stores(work.options.stores, work.console);
    if (!stores) return fail(stores.error());
    if (!stores->empty()) {
      finder.look_in_store(*store::open_shelf(*stores));
      store_word = "the store";
    }
  }
  if (everywhere) {
    places.emplace_back(".");
    std::error_code ignored;
    if (fs::is_directory(locate::system_debug_folder, ignored))
      places.emplace_back(locate::system_debug_folder);
  }
  for (const std::string& place : places) {
    if (work.output.stopped()) return {};
    finder.look_at(place);
  }
  if (finder.found()) return {};
  if (!store_word.empty()) places.push_back(store_word);
  const auto arch = work.options.architecture;
  return fail(say("no file has the id ", work.options.id.uuid(), arch ? say(" for ", name_of(*arch)) : "",
                  " among ", finder.looked_at(), finder.looked_at() == 1 ? " file in " : " files in ",
                  listed(places)));
}

}  // namespace symkit::syminfo
