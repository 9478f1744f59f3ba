// --log: lists the images of a crash log that can be resolved with local files, those that cannot, and
// what to get. Nothing is indexed.
#include <algorithm>

#include "files/container/open.h"
#include "find/locate/log_search.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "ground/print/visible.h"
#include "syminfo/fetch_advice.h"
#include "syminfo/holdings.h"
#include "syminfo/log_census.h"
#include "syminfo/log_places.h"
#include "syminfo/questions.h"

namespace symkit::syminfo {
namespace {

using symbolize::Grounds;

std::string_view how_taken(Grounds grounds) {
  switch (grounds) {
    case Grounds::Id: return "";
    case Grounds::Name: return ", by its name";
    case Grounds::Evidence: return ", on evidence (it agrees with the log)";
    case Grounds::Path: return ", without evidence (--local)";
  }
  return "";
}

struct Prospect {
  const LoggedImage* image = nullptr;
  std::string path = {};        // where it would be taken from; empty: nowhere
  std::string_view holds = {};  // what the file there has
  std::string reason = {};      // why there is none
  symbolize::Grounds grounds = symbolize::Grounds::Id;

  bool resolved() const { return reason.empty(); }
  bool with_lines() const { return holds == functions_and_lines; }
};

// The parts of the file that would be indexed.
std::string_view holdings_of(const locate::Origin& origin) {
  if (origin.index) return holdings(origin.index->facts());
  if (const auto holds = holdings_of_symbols(origin.path)) return *holds;
  if (const auto file = container::open_file(origin.path))
    for (const auto& image : (*file)->images())
      if (image->architecture() == origin.file.architecture) return holdings(*image);
  return nothing_held;
}

Prospect prospect_of(const LoggedImage& image, const locate::LogSearch& search) {
  Prospect prospect{&image};
  prospect.reason = search.find(image.reference(), [&](const locate::Origin& origin) -> Result<void> {
    const std::string_view holds = holdings_of(origin);
    if (holds == nothing_held || holds == "function starts only")
      return fail(say("found ", origin.path, ", but it is stripped: ", holds));
    prospect.path = origin.path;
    prospect.holds = holds;
    prospect.grounds = origin.grounds;
    return {};
  });
  return prospect;
}

class Report {
 public:
  Report(Work& work, const LogCensus& census) : work_(work), census_(census) {}

  void add(Prospect prospect) { prospects_.push_back(std::move(prospect)); }
  void write();

 private:
  void write_objects();
  void write_text();
  void write_image(const Prospect& prospect);
  void write_folded();
  void write_verdict();
  void sort();

  Work& work_;
  const LogCensus& census_;
  std::vector<Prospect> prospects_;
};

// Missing images come last, next to the prompt; within a group, images with the most frames come first.
void Report::sort() {
  std::ranges::stable_sort(prospects_, [](const Prospect& a, const Prospect& b) {
    const auto group = [](const Prospect& one) {
      return one.image->frames == 0 ? 0 : one.with_lines() ? 1 : one.resolved() ? 2 : 3;
    };
    if (group(a) != group(b)) return group(a) < group(b);
    return a.image->frames > b.image->frames;
  });
}

void Report::write() {
  if (work_.options.format == Format::Json) return write_objects();
  if (census_.frames() == 0 && prospects_.empty() && census_.gave_up() == 0)
    return work_.output.write("no frames of native code, and no images\n");
  sort();
  write_text();
}

void Report::write_objects() {
  for (const Prospect& prospect : prospects_) {
    const LoggedImage& image = *prospect.image;
    print::JsonWriter json(work_.output.buffer());
    json.begin_object();
    json.member("image", image.name);
    if (!image.path.empty()) json.member("path", image.path);
    if (!image.id.empty()) json.member("id", image.id.hex());
    if (image.architecture != Architecture::Unknown) json.member("arch", name_of(image.architecture));
    if (image.load_address) json.member("load_address", hex(*image.load_address));
    json.member("frames", image.frames);
    json.member("resolved", prospect.resolved());
    if (prospect.resolved()) {
      json.member("from", prospect.path);
      json.member("has", prospect.holds);
      if (prospect.grounds == Grounds::Name) json.member("by_name", true);
      if (prospect.grounds == Grounds::Evidence) json.member("on_evidence", true);
      if (prospect.grounds == Grounds::Path) json.member("without_evidence", true);
    } else {
      json.member("reason", prospect.reason);
    }
    if (!prospect.with_lines()) json.member("fetch", fetch_advice(image));
    json.end_object();
    work_.output.write("\n");
  }
}

void Report::write_text() {
  for (const Prospect& prospect : prospects_)
    if (prospect.image->frames != 0) write_image(prospect);
  write_folded();
  write_verdict();
}

void Report::write_image(const Prospect& prospect) {
  const LoggedImage& image = *prospect.image;
  const bool is_named = !image.name.empty() || !image.path.empty();
  std::string out = is_named ? print::visible(image.name.empty() ? image.path : image.name)
                             : say("<", shown_id(image), ">");
  if (image.architecture != Architecture::Unknown) out += say(" (", name_of(image.architecture), ")");
  if (is_named) out += image.id.empty() ? " without an id" : say(" ", shown_id(image));
  if (image.load_address) out += say(" at ", hex(*image.load_address));
  out += say("\n  ", image.frames, image.frames == 1 ? " frame" : " frames");
  if (!image.path.empty() && image.path != image.name) out += say(" in ", print::visible(image.path));
  if (prospect.resolved()) {
    out +=
        say("\n  ", prospect.holds, how_taken(prospect.grounds), ": ", print::visible(prospect.path), "\n");
  } else {
    out += say("\n  missing: ", print::visible(prospect.reason), "\n");
  }
  if (!prospect.with_lines()) out += say("  fetch: ", print::visible(fetch_advice(image)), "\n");
  work_.output.write(out);
}

void Report::write_folded() {
  std::size_t all = 0, resolved = 0;
  for (const Prospect& prospect : prospects_) {
    if (prospect.image->frames != 0) continue;
    ++all;
    if (prospect.resolved()) ++resolved;
  }
  if (all == 0) return;
  work_.output.write(say(all, all == 1 ? " more image of the log has" : " more images of the log have",
                         " no frames (", resolved, " could be resolved)\n"));
}

void Report::write_verdict() {
  for (const auto& [problem, times] : census_.hopeless())
    work_.output.write(say(times, times == 1 ? " frame" : " frames",
                           " that cannot be looked up: ", print::visible(problem), "\n"));
  if (census_.gave_up() != 0)
    work_.output.write(
        say(census_.gave_up(), census_.gave_up() == 1 ? " report is" : " reports are",
            " too long to wait for the images that come last: those frames are not counted\n"));
  std::size_t with_lines = 0, symbols = 0, images = 0;
  for (const Prospect& prospect : prospects_) {
    if (prospect.with_lines()) with_lines += prospect.image->frames;
    if (prospect.resolved() && !prospect.with_lines()) symbols += prospect.image->frames;
    if (!prospect.with_lines() && prospect.image->frames != 0) ++images;
  }
  std::string out = say(census_.frames(), census_.frames() == 1 ? " frame: " : " frames: ", with_lines,
                        " will have functions and lines");
  if (symbols != 0) out += say(", ", symbols, " functions only");
  out += images == 0 ? "\n" : say("; fetch what ", images, images == 1 ? " image lacks\n" : " images lack\n");
  work_.output.write(out);
}

Result<void> take_census(const std::string& log, LogCensus& census) {
  const auto input = open_log(log);
  if (!input) return fail(input.error());
  return census.read(**input);
}

}  // namespace

Result<void> check_log(Work& work) {
  if (work.options.dry_run) return list_downloads(work);
  print::Progress progress(work.options.progress);
  const auto places = places_of(work, progress);
  if (!places) return fail(places.error());
  const locate::Search everywhere(*places);
  locate::LogSearch search(everywhere);
  LogCensus census([&](const crashlog::Frame& frame) { search.hear(frame); });
  if (const auto read = take_census(work.options.log, census); !read) return read;
  Report report(work, census);
  for (const LoggedImage& image : census.images()) report.add(prospect_of(image, search));
  report.write();
  return {};
}

}  // namespace symkit::syminfo
