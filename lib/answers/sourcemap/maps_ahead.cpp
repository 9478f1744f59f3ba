#include "answers/sourcemap/maps_ahead.h"

#include <set>
#include <utility>

#include "answers/sourcemap/script_lines.h"

namespace symkit::sourcemap {

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

  stream::LineTaker& lines() { return lines_; }
  std::vector<NotedFrame>& frames() { return resolver_.frames; }

 private:
  void count(const script::StackFrame& /*frame*/, const Answer& /*answer*/) override {}

  Finder finder_{{}, [](const std::string&) {}};
  NotingResolver resolver_{finder_};
  print::Output output_{[](std::string_view /*text*/) { return true; }};
  stream::WrittenLines dropped_{output_, true};
  ScriptLines lines_;
};

MapsAhead::MapsAhead(const LogWork& work) : work_(work), noting_(std::make_unique<Noting>()) {}

MapsAhead::~MapsAhead() = default;

void MapsAhead::begin(io::Input& source) { noting_->lines().begin(source); }

std::size_t MapsAhead::note(const io::Line& line) {
  static_cast<void>(noting_->lines().take(line, 1));
  return noting_->frames().size();
}

void MapsAhead::finish() { static_cast<void>(noting_->lines().finish()); }

void MapsAhead::tell() {
  const std::vector<Noting::NotedFrame> frames = std::exchange(noting_->frames(), {});
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
