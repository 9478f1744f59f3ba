#include "answers/sourcemap/maps_ahead.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ground/stream/log_pass.h"

namespace symkit::sourcemap {
namespace {

// Looked ahead together: what they need should fit into a map's cache.
constexpr std::ptrdiff_t most_lines = 1'000;

}  // namespace

// Records the lookups of a log whose output is discarded.
class MapsAhead::Noting : private Tally {
 public:
  // A frame whose file has a debug id: other frames are not in remote maps.
  struct NotedFrame {
    std::string debug_id;
    std::string url;
    std::uint32_t line = 0;
    std::optional<std::uint32_t> column = {};
    bool is_offset = false;
  };

  class NotingResolver final : public Resolver {
   public:
    explicit NotingResolver(Finder& finder) : Resolver(finder, {}), ids_(finder) {}

    using Resolver::resolve;
    Answer resolve(std::string_view url, std::optional<std::uint32_t> line,
                   std::optional<std::uint32_t> column, bool is_offset) override {
      const std::string id = ids_.debug_id_of(url);
      if (!id.empty() && line && *line != 0)
        frames.push_back({id, std::string(url), *line, column, is_offset});
      return {};
    }

    std::vector<NotedFrame> frames;

   private:
    const Finder& ids_;
  };

  Noting() : lines_({finder_, resolver_, output_, *this}, dropped_) {}

  std::vector<NotedFrame> frames_of(std::string text) {
    const auto input = io::Input::of_memory(std::move(text), "");
    static_cast<void>(stream::LogPass(lines_).read(*input));
    return std::exchange(resolver_.frames, {});
  }

 private:
  void count(const StackFrame& /*frame*/, const Answer& /*answer*/) override {}

  Finder finder_{{}, [](const std::string&) {}};
  NotingResolver resolver_{finder_};
  print::Output output_{[](std::string_view /*text*/) { return true; }};
  stream::WrittenLines dropped_{output_, true};
  ScriptLines lines_;
};

MapsAhead::MapsAhead(const LogWork& work) : work_(work), noting_(std::make_unique<Noting>()) {}

MapsAhead::~MapsAhead() = default;

std::unique_ptr<io::Input> MapsAhead::before(std::unique_ptr<io::Input> log, const LogWork& work) {
  return io::TextAhead::before(std::move(log), std::unique_ptr<MapsAhead>(new MapsAhead(work)));
}

bool MapsAhead::take(std::string_view text) {
  text_ += text;
  return std::ranges::count(text_, '\n') < most_lines;
}

void MapsAhead::tell() {
  const std::vector<Noting::NotedFrame> frames = noting_->frames_of(std::exchange(text_, {}));
  std::set<std::string> ids;
  for (const Noting::NotedFrame& frame : frames) ids.insert(frame.debug_id);
  const auto maps = work_.finder.look_ahead(ids);
  std::vector<std::pair<const Map*, Position>> places;
  for (const Noting::NotedFrame& frame : frames) {
    const auto found = maps.find(frame.debug_id);
    if (found == maps.end() || found->second.map == nullptr) continue;
    const MapPlace place = place_of(found->second, frame.url, frame.line, frame.column, frame.is_offset);
    place.map->expect(place.position);
    places.emplace_back(place.map, place.position);
  }
  if (work_.style.context == 0) return;
  for (const auto& [map, position] : places)
    if (const auto segment = map->find(position); segment && segment->has_original())
      map->expect_content(segment->source);
}

}  // namespace symkit::sourcemap
