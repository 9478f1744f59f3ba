// A page for browsers: page/page.html with its data as JSON. Any names in it are only text for the page,
// and cannot end the tag around them.
#include <cmath>
#include <map>

#include "ground/base/markup.h"
#include "ground/base/words.h"
#include "ground/print/json.h"
#include "reports/heap/timeline.h"
#include "symleak/findings.h"
#include "symleak/page.h"

namespace symkit::symleak {
namespace {

constexpr unsigned usual_context = 7;
constexpr std::size_t most_sources = 2000;  // frames whose source is included in the page

// In JSON "<" occurs only within strings.
std::string escaped_for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char character : json) {
    if (character == '<') {
      out += "\\u003c";
    } else {
      out += character;
    }
  }
  return out;
}

std::int64_t number_of(double value) {
  constexpr double most = 9e15;  // the largest number that scripts represent exactly
  return std::llround(std::min(std::max(value, -most), most));
}

// Sources are included only if the user asks for it: by --context, --source-root or --path-map.
rewrite::SourcePlaces source_places(const Options& options) {
  rewrite::SourcePlaces places = options.sources;
  if (places.lines == 0 && !(places.roots.empty() && places.path_maps.empty())) places.lines = usual_context;
  return places;
}

class PageData {
 public:
  explicit PageData(const Findings& findings)
      : findings_(findings), json_(out_), sources_(source_places(findings.options)) {}

  std::string write() {
    json_.begin_object();
    write_head();
    write_measures();
    write_stacks();
    write_sites();
    write_frames();
    write_timeline();
    json_.end_object();
    return std::move(out_);
  }

 private:
  void write_head() {
    json_.member("command", command_of(findings_));
    json_.begin_object("verdict");
    json_.member("kind", !findings_.is_judged() ? "unknown" : findings_.has_leaks() ? "lost" : "clean");
    json_.member("text", verdict());
    json_.end_object();
    json_.member("facts", facts());
    json_.member("compared", findings_.comparison.has_value());
    json_.member("notes", doubts(findings_));
  }

  std::string verdict() const {
    const heap::Reach lost = findings_.unreached();
    const heap::Counts& total = findings_.replay.total;
    std::string text;
    if (findings_.comparison) {
      const std::int64_t growth = findings_.growth();
      text = say(counted(static_cast<std::uint64_t>(std::abs(growth)), "byte"),
                 growth < 0 ? " less than " : " more than ", findings_.comparison->with, "; ");
    }
    if (!findings_.is_judged())
      return text + say(counted(total.live.rounded(), "block"), ", ",
                        counted(total.live_bytes.rounded(), "byte"), " not freed");
    if (!findings_.has_leaks()) return text + "nothing is lost";
    return text + say(counted(lost.blocks().rounded(), "block"), ", ",
                      counted(lost.bytes().rounded(), "byte"), " lost");
  }

  std::string facts() const {
    const heap::Counts& total = findings_.replay.total;
    return say("Process ", findings_.recording.header().pid, ", ", seconds(findings_.replay.last_time), ", ",
               findings_.is_at_end ? std::string(how_it_ended(findings_.recording.header().ended))
                                   : say("to mark '", findings_.mark->name, "'"),
               "; ", counted(total.allocations.rounded(), "block"), " allocated, ",
               counted(total.allocated_bytes.rounded(), "byte"), "; at most ",
               counted(findings_.replay.peak_bytes.rounded(), "byte"), " at a time; ",
               counted(total.live.rounded(), "block"), ", ", counted(total.live_bytes.rounded(), "byte"),
               " not freed.");
  }

  void write_measures() {
    measures_ = findings_.measures();
    json_.begin_array("measures");
    for (const Measure* measure : measures_) {
      json_.begin_object();
      json_.member("name", measure->name);
      json_.member("phrase", measure->phrase);
      json_.member("unit", measure->unit);
      json_.end_object();
    }
    json_.end_array();
  }

  // Written as a tree, parents first; 0 is its root. Frames are renumbered in the order of use.
  void write_stacks() {
    std::vector<std::uint32_t> parents = {0};
    std::vector<std::uint32_t> frames = {0};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (const Site& site : findings_.sites) {
      std::uint32_t node = 0;
      for (auto frame = site.frames.rbegin(); frame != site.frames.rend(); ++frame) {
        const auto [place, is_new] =
            known.try_emplace({node, *frame}, static_cast<std::uint32_t>(parents.size()));
        if (is_new) {
          parents.push_back(node);
          frames.push_back(page_number_of(*frame));
        }
        node = place->second;
      }
      nodes_.push_back(node);
    }
    json_.begin_object("stacks");
    json_.member("parent", parents);
    json_.member("frame", frames);
    json_.end_object();
  }
  std::uint32_t page_number_of(std::uint32_t frame) {
    const auto [place, is_new] = page_numbers_.try_emplace(frame, static_cast<std::uint32_t>(frames_.size()));
    if (is_new) frames_.push_back(frame);
    return place->second;
  }
  void write_sites() {
    json_.begin_object("sites");
    json_.member("node", nodes_);
    std::vector<unsigned> flags;
    flags.reserve(findings_.sites.size());
    for (const Site& site : findings_.sites)
      flags.push_back((site.is_cut ? 1U : 0U) | (site.is_broken ? 2U : 0U));
    json_.member("flags", flags);
    json_.begin_array("values");
    for (const Measure* measure : measures_) {
      json_.begin_array();
      for (const Site& site : findings_.sites) json_.value(measure->of(site));
      json_.end_array();
    }
    json_.end_array();
    json_.end_object();
  }

  void write_frames() {
    json_.begin_array("frames");
    for (const std::uint32_t number : frames_) {
      const NamedFrame& frame = findings_.names.frame(number);
      json_.begin_array();
      json_.value(frame.function + frame.others);
      json_.value(frame.line != 0 ? std::string_view(frame.file) : std::string_view());
      json_.value(frame.line);
      json_.value(frame.image);
      json_.value(std::string_view(hex(frame.offset)).substr(2));
      json_.value(frame.reason);
      json_.value(frame.is_inlined);
      write_source(frame);
      json_.end_array();
    }
    json_.end_array();
  }
  void write_source(const NamedFrame& frame) {
    const auto lines = sources_written_ < most_sources ? sources_.lines_round(frame.file, frame.line)
                                                       : rewrite::SourceLines();
    if (lines.lines.empty()) return json_.null();
    ++sources_written_;
    json_.begin_array();
    json_.value(lines.first);
    json_.begin_array();
    for (const std::string& line : lines.lines) json_.value(line);
    json_.end_array();
    json_.end_array();
  }

  void write_timeline() {
    const heap::Timeline timeline = heap::make_timeline(findings_.recording, findings_.replay);
    std::vector<std::int64_t> site_of(findings_.replay.by_stack.size(), -1);
    for (std::size_t i = 0; i < findings_.sites.size(); ++i)
      for (const std::uint32_t stack : findings_.sites[i].stacks)
        site_of[stack] = static_cast<std::int64_t>(i);
    json_.begin_object("timeline");
    json_.begin_array("times");
    for (const auto& step : timeline.steps) json_.value(step.time);
    json_.end_array();
    json_.begin_array("changes");
    for (const auto& step : timeline.steps) write_step(step, site_of);
    json_.end_array();
    json_.end_object();
    json_.objects("marks", findings_.marks, [&](const heap::Mark& mark) {
      json_.member("name", mark.name);
      json_.member("step", timeline.steps_before(mark));
    });
  }
  void write_step(const heap::Timeline::Step& step, const std::vector<std::int64_t>& site_of) {
    json_.begin_array();
    for (const heap::Timeline::Change& change : step.changes) {
      const std::int64_t site = change.stack < site_of.size() ? site_of[change.stack] : -1;
      if (site < 0) continue;
      json_.value(site);
      json_.value(number_of(change.bytes));
      json_.value(number_of(change.blocks));
    }
    json_.end_array();
  }

  const Findings& findings_;
  std::string out_;
  print::JsonWriter json_;
  rewrite::SourceContext sources_;
  std::size_t sources_written_ = 0;
  std::vector<const Measure*> measures_;
  std::vector<std::uint32_t> nodes_;   // by site
  std::vector<std::uint32_t> frames_;  // by the page's numbers
  std::map<std::uint32_t, std::uint32_t> page_numbers_;
};

}  // namespace

void write_html(const Findings& findings, std::string& out) {
  const std::map<std::string_view, std::string> parts = {
      {"@TITLE@", escaped_for_markup(command_of(findings) + " – symleak")},
      {"@STYLE@", std::string(page.style)},
      {"@SCRIPT@", std::string(page.script)},
      {"@DATA@", escaped_for_script(PageData(findings).write())}};
  for (std::string_view rest = page.html; !rest.empty();) {
    const std::size_t begin = rest.find('@');
    out += rest.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = rest.find('@', begin + 1);
    const std::string_view place = rest.substr(begin, end == std::string_view::npos ? end : end - begin + 1);
    const auto part = parts.find(place);
    out += part == parts.end() ? place : std::string_view(part->second);
    rest.remove_prefix(begin + place.size());
  }
}

}  // namespace symkit::symleak
