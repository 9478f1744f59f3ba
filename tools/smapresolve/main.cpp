// smapresolve: maps minified JavaScript back to its sources. Opens the maps named by --map, then resolves
// positions or rewrites logs.
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "answers/managed/managed_lines.h"
#include "answers/sourcemap/answer_json.h"
#include "answers/sourcemap/maps_ahead.h"
#include "answers/sourcemap/source_lines.h"
#include "common/log_input.h"
#include "common/run.h"
#include "common/script_summary.h"
#include "common/store_path.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "ground/stream/log_pass.h"
#include "smapresolve/help.h"
#include "smapresolve/options.h"

namespace symkit::smapresolve {
namespace {

// source:line:col name
void append_text(std::string& out, sourcemap::Position position, const sourcemap::Answer& answer) {
  if (answer.frames.empty()) {
    out += say(position.line + 1, ':', position.column + 1, ": ", print::visible(answer.reason), '\n');
    return;
  }
  for (const sourcemap::Original& original : answer.frames) {
    print::append_visible(out, original.source);
    out += say(':', original.line, ':', original.column);
    if (!original.function.name.empty()) out += say(' ', print::visible(original.function.full()));
    out += '\n';
  }
}

void append_json(std::string& out, sourcemap::Position position, const sourcemap::Answer& answer) {
  print::JsonWriter json(out);
  json.begin_object();
  json.member("line", position.line + 1);
  json.member("column", position.column + 1);
  sourcemap::write_answer(json, answer);
  json.end_object();
  out += '\n';
}

void answer_positions(const Options& options, sourcemap::Finder& finder, sourcemap::Resolver& resolver,
                      print::Output& output) {
  const sourcemap::Map& map = *finder.named().front()->map;
  sourcemap::SourceLines source_lines(options.context);
  for (const sourcemap::Position position : options.positions) {
    const sourcemap::Answer answer = resolver.at(map, position);
    if (options.format == Format::Json) {
      append_json(output.buffer(), position, answer);
    } else {
      append_text(output.buffer(), position, answer);
      if (!answer.frames.empty()) source_lines.append(output.buffer(), answer.frames.front());
    }
    output.written();
  }
}

Result<sourcemap::Places> places_of(const Options& options, tools::Console& console) {
  for (const std::string& path : options.folders)
    if (::access(path.c_str(), R_OK) != 0) return fail(say("--maps ", path, ": ", std::strerror(errno)));
  sourcemap::Places places{options.maps, options.folders, {}, {}, options.any_file};
  // If maps or folders are named, only they are used; the store is used otherwise, or if it is named.
  if (!options.stores.empty() || (options.maps.empty() && options.folders.empty())) {
    auto stores = tools::stores(options.stores, console);
    if (!stores) return fail(stores.error());
    places.stores = std::move(*stores);
  }
  return places;
}

Result<void> resolve(const Options& options, tools::Console& console) {
  auto places = places_of(options, console);
  if (!places) return fail(places.error());
  sourcemap::Finder finder(std::move(*places), console.warnings());
  if (const auto opened = finder.open_named(); !opened) return opened;
  sourcemap::Resolver resolver(finder, {options.raw_paths, options.follow});
  print::Output output;
  if (!options.positions.empty()) {
    answer_positions(options, finder, resolver, output);
    return output.flush();
  }
  tools::ScriptSummary summary;
  const sourcemap::TextStyle style = {.json = options.format == Format::Json,
                                      .skip_ignored = options.skip_ignored,
                                      .color = console.color_on_stdout(),
                                      .context = options.context};
  const sourcemap::LogWork work{finder, resolver, output, summary, style};
  stream::WrittenLines written(output, style.json);
  std::uint64_t lines_read = 0;
  tools::NothingFound nothing("smapresolve", "frames");
  const tools::LogKind kind = {
      .waiting = "smapresolve: waiting for a log on standard input (see --help for more)",
      .nothing = &nothing};
  const auto done = tools::each_log(options.logs, kind, [&](std::unique_ptr<io::Input>& input) {
    if (finder.is_far())
      input = io::TextAhead::before(std::move(input), std::make_unique<sourcemap::MapsAhead>(work));
    managed::ManagedLines lines({.scripts = work, .on_all_cores = true}, written);
    stream::LogPass log(lines.first(), &output);
    const auto read = log.read(*input);
    lines_read += log.lines();
    return read;
  });
  const auto sent = output.flush();
  summary.gather();
  // If there is only one map, --any-file might have been meant.
  const bool could_be_any = finder.named().size() == 1 && !options.any_file;
  if (options.summary) summary.print(could_be_any ? finder.named().front()->map->path() : "");
  if (done && !summary.any()) nothing.say_so(lines_read, options.summary);
  return done ? sent : done;
}

}  // namespace
}  // namespace symkit::smapresolve

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"smapresolve", smapresolve::help}, argc, argv, smapresolve::declare,
                    smapresolve::resolve);
}
