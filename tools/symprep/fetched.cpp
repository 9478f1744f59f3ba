#include "symprep/fetched.h"

#include <algorithm>
#include <array>
#include <set>

#include "answers/rewrite/image_scout.h"
#include "common/log_input.h"
#include "find/locate/evidence.h"
#include "find/locate/indexing.h"
#include "find/locate/search.h"
#include "ground/base/words.h"
#include "keep/fetch/client_cache.h"

namespace symkit::symprep {
namespace {

class Fetched {
 public:
  Fetched(const Options& options, const intake::Options& how, const locate::Places& places, Report& report,
          print::Progress& progress, tools::Console& console)
      : options_(options),
        how_(how),
        downloads_(places.downloads),
        search_(places),
        report_(report),
        progress_(progress),
        console_(console) {}

  Result<void> ask_for_log() {
    const tools::LogKind kind = {.waiting = "symprep: waiting for a log on standard input"};
    const auto log = options_.log == "-" ? tools::log_on_stdin(kind) : tools::open_log(options_.log, kind);
    if (!log) return fail(log.error());
    std::size_t with_id = 0;
    rewrite::ImageScout scout([&](const ImageReference& image) {
      if (image.id.empty()) return;
      ++with_id;
      ask_for(image);
    });
    if (const auto read = scout.read(**log); !read) return read;
    if (with_id == 0) return fail(say((*log)->name(), ": names no image with an id that can be fetched"));
    return {};
  }

  void ask_for(const ImageReference& image) {
    if (!known_.insert(image.id).second) return;
    if (search_.needs_servers(image)) {
      downloads_->expect(fetch::Wanted::of(image));
    } else {
      prepare_here(image);
    }
  }

  void take_all() {
    while (const auto wanted = downloads_->next()) take(*wanted);
  }

 private:
  // Local files are prepared directly.
  void prepare_here(const ImageReference& image) {
    const locate::Evidence nothing_heard;
    const auto why_not =
        search_.find(image, nothing_heard, [&](const locate::Origin& origin) -> Result<void> {
          if (!origin.index) return prepare(origin.file.path, image.id, image.name);
          const index::Facts& facts = origin.index->facts();
          return report_.add_of(search_.store(), {.id = image.id,
                                                  .architecture = facts.architecture,
                                                  .name = std::string(origin.index->name()),
                                                  .path = origin.path});
        });
    if (!why_not.empty()) tell(image.name, image.id, why_not);
  }

  void take(const fetch::Wanted& wanted) {
    const auto path = downloads_->get(wanted);
    if (!path) return tell(wanted.name, wanted.id, path.error().message);
    const auto prepared = prepare(*path, wanted.id, name_of(wanted, *path));
    if (prepared) return downloads_->release(wanted);
    if (prepared.error().message.empty()) return downloads_->reject(wanted);  // other servers are asked
    tell(wanted.name, wanted.id, prepared.error().message);
  }

  // The name in the log, or else the server's, or else the image's own, unless it is the same for all
  // files in a cache. Empty: the image's own.
  std::string name_of(const fetch::Wanted& wanted, std::string_view path) const {
    if (!wanted.name.empty()) return wanted.name;
    if (std::string name = downloads_->called(wanted); !name.empty()) return name;
    constexpr std::array<std::string_view, 3> of_all = {fetch::debug_info, fetch::executable, "_.debug"};
    const std::string_view file = path.substr(path.rfind('/') + 1);
    return std::ranges::find(of_all, file) == of_all.end() ? std::string() : wanted.id.hex();
  }

  // An error without a message means that the file is of another image.
  Result<void> prepare(const std::string& path, const ImageId& id, std::string_view name) {
    Result<void> done = fail(std::string());
    for (auto& indexed : locate::index_of_id(path, id, name, search_.store(), how_)) {
      progress_.erase();
      if (!indexed) {
        if (!done) done = fail(indexed.error());
        continue;
      }
      done = report_.add_of(search_.store(), *indexed);
    }
    return done;
  }

  void tell(std::string_view name, const ImageId& id, const std::string& why) {
    const std::string message = say(name.empty() ? "" : say(name, " "), id.hex(), ": ", why);
    progress_.print_between(
        [&] { options_.log.empty() ? console_.error({message}) : console_.warning(message); });
  }

  const Options& options_;
  const intake::Options& how_;
  std::shared_ptr<fetch::Downloads> downloads_;
  locate::Search search_;
  Report& report_;
  print::Progress& progress_;
  tools::Console& console_;
  std::set<ImageId> known_;
};

}  // namespace

Result<void> prepare_fetched(const Options& options, const intake::Options& how, const store::Chain& stores,
                             Report& report, print::Progress& progress, tools::Console& console) {
  auto downloads = tools::open_downloads(options.fetching, progress, console);
  if (!downloads) return fail(downloads.error());
  locate::Places places;
  places.stores = stores;
  places.opening.expire = options.expire;
  places.symbols = options.symbols;
  places.downloads = *downloads;
  Fetched fetched(options, how, places, report, progress, console);
  for (const ImageId& id : options.wanted) fetched.ask_for({.id = id});
  if (!options.log.empty())
    if (const auto asked = fetched.ask_for_log(); !asked) return asked;
  fetched.take_all();
  if (options.summary) tools::print_outcomes(**downloads);
  return {};
}

}  // namespace symkit::symprep
